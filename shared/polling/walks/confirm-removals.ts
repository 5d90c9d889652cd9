import { defined } from "../../kernel/defined.ts";
import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import { endBecauseOf, mapped, type PassEnd, type Step, type Visit } from "../feed-reader.ts";
import { proveRemovals } from "../removals/prove-removals.ts";
import type { Candidate, PassedOver } from "../removals/removal-proof.ts";
import { mayPassOver, mostWitnesses, type WitnessQuestion } from "../rows/check-witness.ts";
import { recordPath } from "../rows/record-row.ts";
import {
  type Confirming,
  type WalkCheckpoint,
  type WalkParts,
  type WalkPassed,
  walkCompleted,
  walkStep,
} from "./walk-checkpoint.ts";

/**
 * The first round requests every candidate. The second round, `confirmGap` later, requests those that returned 404 in
 * the first. Each group of requests is a step even though the checkpoint doesn't change, because a walk that advances
 * slowly must not back off like one that fails.
 */
export async function* confirmRemovals(
  parts: WalkParts,
  visit: Visit,
  before: WalkCheckpoint,
  phase: Confirming,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const { guard, clock, timings } = parts;
  const now = clock.now();
  const latest = now + timings.confirmGap;
  if (phase.notBefore > latest) {
    // Our clock has been set back since the first round, so the time since then is unknown.
    yield walkStep({ ...before, phase: { ...phase, notBefore: latest } });
    return { outcome: "waiting", until: latest };
  }
  if (phase.notBefore > now) return { outcome: "waiting", until: phase.notBefore };
  const { instance } = visit.feed;
  const heldAs = resourceOf(visit.feed);
  const candidates = await candidatesOf(parts, visit, before, phase);
  const witnesses = () => witnessesOf(parts, visit, before);
  const reviewedBefore = phase.beganAt - timings.heldReview;
  const steps = proveRemovals(guard, {
    ...{ instance, heldAs, candidates, source: visit.source, witnesses, unidentified: 0, reviewedBefore },
    known: phase.rows + candidates.length,
  });
  const proof = yield* mapped(steps, () => walkStep(before));
  if (proof.outcome === "none") return yield* endWithoutWitness(before, phase, proof.asked, clock.now());
  if (proof.outcome === "stopped") {
    const standing = await guard.standing(instance, heldAs);
    // Held removals wait for a decision anyway, so the walk doesn't also wait for the missing response.
    const isHeld = proof.anyMissing && standing?.verdict === "held" && standing.since > reviewedBefore;
    if (isHeld && proof.failure.outcome !== "exhausted") return yield* holdWalk(parts, visit, before, phase);
    return endBecauseOf(proof.failure);
  }
  const { hold, missing, passedOver } = proof;
  if (hold === "held") return yield* holdWalk(parts, visit, before, phase);
  if (hold === "dismissed") return yield* end(parts, visit, before, phase, "dismissed");
  const waits = passedOver && (await waitsFor(parts, visit, passedOver, witnesses));
  if (waits !== undefined) return waits;
  // Each row without a readable id may be one of the missing records. So if there are at least as many such rows as
  // missing records, all missing records stay candidates for a later walk.
  if (missing.length <= (hold === "none" ? (phase.unidentified ?? 0) : 0))
    return yield* end(parts, visit, before, phase);
  const notBefore = clock.now() + timings.confirmGap;
  const second: Confirming = { ...phase, round: "second", notBefore };
  yield walkStep({ ...before, phase: second });
  return { outcome: "waiting", until: notBefore };
}

/**
 * Ends the walk with its removals held, because the number of missing records suggests lost access (hazard 27). The
 * walk is complete, and its missing records wait, marked as held, until an operator decides or a later walk agrees.
 */
function* holdWalk(
  { memory, notes, clock }: WalkParts,
  { feed }: Visit,
  before: WalkCheckpoint,
  phase: Confirming,
): Generator<Step, WalkPassed, undefined> {
  const now = clock.now();
  const checkpoint = { ...walkCompleted(before, phase, now), heldAt: before.heldAt ?? now };
  yield walkStep(checkpoint, async () => {
    for await (const { id, missing } of notes.candidates(feed.feedId, before.generation)) {
      if (missing) await memory.held(feed.instance, resourceOf(feed), id);
    }
  });
  return { outcome: "done" };
}

/**
 * Returns undefined if the walk can end without the candidates that got no response: a record that the source can never
 * show must not keep its walk from ending. The next walk requests these candidates again. The walk waits during the
 * first failures, because most faults are temporary, and during an outage, when no witness responds either.
 */
