import type { RecordResource } from "../../kernel/catalogue.ts";
import { defined } from "../../kernel/defined.ts";
import { isRecent } from "../../kernel/is-recent.ts";
import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import { endBecauseOf, type FeedReader, type PassEnd, type Step, type Visit } from "../feed-reader.ts";
import { listPath } from "../rows/record-row.ts";
import { compareWalk } from "./compare-walk.ts";
import { confirmRemovals, witnessesOf } from "./confirm-removals.ts";
import {
  type Probing,
  type WalkCheckpoint,
  type Walking,
  type WalkParts,
  type WalkPassed,
  walkBegun,
  walkCheckpointOf,
  walkStep,
} from "./walk-checkpoint.ts";
import { walkPages } from "./walk-pages.ts";

type WalkPages = (
  parts: WalkParts,
  visit: Visit,
  checkpoint: WalkCheckpoint,
  phase: Walking,
) => AsyncGenerator<Step, WalkPassed, undefined>;

type WalkReaderParts = WalkParts & {
  readonly drained: (instance: string, resource: RecordResource) => Promise<boolean>;
};

/**
 * Only a walk notices deletions, which no list reports (hazard 24). A walk also finds everything that the timelines
 * missed. Only a complete walk leads to conclusions.
 */
export function createWalkReader(parts: WalkReaderParts): FeedReader {
  return {
    async *read(visit) {
      const checkpoint = walkCheckpointOf(visit.feed.checkpoint, visit.feed.feedId);
      if (await isEarly(parts, visit, checkpoint)) return { outcome: "done", idle: true };
      return yield* goOn(parts, visit, checkpoint, walkPages);
    },
  };
}

export async function* goOn(
  parts: WalkParts,
  visit: Visit,
  start: WalkCheckpoint,
  pages: WalkPages,
): AsyncGenerator<Step, PassEnd, undefined> {
  let checkpoint = start;
  for (;;) {
    const passed = yield* phaseOf(parts, visit, checkpoint, pages);
    if (passed.outcome !== "next") return passed;
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

/**
 * A walk is too early while the timelines are draining, because the end of draining requests a walk. It is also too
 * early shortly after a completed walk, unless an operator has decided on that walk's removals since.
 */
async function isEarly(
  { drained, guard, clock, timings }: WalkReaderParts,
  { feed }: Visit,
  { phase, completedAt, heldAt }: WalkCheckpoint,
): Promise<boolean> {
  if (phase.name !== "idle") return false;
  const resource = resourceOf(feed);
  const justDone = completedAt !== undefined && isRecent(completedAt, timings.confirmGap, clock.now());
  if (!justDone) return !(await drained(feed.instance, resource));
  const held = heldAt === undefined ? undefined : await guard.standing(feed.instance, resource);
  return held === undefined || held.verdict === "held";
}

async function* begin(
  parts: WalkParts,
  visit: Visit,
  before: WalkCheckpoint,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const decided = await decidedWalk(parts, visit, before);
  if (decided !== undefined) {
    yield walkStep(decided);
    return { outcome: "next", checkpoint: decided };
  }
  const next: WalkCheckpoint = { ...before, generation: before.generation + 1 };
  const checkpoint: WalkCheckpoint =
    before.hidesInactive === undefined
      ? { ...next, phase: { name: "probing", totals: [] } }
      : walkBegun(next, parts.clock.now());
  yield walkStep(checkpoint);
  return { outcome: "next", checkpoint };
}

/**
 * Returns the last walk for another confirmation if an operator has decided on its held removals. A walk whose list was
 * empty has no witness, so a new walk is needed.
 */
async function decidedWalk(
  parts: WalkParts,
  visit: Visit,
  before: WalkCheckpoint,
): Promise<WalkCheckpoint | undefined> {
  const { feed } = visit;
  const { heldAt, completedAt = 0, completedRows: rows = 0, completedArrived: arrived } = before;
  const held = heldAt === undefined ? undefined : await parts.guard.standing(feed.instance, resourceOf(feed));
  if (held === undefined || held.verdict === "held" || held.verdict === "free") return undefined;
  if ((await witnessesOf(parts, visit, before)).length === 0) return undefined;
  // The decision may have come while the walk was still running.
  const beganAt = Math.min(completedAt, held.decidedAt);
  const phase = { name: "confirming", beganAt, rows, round: "first", notBefore: 0, ...defined({ arrived }) } as const;
  return { ...before, phase };
}

/** The filters whose totals are compared. Inactive rows come first: if there are none, the totals show nothing. */
const filters = [{ isActive: "false" }, { isActive: "true" }, {}];

/**
 * Finds out from the totals of three lists whether lists hide inactive rows (hazard 28). Each step makes one request,
 * because a visit's allowance may be that small.
 */
async function* probeHiddenRows(
  { clock }: WalkParts,
  { feed, source }: Visit,
  before: WalkCheckpoint,
  { totals }: Probing,
): AsyncGenerator<Step, WalkPassed, undefined> {
  let known = totals;
  while (known.length < filters.length && known[0] !== 0) {
    const query = { ...filters[known.length], limit: "1" };
    const answer = await source.page({ path: listPath(resourceOf(feed)), query });
    // Without totals, or without this filter, the bridge can't find out, so this walk reads the list without a filter.
    if (answer.outcome !== "ok" && answer.outcome !== "badRequest") return endBecauseOf(answer);
    const total = answer.outcome === "ok" ? answer.value.totalItems : undefined;
    known = total === undefined ? [0] : [...known, total];
    yield walkStep({ ...before, phase: { name: "probing", totals: known } });
  }
  const hidesInactive = judged(known);
  const checkpoint = walkBegun({ ...before, ...(hidesInactive !== undefined && { hidesInactive }) }, clock.now());
  yield walkStep(checkpoint);
  return { outcome: "next", checkpoint };
}

/**
 * Returns undefined if no row is inactive, or if a record was created between the requests. The next walk tries again.
 */
function judged([inactive = 0, active = 0, all]: readonly number[]): boolean | undefined {
  if (all === active) return true;
  return all === active + inactive ? false : undefined;
}
