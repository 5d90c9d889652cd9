import { defined } from "../../kernel/defined.ts";
import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import {
  endBecauseOf,
  type Observed,
  type PassEnd,
  type Step,
  stepAt,
  takenStep,
  triageBadRequest,
  type Visit,
} from "../feed-reader.ts";
import { observeRows } from "../observe/observe-rows.ts";
import { listRecords } from "../rows/list-records.ts";
import { firstLimit } from "../rows/page-sizes.ts";
import { listedId } from "../rows/record-row.ts";
import {
  isPromoted,
  listedFromOf,
  storedWalk,
  type WalkCheckpoint,
  type Walking,
  type WalkParts,
  type WalkPassed,
  walkBegun,
  walkStep,
  wholeLists,
  withUnidentified,
} from "./walk-checkpoint.ts";

export async function* walkPages(
  parts: WalkParts,
  visit: Visit,
  before: WalkCheckpoint,
  start: Walking,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const { feed, source } = visit;
  const lists = wholeLists(before);
  const list = { resourcePath: `/${resourceOf(feed)}`, mode: "cursor" } as const;
  let checkpoint = before;
  let phase = start;
  let restarts = 0;
  for (;;) {
    // A promoted walk can use the whole visit, because its cursors would expire before the next visit.
    const boxEnds = visit.beganAt + parts.timings.walkBox;
    if (!isPromoted(checkpoint) && parts.clock.now() >= boxEnds) return { outcome: "yielded" };
    const { cursor } = phase;
    const query = {
      ...feed.query,
      ...lists[phase.part],
      ...defined({ cursor }),
      limit: String(firstLimit(feed.query)),
    };
    const answer = await listRecords(source, { ...list, query });
    if (answer.outcome === "badRequest") {
      if (restarts > 1) return endBecauseOf(answer);
      const bare = { ...feed.query, ...lists[phase.part], limit: "1" };
      const judged = triageBadRequest(await listRecords(source, { ...list, query: bare }));
      if (judged.outcome !== "lostCursor") return endOf(checkpoint, judged);
      if (cursor === undefined) return endBecauseOf(answer);
      // An expired cursor ends this walk: the pages read so far prove nothing, so a new generation begins.
      restarts += 1;
      const expired = (checkpoint.expired ?? 0) + 1;
      const again = walkBegun({ ...checkpoint, generation: checkpoint.generation + 1, expired }, parts.clock.now());
      checkpoint = again;
      phase = again.phase;
      parts.logger.warn("walk.cursor_expired", { feedId: feed.feedId, generation: checkpoint.generation });
      yield walkStep(checkpoint);
      continue;
    }
    if (answer.outcome !== "ok") return endOf(checkpoint, endBecauseOf(answer));

    const rows = answer.value.rows.map(({ row }) => row);
    // A record that can't be read still exists, so its id counts as seen.
    const ids = answer.value.rows.flatMap(({ listed }) => listedId(listed) ?? []);
    const { nextCursor } = answer.value;
    if (nextCursor !== undefined && nextCursor === cursor) return { outcome: "failed", reason: "no_progress" };
    const { generation } = checkpoint;
    const { page } = phase;
    const seen: Walking = {
      name: "walking",
      beganAt: phase.beganAt,
      part: nextCursor === undefined ? phase.part + 1 : phase.part,
      ...(nextCursor !== undefined && { cursor: nextCursor }),
      page: page + 1,
      rows: phase.rows + rows.length,
      ...defined({ listedFrom: listedFromOf(phase, answer.moment) }),
      ...withUnidentified(phase, rows.length - ids.length),
    };
    const last = seen.part >= lists.length;
    const observe = async () => {
      await parts.notes.notePage(feed.feedId, generation, page, ids);
      const { moment } = answer;
      // If the mirror lacks a change that is older than this, the fast pass missed it, however large its overlap was.
      const passed = moment.beganAt - parts.timings.fastOverlapMax;
      return observeRows(parts, visit, { rows, moment, detectedBy: "walk", draining: false, passed });
    };
    const { lagged: _, ...before } = checkpoint;
    const afterRows = ({ leftOut }: Observed): WalkCheckpoint => {
      const lagged = leftOut !== undefined || (page > 0 && checkpoint.lagged === true);
      return { ...before, ...(lagged && { lagged }), phase: last ? afterLast(seen) : seen };
    };
    const taken = yield* takenStep(stepAt({ observe }, (found) => ({ checkpoint: storedWalk(afterRows(found)) })));
    checkpoint = afterRows(taken);
    if (checkpoint.phase.name !== "walking") return { outcome: "next", checkpoint };
    phase = checkpoint.phase;
  }
}

function endOf(checkpoint: WalkCheckpoint, end: PassEnd): PassEnd {
  return end.outcome === "yielded" && isPromoted(checkpoint) ? { outcome: "yielded", ahead: true } : end;
}

function afterLast({ beganAt, rows, unidentified, listedFrom }: Walking): WalkCheckpoint["phase"] {
  return { name: "comparing", beganAt, rows, shard: 0, ...defined({ unidentified, listedFrom }) };
}
