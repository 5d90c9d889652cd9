import type { FeedReader, PassEnd, Step, Visit } from "../feed-reader.ts";
import { resourceOf } from "../observe-rows.ts";
import { probeHiddenRows } from "../timelines/hidden-rows.ts";
import { compareWalk } from "./compare-walk.ts";
import { confirmRemovals } from "./confirm-removals.ts";
import { type WalkCheckpoint, walkCheckpointOf } from "./walk-checkpoint.ts";
import { walkPages } from "./walk-pages.ts";
import { type WalkParts, type WalkPassed, walkStep } from "./walk-parts.ts";

/**
 * Walks a whole resource: the only way to notice what no list reports (hazard 24), and the net under everything that the
 * timelines missed. It goes on where the last visit stopped, however many visits a walk takes; what it missed is
 * concluded from complete walks only.
 */
export function createWalkReader(parts: WalkParts): FeedReader {
  return {
    async *read(visit) {
      const end = yield* goOn(parts, visit, walkCheckpointOf(visit.feed.checkpoint, visit.feed.feedId));
      return end;
    },
  };
}

async function* goOn(parts: WalkParts, visit: Visit, start: WalkCheckpoint): AsyncGenerator<Step, PassEnd, undefined> {
  let checkpoint = start;
  for (;;) {
    const passed = yield* phaseOf(parts, visit, checkpoint);
    if (passed.end.outcome !== "next") return passed.end;
    checkpoint = passed.checkpoint;
  }
}

function phaseOf(
  parts: WalkParts,
  visit: Visit,
  checkpoint: WalkCheckpoint,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const { phase } = checkpoint;
  switch (phase.name) {
    case "idle":
      return begin(parts, visit, checkpoint);
    case "probing":
      return probeHiddenRows(parts, visit, checkpoint, phase);
    case "walking":
      return walkPages(parts, visit, checkpoint, phase);
    case "comparing":
      return compareWalk(parts, visit, checkpoint, phase);
    case "confirming":
      return confirmRemovals(parts, visit, checkpoint, phase);
  }
}

/** A new walk, unless the timelines are still draining (their end starts it) or one was completed just now. */
async function* begin(
  { drained, clock, timings }: WalkParts,
  { feed }: Visit,
  before: WalkCheckpoint,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const now = clock.now();
  const { completedAt, heldBy, hidesInactive } = before;
  const justDone = completedAt !== undefined && now - completedAt < timings.confirmGap && heldBy === undefined;
  if (justDone || !(await drained(feed.instance, resourceOf(feed))))
    return { checkpoint: before, end: { outcome: "done" } };
  const checkpoint: WalkCheckpoint = {
    ...before,
    generation: before.generation + 1,
    phase:
      hidesInactive === undefined
        ? { name: "probing", totals: [] }
        : { name: "walking", beganAt: now, part: 0, page: 0, rows: 0, unreadable: false },
  };
  yield walkStep(checkpoint);
  return { checkpoint, end: { outcome: "next" } };
}
