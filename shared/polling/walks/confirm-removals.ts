import type { Moment } from "../../source/source.ts";
import type { Step, Visit } from "../feed-reader.ts";
import { resourceOf } from "../observe-rows.ts";
import { askCanary, askCandidate } from "./ask-candidate.ts";
import type { Confirming, WalkCheckpoint } from "./walk-checkpoint.ts";
import type { Candidate } from "./walk-notes.ts";
import { type WalkParts, type WalkPassed, walkStep } from "./walk-parts.ts";

/** Candidates whose canary is asked for together. */
const group = 10;

/**
 * Confirms what a walk missed: a record is removed when it is gone twice, `confirmGap` apart, with a record that the walk
 * showed answering in between and afterwards. Anything else concludes nothing, and is asked again.
 */
export async function* confirmRemovals(
  parts: WalkParts,
  visit: Visit,
  before: WalkCheckpoint,
  phase: Confirming,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const now = parts.clock.now();
  if (phase.notBefore > now) return { checkpoint: before, end: { outcome: "waiting", until: phase.notBefore } };
  return phase.round === "first"
    ? yield* firstRound(parts, visit, before, phase)
    : yield* secondRound(parts, visit, before, phase);
}

async function* firstRound(
  parts: WalkParts,
  visit: Visit,
  before: WalkCheckpoint,
  phase: Confirming,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const { notes, clock, timings } = parts;
  const { feedId } = visit.feed;
  let missing = 0;
  for (const candidate of await candidatesOf(parts, visit, before)) {
    if (!candidate.missing) {
      const asked = await askCandidate(parts, visit, candidate.id);
      if (asked.outcome === "unknown") return { checkpoint: before, end: asked.end };
      if (asked.outcome !== "gone") {
        await notes.settle(feedId, candidate.id);
        continue;
      }
      await notes.noteMissing(feedId, candidate);
    }
    missing += 1;
  }
  if (missing === 0) {
    const done = idleAfter(before, phase.rows, clock.now());
    yield walkStep(done);
    return { checkpoint: done, end: { outcome: "done" } };
  }
  const canary = await askCanary(parts, visit, before);
  if (canary.outcome === "none") return yield* endWithoutCanary(before, phase, canary.shown, clock.now());
  if (canary.outcome === "unknown") return { checkpoint: before, end: canary.end };
  if (isMassLoss(missing, phase.rows) && before.heldBy !== before.generation - 1) {
    // So much at once looks more like lost access than like removals (hazard 27): a second walk has to agree.
    parts.logger.warn("walk.removals_held", { feedId, missing, rows: phase.rows });
    const held: WalkCheckpoint = { ...idleAfter(before, phase.rows, clock.now()), heldBy: before.generation };
    yield walkStep(held);
    return { checkpoint: held, end: { outcome: "waiting", until: clock.now() + timings.confirmGap } };
  }
  const notBefore = clock.now() + timings.confirmGap;
  const checkpoint: WalkCheckpoint = { ...before, phase: { ...phase, round: "second", notBefore } };
  yield walkStep(checkpoint);
  return { checkpoint, end: { outcome: "waiting", until: notBefore } };
}

async function* secondRound(
  parts: WalkParts,
  visit: Visit,
  before: WalkCheckpoint,
  phase: Confirming,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const { memory, notes, clock } = parts;
  const { feedId, instance } = visit.feed;
  const held = before.heldBy !== undefined;
  const missing = (await candidatesOf(parts, visit, before)).filter((one) => one.missing && (one.agreed || !held));
  for (let start = 0; start < missing.length; start += group) {
    const gone: { readonly id: string; readonly moment: Moment }[] = [];
    for (const { id } of missing.slice(start, start + group)) {
      const asked = await askCandidate(parts, visit, id);
      if (asked.outcome === "unknown") return { checkpoint: before, end: asked.end };
      if (asked.outcome !== "gone") await notes.settle(feedId, id);
      else gone.push({ id, moment: asked.moment });
    }
    if (gone.length === 0) continue;
    const canary = await askCanary(parts, visit, before);
    if (canary.outcome === "none") return yield* endWithoutCanary(before, phase, canary.shown, clock.now());
    if (canary.outcome === "unknown") return { checkpoint: before, end: canary.end };
    for (const { id, moment } of gone) {
      await memory.removed(instance, resourceOf(visit.feed), id, moment);
      await notes.settle(feedId, id);
    }
  }
  const done = idleAfter(before, phase.rows, clock.now());
  yield walkStep(done);
  return { checkpoint: done, end: { outcome: "done" } };
}

/**
 * Without a canary nothing can be concluded from this walk, now or later: another one begins, and where even the list was
 * empty, the next one in its turn.
 */
function* endWithoutCanary(
  before: WalkCheckpoint,
  { rows }: Confirming,
  shown: number,
  now: number,
): Generator<Step, WalkPassed, undefined> {
  const checkpoint: WalkCheckpoint =
    shown === 0 ? idleAfter(before, rows, now) : { ...before, phase: { name: "idle" } };
  yield walkStep(checkpoint);
  return { checkpoint, end: shown === 0 ? { outcome: "done" } : { outcome: "failed", reason: "no_canary" } };
}

async function candidatesOf(
  { notes }: WalkParts,
  { feed }: Visit,
  { generation }: WalkCheckpoint,
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for await (const candidate of notes.candidates(feed.feedId, generation)) candidates.push(candidate);
  return candidates;
}

function isMassLoss(missing: number, rows: number): boolean {
  return missing > Math.max(20, 0.02 * (rows + missing));
}

function idleAfter({ generation, limit, hidesInactive }: WalkCheckpoint, rows: number, now: number): WalkCheckpoint {
  return {
    generation,
    ...(limit !== undefined && { limit }),
    ...(hidesInactive !== undefined && { hidesInactive }),
    phase: { name: "idle" },
    completedAt: now,
    completedRows: rows,
  };
}
