import { defined } from "../../kernel/defined.ts";
import { largerLimit } from "../rows/page-limit.ts";
import type { TimelinePosition } from "./timeline-checkpoint.ts";

/** Where a stuck pass continues, and the millisecond that it must leave to the walk, if any. */
export type Escape = { readonly to: TimelinePosition; readonly tie?: number };

/** Moves the pass to a cursor of its list, or to a new lower bound. */
export function movedTo(
  { since, beganAt, reached, widened }: TimelinePosition,
  to: Omit<TimelinePosition, "beganAt" | "reached">,
): TimelinePosition {
  return { ...defined({ since, beganAt, reached, widened }), ...to };
}

/**
 * Continues after a refused cursor, which has expired. The pass continues from what was read completely, without
 * overlap, because the sweep covers rows that commit late. If nothing was read completely, the pass starts over: a feed
 * must not depend on a dead cursor.
 */
export function withoutCursor(position: TimelinePosition): TimelinePosition {
  return movedTo(position, defined({ since: position.reached ?? position.since }));
}

/** The source refused the larger page: returns to the usual size at the same position. */
export function narrowed(position: TimelinePosition): TimelinePosition {
  const { cursor, mark } = position;
  return movedTo(position, defined({ cursor, mark }));
}

/**
 * Moves past a page that repeats: to the page's last millisecond. If all rows of the page share one millisecond (a
 * tie), first requests a larger page, and then moves beyond that millisecond. Returns undefined if the page doesn't
 * show its position.
 */
export function escapeFrom(
  positions: readonly number[],
  { since, cursor, widened }: TimelinePosition,
  query: { readonly [name: string]: string },
  limit: number,
): Escape | undefined {
  const last = positions.reduce((highest, position) => Math.max(highest, position), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(last)) return undefined;
  const tied = positions.every((position) => position === last) || (since !== undefined && last <= since);
  if (!tied) return { to: { since: last } };
  const wide = widened === last ? undefined : largerLimit(query, limit);
  if (wide === undefined) return { to: { since: last + 1 }, tie: last };
  return { to: { ...defined({ cursor }), wide, widened: last } };
}
