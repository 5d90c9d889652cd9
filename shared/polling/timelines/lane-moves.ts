import { largerLimit } from "../rows/page-limit.ts";
import type { TimelinePosition } from "./timeline-checkpoint.ts";

/** Where a pass goes on that stood still, and the millisecond it leaves to the walk where it has to. */
export type Escape = { readonly to: TimelinePosition; readonly tie?: number };

/** The same pass elsewhere: at a cursor of its list, or at a new lower bound. */
export function movedTo(
  { since, beganAt, reached, widened }: TimelinePosition,
  to: Omit<TimelinePosition, "beganAt" | "reached">,
): TimelinePosition {
  return {
    ...(since !== undefined && { since }),
    ...(beganAt !== undefined && { beganAt }),
    ...(reached !== undefined && { reached }),
    ...(widened !== undefined && { widened }),
    ...to,
  };
}

/**
 * A refused cursor has expired: the pass goes on from what was read completely, without overlap (the sweep covers what
 * commits late). Where nothing was read completely it begins anew: a feed must not hang on a dead cursor.
 */
export function withoutCursor(position: TimelinePosition): TimelinePosition {
  const since = position.reached ?? position.since;
  return movedTo(position, since === undefined ? {} : { since });
}

/** The larger page wasn't given: the usual size again, from the same place. */
export function narrowed(position: TimelinePosition): TimelinePosition {
  const { cursor, mark } = position;
  return movedTo(position, { ...(cursor !== undefined && { cursor }), ...(mark !== undefined && { mark }) });
}

/**
 * Past the page that comes again: to its last millisecond; where it has only this one (a tie), with a larger page first,
 * and then behind it. Undefined where the page doesn't show where it stands.
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
  return { to: { ...(cursor !== undefined && { cursor }), wide, widened: last } };
}
