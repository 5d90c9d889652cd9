import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLoad } from "../api/use-load.ts";
import { Action } from "./action.tsx";
import { Empty, Loaded } from "./page.tsx";
import { StateStatus } from "./status.tsx";
import { Time } from "./time.tsx";
import { useFilters } from "./use-filters.tsx";

/** A column shows its `time`, `state`, `number` or `cell`, or `by` if it has none of these, and a dash for undefined. */
export type Column<T> = {
  readonly title: string;
  /** True if only screen readers get the title, because the cells show sighted users what the column is for. */
  readonly isTitleHidden?: true;
  readonly time?: (row: T) => string | undefined;
  readonly state?: (row: T) => Parameters<typeof StateStatus>[0]["state"];
  readonly number?: (row: T) => number | string | undefined;
  readonly cell?: (row: T) => ComponentChildren;
  /** A second, smaller line. */
  readonly below?: (row: T) => ComponentChildren;
  /** The address of the row's own page, to which this column links. */
  readonly href?: (row: T) => string;
  /** The value to sort by, if it isn't the column's `time`, `state` or `number`. */
  readonly by?: (row: T) => string | number;
  /** Whether the table can be sorted by the column's `time`, `state` or `number`. */
  readonly isSortable?: boolean;
};

function contentOf<T>(column: Column<T>, row: T): ComponentChildren {
  const first = firstLineOf(column, row) ?? "—";
  const second = column.below?.(row);
  if (!second) return first;
  return (
    <>
      {first}
      <div class="small soft">{second}</div>
    </>
  );
}

function firstLineOf<T>({ time, state, number, cell, by, href }: Column<T>, row: T): ComponentChildren {
  if (time !== undefined) return <Time at={time(row)} />;
  if (state !== undefined) return <StateStatus state={state(row)} />;
  if (href !== undefined) {
    return (
      <a data-row href={href(row)}>
        {(cell ?? by)?.(row)}
      </a>
    );
  }
  if (number === undefined) return (cell ?? by)?.(row);
  const value = number(row);
  return typeof value === "number" ? value.toLocaleString("en") : value;
}

function sortOf<T>(column: Column<T>): ((row: T) => string | number) | undefined {
  const { by, isSortable = false } = column;
  const shown = column.time ?? column.state ?? column.number;
  return by ?? (isSortable ? (row) => shown?.(row) ?? "" : undefined);
}

type Order = { readonly column: string; readonly isDescending: boolean };

type TableProps<T> = {
  label: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  empty?: ComponentChildren;
};

