import type { Instance } from "../store/instance.ts";
import {
  type Identified,
  type OrderedRows,
  type Position,
  rankOf,
  type SortKey,
  sortedRows,
  type Table,
  withoutRows,
} from "../store/table.ts";
import { decodeCursor, encodeCursor } from "./cursor-codec.ts";

/** Separates the filters that have an index from the others, so that the narrowest index can be used. */
export interface Selection<Row extends Identified> {
  readonly table: Table<Row>;
  /** Equality filters, each with its bucket in the table. */
  readonly equals: readonly (readonly [bucket: string, value: SortKey | undefined])[];
  /** Filters without an index, such as free text. */
  readonly matches?: ((row: Row) => boolean) | undefined;
  /** The table's rows that the token's user may not see. */
  readonly hidden?: readonly Row[];
}

export function pageByRank<Row extends Identified>(
  selection: Selection<Row>,
  page: { order: string; descending: boolean; offset: number; limit: number },
): { rows: Row[]; total: number } {
  const { order, descending, offset, limit } = page;
  const all = listed(selection, order);
  const shown = all.hasFilters ? all.rows.filter(all.shows) : withoutRows(all, selection.hidden ?? []);
  const total = shown.length;
  const end = Math.max(0, total - offset);
  return {
    rows: descending ? shown.slice(Math.max(0, end - limit), end).reverse() : shown.slice(offset, offset + limit),
    total,
  };
}

export interface SeekRequest {
  /** A cursor works only for this resource, mode and sort key. */
  readonly scope: string;
  readonly order: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** The inclusive lower bound in microseconds, which only timelines have. */
  readonly since?: number | undefined;
  readonly isTimeline: boolean;
}

export interface SeekPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | undefined;
  readonly prevCursor: string | undefined;
}

export function seekPage<Row extends Identified>(
  instance: Instance,
  selection: Selection<Row>,
  request: SeekRequest,
): SeekPage<Row> {
  const { scope, order, limit, since } = request;
  const all = listed(selection, order);
  const first = since === undefined ? 0 : rankOf(all, { key: since, id: -1 });
  const cursor = request.cursor === undefined ? undefined : decodeCursor(instance, scope, request.cursor);
  const place = cursor && rankOf(all, cursor.position);
  const mint = (row: Row | undefined, direction: "next" | "prev") => {
    const position = row && seekPosition(instance, request, all.keyOf(row) ?? 0, row.id, direction);
    return position && encodeCursor(instance, { scope, direction, position });
  };
  if (cursor?.direction === "prev") {
    const found = takeDown(all, place ?? 0, first, limit + 1);
    const rows = found.slice(-limit);
    return {
      rows,
      nextCursor: mint(rows.at(-1), "next"),
      prevCursor: found.length > limit ? mint(rows[0], "prev") : undefined,
    };
  }
  // A page repeats at most a quarter of its rows, because a reader must make progress with any `limit`.
  const most = repeats(instance, request) ? Math.min(3, Math.floor(limit / 4)) : 0;
  const found = [...takeDown(all, place ?? 0, first, most), ...takeUp(all, Math.max(first, place ?? 0), limit + 1)];
  const rows = found.slice(0, limit);
  return {
    rows,
    nextCursor: found.length > limit ? mint(rows.at(-1), "next") : undefined,
    prevCursor: cursor && mint(rows[0], "prev"),
  };
}

/**
 * A timeline's cursor loses the microseconds of its position. Forwards, the position is rounded down, so that rows
 * repeat but none is skipped. Backwards, it is rounded up for the same reason.
 */
function seekPosition(
  instance: Instance,
  { isTimeline }: SeekRequest,
  key: SortKey,
  id: number,
  direction: "next" | "prev",
): Position {
  if (!isTimeline || typeof key === "string" || !instance.settings.switches.millisecondSeek) {
    return { key, id: direction === "next" ? id : id - 1 };
  }
  const millisecond = Math.floor(key / 1000) * 1000;
  return direction === "next" ? { key: millisecond, id } : { key: millisecond + 999, id: Number.MAX_SAFE_INTEGER };
}

/** One page in four starts up to three rows early, because timelines deliver rows at least once. */
function repeats(instance: Instance, { isTimeline, cursor }: SeekRequest): boolean {
  const { repeatedRows } = instance.settings.switches;
  return isTimeline && repeatedRows && cursor !== undefined && cursor.charCodeAt(cursor.length - 1) % 4 === 0;
}

interface Listed<Row> extends OrderedRows<Row> {
  readonly shows: (row: Row) => boolean;
  readonly hasFilters: boolean;
}

/** Searches the narrowest filter's rows if they are few, and all rows if they are many. */
function listed<Row extends Identified>(selection: Selection<Row>, order: string): Listed<Row> {
  const { table, matches } = selection;
  const hidden = new Set(selection.hidden);
  const equals = selection.equals.flatMap(([bucket, value]) => (value === undefined ? [] : [{ bucket, value }]));
  const shows = (row: Row) =>
    !hidden.has(row) &&
    equals.every(({ bucket, value }) => table.isUnder(bucket, value, row)) &&
    (matches?.(row) ?? true);
  const all = table.order(order);
  const [narrowest] = equals
    .map(({ bucket, value }) => table.bucket(bucket, value))
    .toSorted((left, right) => left.length - right.length);
  const isNarrow = narrowest !== undefined && (narrowest.length <= 256 || narrowest.length * 8 <= table.size);
  const rows = isNarrow ? sortedRows(narrowest, all.keyOf) : all.rows;
  return { rows, keyOf: all.keyOf, shows, hasFilters: equals.length > 0 || matches !== undefined };
}

function takeUp<Row>({ rows, shows }: Listed<Row>, start: number, count: number): Row[] {
  const taken: Row[] = [];
  for (let at = start; at < rows.length && taken.length < count; at += 1) {
    const row = rows[at];
    if (row !== undefined && shows(row)) taken.push(row);
  }
  return taken;
}

/** Takes the last shown rows of the range from `first` to `end` (exclusive), in ascending order. */
function takeDown<Row>({ rows, shows }: Listed<Row>, end: number, first: number, count: number): Row[] {
  const taken: Row[] = [];
  for (let at = end - 1; at >= first && taken.length < count; at -= 1) {
    const row = rows[at];
    if (row !== undefined && shows(row)) taken.push(row);
  }
  return taken.reverse();
}
