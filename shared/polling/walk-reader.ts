import { compareWalk } from "./compare-walk.ts";
import { confirmRemovals } from "./confirm-removals.ts";
import { endBecauseOf, type FeedReader, type PassEnd, type Step, type Visit } from "./feed-reader.ts";
import { learnHidesInactive } from "./hidden-rows.ts";
import { resourceOf } from "./observe-rows.ts";
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
      let checkpoint = walkCheckpointOf(visit.feed.checkpoint, visit.feed.feedId);
      if (checkpoint.phase.name === "idle") {
        const begun = yield* begin(parts, visit, checkpoint);
        if (begun.end.outcome !== "next") return begun.end;
        checkpoint = begun.checkpoint;
      }
      const end = yield* goOn(parts, visit, checkpoint);
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
  visit: Visit,
  before: WalkCheckpoint,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const { feed, source } = visit;
  const resource = resourceOf(feed);
  const now = clock.now();
  const { completedAt, heldBy } = before;
  const justDone = completedAt !== undefined && now - completedAt < timings.confirmGap && heldBy === undefined;
  if (justDone || !(await drained(feed.instance, resource))) return { checkpoint: before, end: { outcome: "done" } };
  let { hidesInactive } = before;
  if (hidesInactive === undefined) {
    const learned = await learnHidesInactive(source, `/${resource}`);
    if ("outcome" in learned) return { checkpoint: before, end: endBecauseOf(learned) };
    hidesInactive = learned.hides;
  }
  const checkpoint: WalkCheckpoint = {
    ...before,
    ...(hidesInactive !== undefined && { hidesInactive }),
    generation: before.generation + 1,
    phase: { name: "walking", beganAt: now, part: 0, page: 0, rows: 0, unreadable: false },
  };
  yield walkStep(checkpoint);
  return { checkpoint, end: { outcome: "next" } };
}
