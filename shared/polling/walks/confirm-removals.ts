import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import type { Moment } from "../../source/source.ts";
import type { Step, Visit } from "../feed-reader.ts";
import { checkCandidate, checkWitness } from "./check-candidate.ts";
import { holdWalk } from "./held-walk.ts";
import { type Confirming, type WalkCheckpoint, walkCompleted } from "./walk-checkpoint.ts";
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
  const { notes, guard, clock, timings } = parts;
  const { feedId, instance } = visit.feed;
  const candidates = await candidatesOf(parts, visit, before);
  let missing = 0;
  let released = phase.released;
  for (const some of groupsOf(candidates)) {
    const gone: string[] = [];
    for (const candidate of some) {
      if (!candidate.missing) {
        const asked = await checkCandidate(parts, visit, candidate.id);
        if (asked.outcome === "unknown") return { checkpoint: before, end: asked.end };
        if (asked.outcome !== "gone") {
          await notes.settle(feedId, candidate.id);
          continue;
        }
        await notes.noteMissing(feedId, candidate);
      }
      gone.push(candidate.id);
    }
    if (gone.length === 0) continue;
    const canary = await checkWitness(parts, visit, before);
    if (canary.outcome === "none") return yield* endWithoutCanary(before, phase, canary.shown, clock.now());
    if (canary.outcome === "unknown") return { checkpoint: before, end: canary.end };
    missing += gone.length;
    const source = resourceOf(visit.feed);
    const weighed = await guard.weigh({ instance, source, ids: gone, known: phase.rows + candidates.length });
    if (weighed.verdict === "approved") released = "approved";
    const agreed = weighed.verdict === "held" && phase.beganAt >= weighed.since + timings.heldReview;
    if (agreed) released ??= "agreed";
    else if (weighed.verdict === "held" || weighed.verdict === "dismissed")
      return yield* holdWalk(parts, visit, before, phase);
  }
  if (missing === 0) return yield* end(parts, visit, before, phase);
  const notBefore = clock.now() + timings.confirmGap;
  const second: Confirming = { ...phase, round: "second", notBefore, ...(released !== undefined && { released }) };
  const checkpoint: WalkCheckpoint = { ...before, phase: second };
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
  const missing = (await candidatesOf(parts, visit, before)).filter(
    (one) => one.missing && (one.agreed || phase.released !== "agreed"),
  );
  for (const some of groupsOf(missing)) {
    const gone: { readonly id: string; readonly moment: Moment }[] = [];
    for (const { id } of some) {
      const asked = await checkCandidate(parts, visit, id);
      if (asked.outcome === "unknown") return { checkpoint: before, end: asked.end };
      if (asked.outcome !== "gone") await notes.settle(feedId, id);
      else gone.push({ id, moment: asked.moment });
    }
    if (gone.length === 0) continue;
    const canary = await checkWitness(parts, visit, before);
    if (canary.outcome === "none") return yield* endWithoutCanary(before, phase, canary.shown, clock.now());
    if (canary.outcome === "unknown") return { checkpoint: before, end: canary.end };
    for (const { id, moment } of gone) {
      await memory.removed(instance, resourceOf(visit.feed), id, moment);
      await notes.settle(feedId, id);
    }
  }
  return yield* end(parts, visit, before, phase);
}

/** The walk's end. A hold ends with it: it was released, or what was missing is there again. */
function* end(
  { guard, clock }: WalkParts,
  { feed }: Visit,
  before: WalkCheckpoint,
  phase: Confirming,
): Generator<Step, WalkPassed, undefined> {
  const checkpoint = walkCompleted(before, phase, clock.now());
  const wasHeld = before.heldAt !== undefined || phase.released !== undefined;
  yield walkStep(checkpoint, async () => {
    if (wasHeld) await guard.settle(feed.instance, resourceOf(feed));
  });
  return { checkpoint, end: { outcome: "done" } };
}

/**
 * Without a canary nothing can be concluded from this walk, now or later: another one begins, and where even the list was
 * empty, the next one in its turn.
 */
function* endWithoutCanary(
  before: WalkCheckpoint,
  phase: Confirming,
  shown: number,
  now: number,
): Generator<Step, WalkPassed, undefined> {
  const idle: WalkCheckpoint = { ...before, phase: { name: "idle" } };
  const { heldAt } = before;
  const completed = { ...walkCompleted(before, phase, now), ...(heldAt !== undefined && { heldAt }) };
  const checkpoint = shown === 0 ? completed : idle;
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

function* groupsOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += group) yield all.slice(start, start + group);
}
