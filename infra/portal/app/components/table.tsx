import type { ComponentChildren } from "preact";
import { Scroll } from "./scroll.tsx";
import { useFilters } from "./use-filters.ts";

export type Column<T> = {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Present if the table can be sorted by this column. */
  readonly by?: (row: T) => string | number;
  readonly isNumber?: boolean;
};

type Order = { readonly column: string; readonly isDescending: boolean };

/** A sortable table. Its order is kept in the URL, under the table's label. On a phone each row becomes a block. */
export function Table<T>({
  label,
  rows,
  columns,
  keyOf,
}: {
  label: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
}) {
  const { filters, setFilter } = useFilters();
  const order = orderOf(label, filters["sort"]);
  const setOrder = ({ column, isDescending }: Order) => {
    setFilter("sort", `${label}:${isDescending ? "-" : ""}${column}`);
  };
  const by = columns.find(({ title }) => title === order?.column)?.by;
  const sorted = by === undefined ? rows : rows.toSorted((a, b) => compare(by(a), by(b), order?.isDescending === true));
  return (
    <Scroll label={label}>
      <table class="table-wide">
        <caption class="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.title} column={column} order={order} onOrder={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, isNumber }) => {
                const content = cell(row);
                const isEmpty = content === "—";
                return (
                  <td
                    key={title}
                    data-label={title}
                    class={isNumber === true ? "number" : undefined}
                    {...(isEmpty && { "data-empty": "" })}
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

function Head<T>({
  column: { title, by, isNumber },
  order,
  onOrder,
}: {
  column: Column<T>;
  order: Order | undefined;
  onOrder: (order: Order) => void;
}) {
  const isBy = order?.column === title;
  const direction = isBy ? (order.isDescending ? "descending" : "ascending") : "none";
  const arrow = isBy ? (order.isDescending ? " ↓" : " ↑") : " ↕";
  return (
    <th
      scope="col"
      class={isNumber === true ? "number" : undefined}
      {...(by !== undefined && { "aria-sort": direction })}
    >
      {by === undefined ? (
        title
      ) : (
        <button
          type="button"
          class="plain"
          onClick={() => {
            onOrder({ column: title, isDescending: isBy && !order.isDescending });
          }}
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
