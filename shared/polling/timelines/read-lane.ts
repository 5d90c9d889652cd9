import { defined } from "../../kernel/defined.ts";
import type { Moment, Source, SourceAnswer } from "../../source/source.ts";
import { endBecauseOf, type PassEnd, type Visit } from "../feed-reader.ts";
import { changeTimeOf, sinceParameter, type TimelineKey } from "../rows/change-time.ts";
import { type ListedPage, listRecords } from "../rows/list-records.ts";
import { smallerLimit } from "../rows/page-limit.ts";
import { rowJson } from "../rows/record-row.ts";
import { triageBadRequest } from "../triage-bad-request.ts";
import { escapeFrom, movedTo, narrowed, withoutCursor } from "./lane-moves.ts";
import { ProgressGuard } from "./progress-guard.ts";
import type { TimelinePosition } from "./timeline-checkpoint.ts";
import { risenWatermark } from "./watermark.ts";

export type Lane = {
  readonly resourcePath: string;
  readonly key: TimelineKey;
  readonly limit: number;
  /** How far the watermark stays behind the server's clock, in ms. */
  readonly margin: number;
};

export type LanePage = {
  /** The page's rows that the previous page didn't show. */
  readonly rows: readonly unknown[];
  /** How many of the page's rows the previous page showed. */
  readonly repeated: number;
  readonly moment: Moment;
  /** The position from which the page was requested. */
  readonly at: TimelinePosition;
  readonly next: TimelinePosition | undefined;
  readonly limit: number;
  /** The millisecond whose rows didn't fit on one page, so that some of them may be unread. */
  readonly tie: number | undefined;
};

/** The most times that one visit restarts a pass. If more cursors than this are refused, their age isn't the cause. */
const mostRestarts = 2;

/**
 * Reads one pass through a timeline, from `from` to its end. The last page is the one without `nextCursor` (hazard
 * 12).
 */
export async function* readLane(
  { feed, source }: Visit,
  lane: Lane,
  from: TimelinePosition,
): AsyncGenerator<LanePage, PassEnd, undefined> {
  let position = from;
  let limit = lane.limit;
  let guard = new ProgressGuard(from.mark);
  let restarts = 0;
  for (;;) {
    const { cursor, wide } = position;
    const answer = await pageAt(source, feed.query, lane, position, wide ?? limit);
    if (wide !== undefined && (answer.outcome === "badRequest" || answer.outcome === "unavailable")) {
      position = narrowed(position);
      continue;
    }
    if (answer.outcome === "badRequest") {
      const smaller = cursor === undefined ? smallerLimit(limit) : undefined;
      guard = new ProgressGuard(undefined);
      if (smaller !== undefined) {
        limit = smaller;
        continue;
      }
      if (restarts === mostRestarts) return endBecauseOf(answer);
      const judged = triageBadRequest(await pageAt(source, feed.query, lane, withoutCursor(position), 1));
      if (judged.outcome !== "lostCursor") return judged;
      if (cursor === undefined) return endBecauseOf(answer);
      restarts += 1;
      position = withoutCursor(position);
      continue;
    }
    if (answer.outcome !== "ok") return endBecauseOf(answer);

    const { rows, nextCursor } = answer.value;
    const listed = rows.map((row) => row.listed);
    const positions = listed.flatMap((row) => changeTimeOf(rowJson(row), lane.key) ?? []);
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
      ...defined({ reached }),
    };
    const escape = stuck ? escapeFrom(positions, position, feed.query, limit) : undefined;
    if (stuck && escape === undefined) return { outcome: "failed", reason: "no_progress" };
    const { mark } = guard;
    const onward = { ...(escape?.to ?? { cursor: nextCursor }), ...defined({ mark }) };
    const next = nextCursor === undefined ? undefined : movedTo(at, onward);
    const handed = rows.flatMap(({ row }, index) => (fresh[index] === false ? [] : [row]));
    const repeated = rows.length - handed.length;
    yield { rows: handed, repeated, moment: answer.moment, at, next, limit, tie: escape?.tie };
    if (next === undefined) return { outcome: "done" };
    if (escape !== undefined) guard = new ProgressGuard(mark);
    position = next;
  }
}

function pageAt(
  source: Source,
  query: Visit["feed"]["query"],
  { resourcePath }: Lane,
  { since, cursor }: TimelinePosition,
  limit: number,
): Promise<SourceAnswer<ListedPage>> {
  return listRecords(source, {
    resourcePath,
    mode: "timeline",
    query: {
      ...query,
      ...(since !== undefined && { since: sinceParameter(since) }),
      ...defined({ cursor }),
      limit: String(limit),
    },
  });
}
