import { defined } from "../../kernel/defined.ts";
import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import { endBecauseOf, type PassEnd, type Step, type Visit } from "../feed-reader.ts";
import { checkWitness, mostWitnesses, type WitnessQuestion } from "../removals/check-witness.ts";
import {
  askSuspected,
  type Candidate,
  type Confirmed,
  confirmMissing,
  groupsOf,
  type PassedOver,
  type Suspected,
} from "../removals/removal-proof.ts";
import { recordPath } from "../rows/record-path.ts";
import { mayPassOver } from "../rows/unanswered.ts";
import { holdWalk } from "./held-walk.ts";
import { type Confirming, type WalkCheckpoint, walkCompleted } from "./walk-checkpoint.ts";
import { type WalkParts, type WalkPassed, walkStep } from "./walk-parts.ts";

/** How many candidates share one witness: few at first, so that a visit of few requests decides some. */
const [firstGroup, largestGroup] = [1, 10];

/** So many records of a hold are asked for before the walk ends: enough to judge by, from a source that may have lost them all. */
const askedOfHeld = 50;

/**
 * Decides, for each record that a walk missed, whether it is gone or still there. It asks for every candidate in a
 * first round and, `confirmGap` later, for those that answered 404 in a second round. The next visit asks again about
 * everything that couldn't be decided. Each group that was asked is a step, though the checkpoint stays as it is: a walk that
 * gets on, a few candidates a visit, must not back off as one that fails at the same place again and again.
 */
export async function* confirmRemovals(
  parts: WalkParts,
  visit: Visit,
  before: WalkCheckpoint,
  phase: Confirming,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const now = parts.clock.now();
  const latest = now + parts.timings.confirmGap;
  if (phase.notBefore > latest) {
    // Our clock was set back since the first round, and nobody knows how long ago that was.
    const checkpoint: WalkCheckpoint = { ...before, phase: { ...phase, notBefore: latest } };
    yield walkStep(checkpoint);
    return { checkpoint, end: { outcome: "waiting", until: latest } };
  }
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
  const { guard, clock, timings } = parts;
  const { instance } = visit.feed;
  const source = resourceOf(visit.feed);
  const candidates = await candidatesOf(parts, visit, before);
  let released = phase.released;
  const suspected = groupsOf(
    candidates.filter((one) => !one.missing),
    firstGroup,
    largestGroup,
  );
  // What earlier visits asked comes last and shares one witness: with one for each group of it, and before the others, a walk
  // that missed many spent all that a visit may on what it knew already, and never ended.
  const known = candidates.filter((one) => one.missing);
  const witnesses = () => witnessesOf(parts, visit, before);
  let passedOver: PassedOver | undefined;
  let missing = known.length;
  let unasked = candidates.length - known.length;
  const standing = await guard.standing(instance, source);
  let isHeld = standing?.verdict === "held" && phase.beganAt < standing.since + timings.heldReview;
  for (const some of [...suspected, ...(known.length === 0 ? [] : [known])]) {
    const asked = await askSuspected(visit.source, some, witnesses);
    if (some !== known && answeredOf(asked, some) > 0) yield walkStep(before);
    if (asked.outcome === "stopped") {
      // What waits for a decision anyway doesn't wait for an answer as well.
      if (isHeld && missing > 0 && asked.failure.outcome !== "exhausted")
        return yield* holdWalk(parts, visit, before, phase);
      return { checkpoint: before, end: endBecauseOf(asked.failure) };
    }
    passedOver = asked.passedOver ?? passedOver;
    if (some !== known) unasked -= some.length;
    if (asked.missing.length === 0) continue;
    const witness = await checkWitness(await witnesses());
    if (witness.outcome === "none") return yield* endWithoutWitness(before, phase, witness.asked, clock.now());
    if (witness.outcome === "stopped") return { checkpoint: before, end: endBecauseOf(witness.failure) };
    if (some !== known) missing += asked.missing.length;
    const ids = asked.missing.map(({ id }) => id);
    const weighed = await guard.weigh({ instance, source, ids, unasked, known: phase.rows + candidates.length });
    if (weighed.verdict === "dismissed") return yield* holdWalk(parts, visit, before, phase);
    if (weighed.verdict === "approved") released = "approved";
    const agreed = weighed.verdict === "held" && phase.beganAt >= weighed.since + timings.heldReview;
    if (agreed) released ??= "agreed";
    isHeld = weighed.verdict === "held" && !agreed;
    if (isHeld && missing >= askedOfHeld) break;
  }
  if (isHeld && missing > 0) return yield* holdWalk(parts, visit, before, phase);
  const waits = passedOver && (await waitsFor(parts, visit, passedOver, witnesses));
  if (waits !== undefined) return { checkpoint: before, end: waits };
  if (missing === 0) return yield* end(parts, visit, before, phase);
  // Each row without a readable id may be one of the missing records. They stay candidates, and a later walk asks again.
  if (missing <= (phase.unidentified ?? 0) && released === undefined) {
    const checkpoint = walkCompleted(before, phase, clock.now());
    yield walkStep(checkpoint);
    return { checkpoint, end: { outcome: "done" } };
  }
  const notBefore = clock.now() + timings.confirmGap;
  const second: Confirming = { ...phase, round: "second", notBefore, ...defined({ released }) };
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
  // What an operator dismisses in between isn't removed: the next visit carries that out.
  const standing = await parts.guard.standing(visit.feed.instance, resourceOf(visit.feed));
  if (standing?.verdict === "dismissed") return yield* holdWalk(parts, visit, before, phase);
  const witnesses = () => witnessesOf(parts, visit, before);
  const due = (await candidatesOf(parts, visit, before)).filter(
    (one) => one.missing && (one.agreed || phase.released !== "agreed"),
  );
  let passedOver: PassedOver | undefined;
  for (const some of groupsOf(due, firstGroup, largestGroup)) {
    const confirmed = await confirmMissing(visit.source, some, witnesses);
    if (confirmed.outcome === "stopped") return { checkpoint: before, end: endBecauseOf(confirmed.failure) };
    if (confirmed.outcome === "noWitness")
      return yield* endWithoutWitness(before, phase, confirmed.asked, parts.clock.now());
    if (answeredOf(confirmed, some) > 0) yield walkStep(before);
    passedOver = confirmed.passedOver ?? passedOver;
  }
  const waits = passedOver && (await waitsFor(parts, visit, passedOver, witnesses));
  if (waits !== undefined) return { checkpoint: before, end: waits };
  return yield* end(parts, visit, before, phase);
}

