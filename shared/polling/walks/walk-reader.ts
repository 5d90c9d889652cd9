import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import type { FeedReader, PassEnd, Step, Visit } from "../feed-reader.ts";
import { compareWalk } from "./compare-walk.ts";
import { confirmRemovals } from "./confirm-removals.ts";
import { decidedWalk } from "./held-walk.ts";
import { probeHiddenRows } from "./hidden-rows.ts";
import { type WalkCheckpoint, type Walking, walkBegun, walkCheckpointOf } from "./walk-checkpoint.ts";
import { walkPages } from "./walk-pages.ts";
import { type WalkParts, type WalkPassed, walkStep } from "./walk-parts.ts";

/** What is read before the comparison; lists differ in how they page. */
export type WalkPages = (
  parts: WalkParts,
  visit: Visit,
  checkpoint: WalkCheckpoint,
  phase: Walking,
) => AsyncGenerator<Step, WalkPassed, undefined>;

/**
 * Walks a whole resource: the only way to notice what no list reports (hazard 24), and the net under everything that the
 * timelines missed. It goes on where the last visit stopped, however many visits a walk takes; what it missed is
 * concluded from complete walks only.
 */
export function createWalkReader(parts: WalkParts): FeedReader {
  return {
    async *read(visit) {
      const checkpoint = walkCheckpointOf(visit.feed.checkpoint, visit.feed.feedId);
      if (await isEarly(parts, visit, checkpoint)) return { outcome: "done", idle: true };
      return yield* goOn(parts, visit, checkpoint, walkPages);
    },
  };
}

/** Takes the walk's phases from where it stands, until it is complete or the visit ends. */
export async function* goOn(
  parts: WalkParts,
  visit: Visit,
  start: WalkCheckpoint,
  pages: WalkPages,
): AsyncGenerator<Step, PassEnd, undefined> {
  let checkpoint = start;
  for (;;) {
    const passed = yield* phaseOf(parts, visit, checkpoint, pages);
    if (passed.end.outcome !== "next") return passed.end;
    checkpoint = passed.checkpoint;
  }
}

function phaseOf(
  parts: WalkParts,
  visit: Visit,
  checkpoint: WalkCheckpoint,
  pages: WalkPages,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const { phase } = checkpoint;
  switch (phase.name) {
    case "idle":
    case "reading":
      return begin(parts, visit, checkpoint);
    case "probing":
      return probeHiddenRows(parts, visit, checkpoint, phase);
    case "walking":
      return pages(parts, visit, checkpoint, phase);
    case "comparing":
      return compareWalk(parts, visit, checkpoint, phase);
    case "confirming":
      return confirmRemovals(parts, visit, checkpoint, phase);
  }
}

/** The timelines are still draining (their end starts the walk), or one was completed just now and nobody decided since. */
async function isEarly(
  { drained, guard, clock, timings }: WalkParts,
  { feed }: Visit,
  { phase, completedAt, heldAt }: WalkCheckpoint,
): Promise<boolean> {
  if (phase.name !== "idle") return false;
  const resource = resourceOf(feed);
  const justDone = completedAt !== undefined && clock.now() - completedAt < timings.confirmGap;
  if (!justDone) return !(await drained(feed.instance, resource));
  const held = heldAt === undefined ? undefined : await guard.standing(feed.instance, resource);
  return held === undefined || held.verdict === "held";
}

/** A new walk, unless what an earlier one held back was decided on. */
async function* begin(
  parts: WalkParts,
  visit: Visit,
  before: WalkCheckpoint,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const decided = await decidedWalk(parts, visit, before);
  if (decided !== undefined) {
    yield walkStep(decided.checkpoint, decided.notes);
    return { checkpoint: decided.checkpoint, end: { outcome: "next" } };
  }
  const next: WalkCheckpoint = { ...before, generation: before.generation + 1 };
  const checkpoint: WalkCheckpoint =
    before.hidesInactive === undefined
      ? { ...next, phase: { name: "probing", totals: [] } }
      : walkBegun(next, parts.clock.now());
  yield walkStep(checkpoint);
  return { checkpoint, end: { outcome: "next" } };
}