async function waitsFor(
  { logger }: WalkParts,
  { feed }: Visit,
  { candidates, failure }: PassedOver,
  witnesses: () => Promise<readonly WitnessQuestion[]>,
): Promise<PassEnd | undefined> {
  if ((await mayPassOver(feed, witnesses)) !== true) return endBecauseOf(failure);
  logger.warn("walk.candidates_unanswered", { feedId: feed.feedId, candidates: candidates.length });
  return undefined;
}

export async function witnessesOf(
  { notes }: WalkParts,
  { feed, source }: Visit,
  { generation }: WalkCheckpoint,
): Promise<readonly WitnessQuestion[]> {
  const shown = await notes.firstIds(feed.feedId, generation, mostWitnesses);
  return shown.map((id) => () => source.one({ path: recordPath(resourceOf(feed), id) }));
}

/**
 * Completes the walk, and closes its hold if there is one: the hold was released, or the missing records exist again.
 * Asks the guard whether there is a hold, because the visit that held the removals may have failed to save `heldAt`.
 * While candidates are noted, or if an operator dismissed them, the walk is undecided, because these records may be
 * gone.
 */
async function* end(
  { guard, clock, notes }: WalkParts,
  { feed }: Visit,
  before: WalkCheckpoint,
  phase: Confirming,
  dismissed?: "dismissed",
): AsyncGenerator<Step, WalkPassed, undefined> {
  const left = await notes.candidates(feed.feedId, before.generation).next();
  const isDecided = left.done === true && dismissed === undefined;
  const checkpoint = { ...walkCompleted(before, phase, clock.now()), decided: isDecided };
  const resource = resourceOf(feed);
  yield walkStep(checkpoint, async () => {
    if ((await guard.standing(feed.instance, resource)) !== undefined) await guard.close(feed.instance, resource);
  });
  if (dismissed !== undefined) return { outcome: "next", checkpoint };
  const { listedFrom: from } = phase;
  // What the list shows about a template isn't published while a read of the template by id disagrees.
  const agrees = before.askAgainAt === undefined;
  const lagged = before.lagged === true && { removalsOnly: true as const };
  const complete = agrees && isDecided && from !== undefined ? { from, lateness: 0, ...lagged } : undefined;
  return { outcome: "done", complete };
}

/**
 * Without a witness, this walk allows no conclusion. A new walk begins after the feed's backoff or, if the list was
 * empty, at its usual time.
 */
function* endWithoutWitness(
  before: WalkCheckpoint,
  phase: Confirming,
  asked: number,
  now: number,
): Generator<Step, WalkPassed, undefined> {
  const idle: WalkCheckpoint = { ...before, phase: { name: "idle" } };
  const { heldAt } = before;
  const completed = { ...walkCompleted(before, phase, now), ...defined({ heldAt }) };
  yield walkStep(asked === 0 ? completed : idle);
  return asked === 0 ? { outcome: "done" } : { outcome: "failed", reason: "no_canary" };
}

async function candidatesOf(
  { memory, notes, records }: WalkParts,
  { feed, source }: Visit,
  { generation }: WalkCheckpoint,
  { beganAt, round }: Confirming,
): Promise<readonly Candidate[]> {
  const { feedId, instance } = feed;
  const resource = resourceOf(feed);
  const candidates: Candidate[] = [];
  for await (const noted of notes.candidates(feedId, generation)) {
    const { id, missing, agreed } = noted;
    if (round === "second" && !missing) continue;
    const drop = () => notes.forget(feedId, id);
    candidates.push({
      id,
      state: round === "second" ? "due" : missing ? "missing" : "suspected",
      // A record that the previous walk also lacked counts as missing since before any decision on the hold, so every
      // decision concerns it.
      missingAt: agreed ? 0 : beganAt,
      recorded: false,
      path: recordPath(resource, id),
      noteMissing: () => notes.noteMissing(feedId, noted),
      notePresent: async (row, moment) => {
        const page = { instance, resource, moment, rows: [row], form: "full", detectedBy: "walk" } as const;
        const seen = await records.observeUnlisted({ ...page, draining: false }, source);
        if (seen.outcome === "observed") await drop();
        return seen;
      },
      drop,
      forget: async () => {
        await memory.released(instance, resource, id);
        await drop();
      },
      noteRemoved: async (moment) => {
        await memory.removed(instance, resource, id, moment);
        await drop();
      },
    });
  }
  return candidates;
}
