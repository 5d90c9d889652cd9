import type { Instance } from "../store/instance.ts";
import type { Position, SortKey } from "../store/ordered-index.ts";
import { decodeCursor, encodeCursor } from "./cursor-codec.ts";
import { type Selection, take, walkDown, walkUp } from "./selection.ts";

interface Identified {
  readonly id: number;
}

export interface SeekRequest {
  /** Binds cursors to a resource, mode and sort key. */
  readonly scope: string;
  readonly order: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Inclusive lower bound in microseconds. Only timelines start at a time, and they needn't have one. */
  readonly since?: number | undefined;
  readonly isTimeline: boolean;
}

export interface SeekPage<Row> {
  readonly rows: Row[];
  readonly nextCursor: string | undefined;
  readonly prevCursor: string | undefined;
}

/** A page of the cursor and timeline modes. */
export function seekPage<Row extends Identified>(
  instance: Instance,
  selection: Selection<Row>,
  request: SeekRequest,
): SeekPage<Row> {
  const { scope, order, limit, since } = request;
  const start: Position | undefined = since === undefined ? undefined : { key: since, id: -1 };
  const cursor = request.cursor === undefined ? undefined : decodeCursor(instance, scope, request.cursor);
  const keyOf = (row: Row): SortKey => selection.table.order(order).keyOf(row) ?? 0;
  const mint = (row: Row | undefined, direction: "next" | "prev") =>
    row &&
    encodeCursor(instance, {
      scope,
      direction,
      position: seekPosition(instance, request, keyOf(row), row.id, direction),
    });

  if (cursor?.direction === "prev") {
    const inRange = untilBelow(walkDown(selection, order, cursor.position), keyOf, since);
    const found = take(inRange, limit + 1);
    const rows = found.slice(0, limit).reverse();
    return {
      rows,
      nextCursor: mint(rows.at(-1), "next"),
      prevCursor: found.length > limit ? mint(rows[0], "prev") : undefined,
    };
  }
  const after = later(start, cursor?.position);
  const repeated = cursor && repeats(instance, request) ? repeatedRows(selection, request, cursor.position, keyOf) : [];
  const found = [...repeated, ...take(walkUp(selection, order, after), limit + 1)];
  const rows = found.slice(0, limit);
  return {
    rows,
    nextCursor: found.length > limit ? mint(rows.at(-1), "next") : undefined,
    prevCursor: cursor ? mint(rows[0], "prev") : undefined,
  };
}

/**
 * The timeline's position loses its microseconds on the way out of the column. Forwards it is rounded down to the row
 * or before it, so that rows repeat and none is skipped; backwards it is rounded up for the same reason.
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

/** Rows are delivered at least once: one page in four starts up to three rows earlier than truncation alone would. */
function repeats(instance: Instance, { isTimeline, cursor = "" }: SeekRequest): boolean {
  return isTimeline && instance.settings.switches.repeatedRows && cursor.charCodeAt(cursor.length - 1) % 4 === 0;
}

/** Repeats at most a quarter of the page, because a walk must make progress with any `limit`. */
function repeatedRows<Row extends Identified>(
  selection: Selection<Row>,
  { order, limit, since }: SeekRequest,
  position: Position,
  keyOf: (row: Row) => SortKey,
): Row[] {
  return take(
    untilBelow(walkDown(selection, order, position), keyOf, since),
    Math.min(3, Math.floor(limit / 4)),
  ).reverse();
}

function* untilBelow<Row>(
  rows: Iterable<Row>,
  keyOf: (row: Row) => SortKey,
  since: number | undefined,
): Generator<Row> {
  for (const row of rows) {
    if (since !== undefined && isBelow(keyOf(row), since)) return;
    yield row;
  }
}

function later(left: Position | undefined, right: Position | undefined): Position | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left.key > right.key ? left : right;
}

function isBelow(key: SortKey, bound: number): boolean {
  return typeof key === "number" && key < bound;
}