/** How many of the candidates that were asked for got an answer. */
function answeredOf(asked: Suspected | Confirmed, candidates: readonly Candidate[]): number {
  if (asked.outcome === "stopped") return asked.answered;
  return candidates.length - (asked.outcome === "noWitness" ? 0 : (asked.passedOver?.candidates.length ?? 0));
}

/**
 * How the visit ends because candidates got no answer; undefined where they are left to the next walk, which misses them
 * again and asks again: a record that the source can never show must not keep its walk from ending. The first failures
 * are waited for, since most faults pass, and so is an outage, in which no witness answers either.
 */
async function waitsFor(
  { logger }: Pick<WalkParts, "logger">,
  { feed }: Visit,
  { candidates, failure }: PassedOver,
  witnesses: () => Promise<readonly WitnessQuestion[]>,
): Promise<PassEnd | undefined> {
  if ((await mayPassOver(feed, witnesses)) !== true) return endBecauseOf(failure);
  logger.warn("walk.candidates_unanswered", { feedId: feed.feedId, candidates: candidates.length });
  return undefined;
}

/** Picks records that the walk did show. */
async function witnessesOf(
  { notes }: WalkParts,
  { feed, source }: Visit,
  { generation }: WalkCheckpoint,
): Promise<readonly WitnessQuestion[]> {
  const shown: string[] = [];
  for await (const page of notes.pages(feed.feedId, generation)) {
    shown.push(...page);
    if (shown.length >= mostWitnesses) break;
  }
  return shown.slice(0, mostWitnesses).map((id) => () => source.one({ path: recordPath(resourceOf(feed), id) }));
}

/**
 * Completes the walk and closes its hold: either the hold was released, or the missing records are there again. The guard
 * is asked whether one stands, since a visit that held the removals may have been unable to save that in its walk.
 */
function* end(
  { guard, clock }: WalkParts,
  { feed }: Visit,
  before: WalkCheckpoint,
  phase: Confirming,
): Generator<Step, WalkPassed, undefined> {
  const checkpoint = walkCompleted(before, phase, clock.now());
  const resource = resourceOf(feed);
  yield walkStep(checkpoint, async () => {
    if ((await guard.standing(feed.instance, resource)) !== undefined) await guard.close(feed.instance, resource);
  });
  return { checkpoint, end: { outcome: "done" } };
}

/**
 * Without a witness, nothing can ever be concluded from this walk. Another walk begins at once or, where the list
 * itself was empty, in its turn.
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
  const checkpoint = asked === 0 ? completed : idle;
  yield walkStep(checkpoint);
  return { checkpoint, end: asked === 0 ? { outcome: "done" } : { outcome: "failed", reason: "no_canary" } };
}

/** The records that the walk missed, from its notes; `agreed` means that the walk before missed the record too. */
async function candidatesOf(
  { memory, notes }: WalkParts,
  { feed, source }: Visit,
  { generation }: WalkCheckpoint,
): Promise<(Candidate & { readonly agreed: boolean })[]> {
  const { feedId, instance } = feed;
  const resource = resourceOf(feed);
  const candidates: (Candidate & { readonly agreed: boolean })[] = [];
  for await (const noted of notes.candidates(feedId, generation)) {
    const { id, missing, agreed } = noted;
    const drop = () => notes.forget(feedId, id);
    candidates.push({
      id,
      missing,
      agreed,
      path: recordPath(resource, id),
      noteMissing: () => notes.noteMissing(feedId, noted),
      notePresent: async (row, moment) => {
        const seen = await memory.unlisted(instance, resource, row, moment, source);
        if (seen.outcome === "observed") await drop();
        return seen;
      },
      drop,
      noteRemoved: async (moment) => {
        await memory.removed(instance, resource, id, moment);
        await drop();
      },
    });
  }
  return candidates;
}