/** The URL stores the sort order with the table's label, so that the page's other tables ignore it. */
export function Table<T>({ label, rows, columns, keyOf, empty = null }: TableProps<T>) {
  const { filters, set } = useFilters();
  const order = orderOf(label, filters["sort"]);
  const setOrder = ({ column: title, isDescending }: Order) => {
    set("sort", `${label}:${isDescending ? "-" : ""}${title}`);
  };
  const [ordering] = columns.filter(({ title }) => title === order?.column);
  const by = ordering && sortOf(ordering);
  const sorted = by === undefined ? rows : rows.toSorted((a, b) => compare(by(a), by(b), order?.isDescending === true));
  if (rows.length === 0) return <>{empty}</>;
  return (
    <Scroll label={label}>
      <table class="table-wide">
        <caption class="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((one) => (
              <Head key={one.title} column={one} order={order} onOrder={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((one) => {
                const content = contentOf(one, row);
                return (
                  <td
                    key={one.title}
                    data-label={one.title}
                    class={one.number && "number"}
                    {...(content === "—" && { "data-empty": "" })}
                  >
                    <span>{content}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** `Endpoints:-Health` sorts the table `Endpoints` by `Health`, descending. */
function orderOf(label: string, sort = ""): Order | undefined {
  const prefix = `${label}:`;
  if (!sort.startsWith(prefix)) return undefined;
  const column = sort.slice(prefix.length);
  return { column: column.replace(/^-/, ""), isDescending: column.startsWith("-") };
}

type HeadProps<T> = { column: Column<T>; order: Order | undefined; onOrder: (order: Order) => void };

function Head<T>({ column, order, onOrder }: HeadProps<T>) {
  const { title, number, isTitleHidden = false } = column;
  const isSortable = sortOf(column) !== undefined;
  const isBy = order?.column === title;
  const direction = isBy ? (order.isDescending ? "descending" : "ascending") : "none";
  const arrow = isBy ? (order.isDescending ? " ↓" : " ↑") : " ↕";
  return (
    <th scope="col" class={number && "number"} {...(isSortable && { "aria-sort": direction })}>
      {!isSortable ? (
        <span class={isTitleHidden ? "visually-hidden" : undefined}>{title}</span>
      ) : (
        <button
          type="button"
          class="plain"
          onClick={() => onOrder({ column: title, isDescending: isBy && !order.isDescending })}
        >
          {title}
          <span class="order" {...(!isBy && { "aria-hidden": true })}>
            {arrow}
          </span>
        </button>
      )}
    </th>
  );
}

function compare(a: string | number, b: string | number, isDescending: boolean): number {
  const ascending = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
  return isDescending ? -ascending : ascending;
}

type Page<T> = { readonly items: readonly T[]; readonly more: boolean; readonly nextCursor?: string };

type ListTableProps<T> = {
  name: string;
  read: (paging: { cursor?: string }) => Promise<Page<T>>;
  every?: number;
  isShown?: (row: T) => boolean;
  none: readonly [ofList: string, ofShown?: string, soFar?: string];
  more?: string;
  /** A sentence about the number of loaded rows, shown while there are more pages to load. */
  unfinished?: (count: number) => string;
  label: string;
  keyOf: (row: T) => string;
  columns: readonly Column<T>[];
};

/**
 * `none` contains the titles for an empty table: `ofList` is shown if no rows are loaded, and `ofShown` if `isShown`
 * excludes every loaded row. `soFar` replaces both while more rows can be loaded.
 */
export function ListTable<T>({
  name,
  read,
  every,
  isShown = () => true,
  none: [ofList, ofShown = "", soFar],
  more = "Show more",
  unfinished,
  ...table
}: ListTableProps<T>) {
  const load = useLoad(name, () => read({}), every);
  const [further, setFurther] = useState<readonly T[]>([]);
  const [last, setLast] = useState<Page<T> | undefined>();
  return (
    <Loaded load={load}>
      {(page) => {
        const first = new Set(page.items.map(table.keyOf));
        const all = [...page.items, ...further.filter((row) => !first.has(table.keyOf(row)))];
        const { more: isMore, nextCursor: cursor } = last ?? page;
        const ofAll = all.length === 0 ? ofList : ofShown;
        const addPage = async (from: string) => {
          const next = await read({ cursor: from });
          setFurther([...further, ...next.items]);
          setLast(next);
        };
        return (
          <>
            <Table {...table} rows={all.filter(isShown)} empty={<Empty title={isMore ? (soFar ?? ofAll) : ofAll} />} />
            {isMore && unfinished !== undefined && <p class="small soft">{unfinished(all.length)}</p>}
            {isMore && cursor !== undefined && <Action text={more} run={() => addPage(cursor)} />}
          </>
        );
      }}
    </Loaded>
  );
}

/** If the content is too wide, the container can be focused, so that the arrow keys scroll it. */
function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  const [isWider, setWider] = useState(false);
  const measure = () => {
    const { current } = element;
    if (current !== null) setWider(current.scrollWidth > current.clientWidth);
  };
  // Without this, the arrow keys can't scroll new content until the observer reports it, one frame later.
  useLayoutEffect(measure);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    if (current.firstElementChild !== null) observer.observe(current.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={element} class="scroll" {...(isWider && { tabIndex: 0, role: "group", "aria-label": label })}>
      {children}
    </div>
  );
}
