import { OrderedIndex, type Position, type SortKey } from "../store/ordered-index.ts";
import type { Table } from "../store/table.ts";

interface Identified {
  readonly id: number;
}

/** The rows that a list shows, described so that the narrowest index can be used. */
export interface Selection<Row extends Identified> {
  readonly table: Table<Row>;
  /** Equality filters that have a bucket of the table. */
  readonly equals: readonly (readonly [bucket: string, value: SortKey])[];
  /** Filters without an index, such as free text. */
  readonly matches?: ((row: Row) => boolean) | undefined;
  /**
   * Rows that the acting user may not see: a check for a single row, and a list for pages that are found by counting.
   */
  readonly hidden?: { has(row: Row): boolean; rows(): readonly Row[] } | undefined;
}

/** The equality filters of a request. */
export function given(equals: readonly (readonly [string, SortKey | undefined])[]): [string, SortKey][] {
  return equals.flatMap(([bucket, value]): [string, SortKey][] => (value === undefined ? [] : [[bucket, value]]));
}

export function walkUp<Row extends Identified>(
  selection: Selection<Row>,
  order: string,
  after?: Position,
): Iterable<Row> {
  return accepted(selection, sourceOf(selection, order)?.ascending(after) ?? []);
}

/** The rows of the selection in descending order, beginning with the last one at or before `from`. */
export function walkDown<Row extends Identified>(
  selection: Selection<Row>,
  order: string,
  from?: Position,
): Iterable<Row> {
  return accepted(selection, sourceOf(selection, order)?.descending(from) ?? []);
}

/**
 * A page by rank, with the real total. Without a filter it reads only the page, otherwise the rows of the narrowest
 * filter.
 */
export function pageByRank<Row extends Identified>(
  selection: Selection<Row>,
  page: { order: string; descending: boolean; offset: number; limit: number },
): { rows: Row[]; total: number } {
  const { order, descending, offset, limit } = page;
  const [onlyFilter, ...otherFilters] = selection.equals;
  if (onlyFilter !== undefined && otherFilters.length === 0 && selection.matches === undefined) {
    return pageOfBucket(selection, onlyFilter, page);
  }
  if (selection.equals.length > 0 || selection.matches !== undefined) {
    const rows = [...(descending ? walkDown(selection, order) : walkUp(selection, order))];
    return { rows: rows.slice(offset, offset + limit), total: rows.length };
  }
  const index = selection.table.order(order);
  const hiddenRanks = (selection.hidden?.rows() ?? [])
    .map((row) => index.rank({ key: index.keyOf(row) ?? 0, id: row.id - 1 }))
    .sort((left, right) => left - right);
  const total = index.size - hiddenRanks.length;
  const start = descending ? Math.max(0, total - offset - limit) : offset;
  const count = Math.min(limit, total - offset);
  let rank = start;
  for (const hidden of hiddenRanks) if (hidden <= rank) rank += 1;
  const rows = count > 0 ? take(accepted(selection, index.ascendingFromRank(rank)), count) : [];
  return { rows: descending ? rows.reverse() : rows, total };
}

/**
 * A page with a single equality filter. Its index knows the total, so only the rows up to the page's end are visited.
 */
function pageOfBucket<Row extends Identified>(
  selection: Selection<Row>,
  [bucket, value]: readonly [string, SortKey],
  { order, descending, offset, limit }: { order: string; descending: boolean; offset: number; limit: number },
): { rows: Row[]; total: number } {
  const hidden = (selection.hidden?.rows() ?? []).filter((row) => selection.table.isUnder(bucket, value, row));
  const total = (selection.table.bucket(bucket, value)?.size ?? 0) - hidden.length;
  const rows = take(descending ? walkDown(selection, order) : walkUp(selection, order), offset + limit);
  return { rows: rows.slice(offset), total };
}

export function take<Item>(items: Iterable<Item>, count: number): Item[] {
  const taken: Item[] = [];
  if (count <= 0) return taken;
  for (const item of items) {
    taken.push(item);
    if (taken.length === count) break;
  }
  return taken;
}

function* accepted<Row extends Identified>(selection: Selection<Row>, rows: Iterable<Row>): Generator<Row> {
  const { table, equals, matches, hidden } = selection;
  for (const row of rows) {
    if (hidden?.has(row) || !equals.every(([bucket, value]) => table.isUnder(bucket, value, row))) continue;
    if (matches?.(row) ?? true) yield row;
  }
}

/** The order itself, or a small bucket sorted into that order if scanning the order would visit many more rows. */
function sourceOf<Row extends Identified>(selection: Selection<Row>, order: string): OrderedIndex<Row> | undefined {
  const { table, equals } = selection;
  let narrowest: OrderedIndex<Row> | undefined;
  for (const [bucket, value] of equals) {
    const rows = table.bucket(bucket, value);
    if (rows === undefined) return undefined;
    if (narrowest === undefined || rows.size < narrowest.size) narrowest = rows;
  }
  const index = table.order(order);
  if (narrowest === undefined) return index;
  if (order === "id") return narrowest;
  if (narrowest.size * 8 > table.size && narrowest.size > 256) return index;
  const sorted = new OrderedIndex<Row>((row) => index.keyOf(row));
  for (const row of narrowest.ascending()) sorted.insert(row);
  return sorted;
}
