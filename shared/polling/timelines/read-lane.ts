import type { Moment } from "../../source/source.ts";
import { endBecauseOf, type PassEnd, type Visit } from "../feed-reader.ts";
import { listRecords } from "../list-records.ts";
import { smallerLimit } from "../page-limit.ts";
import { rowJson } from "../record-row.ts";
import { positionOf, sinceParameter, type TimelineKey } from "./change-time.ts";
import { ProgressGuard } from "./progress-guard.ts";
import type { LanePosition } from "./timeline-checkpoint.ts";
import { risenWatermark } from "./watermark.ts";

export type Lane = {
  readonly resourcePath: string;
  readonly key: TimelineKey;
  readonly limit: number;
  /** How far the watermark stays behind the server's clock, in ms. */
  readonly margin: number;
};

export type LanePage = {
  readonly rows: readonly unknown[];
  readonly moment: Moment;
  /** What the page was asked from; `next` is absent on the last page. */
  readonly at: LanePosition;
  readonly next: LanePosition | undefined;
  readonly limit: number;
  /** The millisecond whose rows didn't fit on a page: some of them may not have been read. */
  readonly tie: number | undefined;
};

/** Restarts of a pass in one visit: with more, the cursors aren't the reason. */
const mostRestarts = 2;

type Escape = { readonly since: number; readonly tie?: number };

/** Reads a pass through a timeline from `from` to its end: the last page is the one without `nextCursor` (hazard 12). */
export async function* readLane(
  { feed, source }: Visit,
  lane: Lane,
  from: LanePosition,
): AsyncGenerator<LanePage, PassEnd, undefined> {
  let position = from;
  let limit = lane.limit;
  let guard = new ProgressGuard(from.mark);
  let restarts = 0;
  for (;;) {
    const { since, cursor } = position;
    const query = {
      ...feed.query,
      ...(since !== undefined && { since: sinceParameter(since) }),
      ...(cursor !== undefined && { cursor }),
      limit: String(limit),
    };
    const answer = await listRecords(source, { resourcePath: lane.resourcePath, mode: "timeline", query });
    if (answer.outcome === "badRequest") {
      const smaller = cursor === undefined ? smallerLimit(limit) : undefined;
      if (smaller === undefined && (cursor === undefined || restarts === mostRestarts)) return endBecauseOf(answer);
      if (smaller === undefined) {
        restarts += 1;
        position = withoutCursor(position);
      }
      limit = smaller ?? limit;
      guard = new ProgressGuard(undefined);
      continue;
    }
    if (answer.outcome !== "ok") return endBecauseOf(answer);

    const { rows, nextCursor } = answer.value;
    const listed = rows.map((row) => row.listed);
    const positions = listed.flatMap((row) => positionOf(rowJson(row), lane.key) ?? []);
    const { stuck, fresh } = guard.see({ rows: listed, cursor, nextCursor });
    const reached = risenWatermark(position.reached, {
      positions,
      atEnd: nextCursor === undefined,
      serverNow: answer.moment.asOf,
      margin: lane.margin,
    });
    const at = {
      ...position,
      beganAt: position.beganAt ?? Math.min(answer.moment.beganAt, answer.moment.asOf),
      ...(reached !== undefined && { reached }),
    };
    const escape = stuck ? escapeFrom(positions, since) : undefined;
    if (stuck && escape === undefined) return { outcome: "failed", reason: "no_progress" };
    const { mark } = guard;
    const onward =
      escape === undefined ? { cursor: nextCursor, ...(mark !== undefined && { mark }) } : { since: escape.since };
    const next = nextCursor === undefined ? undefined : movedTo(at, onward);
    const handed = rows.flatMap(({ row }, index) => (fresh[index] === false ? [] : [row]));
    yield { rows: handed, moment: answer.moment, at, next, limit, tie: escape?.tie };
    if (next === undefined) return { outcome: "done" };
    if (escape !== undefined) guard = new ProgressGuard(undefined);
    position = next;
  }
}

/**
 * A refused cursor has expired: the pass goes on from what was read completely, without overlap (the sweep covers what
 * commits late). Where nothing was read completely it begins anew: a feed must not hang on a dead cursor.
 */
function withoutCursor(position: LanePosition): LanePosition {
  const since = position.reached ?? position.since;
  return movedTo(position, since === undefined ? {} : { since });
}

/** Past the page that comes again: to its last millisecond, or behind it where the page has only this one (a tie). */
function escapeFrom(positions: readonly number[], since: number | undefined): Escape | undefined {
  const last = positions.reduce((highest, position) => Math.max(highest, position), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(last)) return undefined;
  const tied = positions.every((position) => position === last) || (since !== undefined && last <= since);
  return tied ? { since: last + 1, tie: last } : { since: last };
}

/** The same pass elsewhere: at a cursor of its list, or at a new lower bound. */
function movedTo(
  { since, beganAt, reached }: LanePosition,
  to: Omit<LanePosition, "beganAt" | "reached">,
): LanePosition {
  return {
    ...(since !== undefined && { since }),
    ...(beganAt !== undefined && { beganAt }),
    ...(reached !== undefined && { reached }),
    ...to,
  };
}
