import { defined } from "../../kernel/defined.ts";
import type { Source } from "../../source/source.ts";
import { checkWitness } from "./check-witness.ts";
import type { RemovalGuard } from "./removal-guard.ts";
import {
  askSuspected,
  type Candidate,
  type Confirmed,
  confirmMissing,
  type PassedOver,
  type Suspected,
  type Witnesses,
} from "./removal-proof.ts";

/** What a complete list no longer shows. */
export type Missed = {
  readonly instance: string;
  /** `person`, …, `document`, `folder`: what a hold of them is named by. */
  readonly heldAs: string;
  /** The feed, where many feeds prove a part of it each. */
  readonly feedId?: string;
  readonly candidates: readonly Candidate[];
  /** Answers for each candidate. */
  readonly source: Pick<Source, "one">;
  /** What was there a moment ago. */
  readonly witnesses: Witnesses;
  /** How many rows of the list had no readable id. Each may be one of the missing. */
  readonly unidentified: number;
  /** A hold that began before this (unix ms, our clock) releases what has been missing since before it: two lists agree. */
  readonly reviewedBefore: number;
  /**
   * The number of known records, if the list has all of them. Reading it takes so long that a first 404 has a witness of its own and
   * counts as a loss at once. Lists of owners are read again between the two questions, so only what is due counts.
   */
  readonly known?: number;
};

/**
 * What a decision says of what is missing: nothing is held, some is, two lists agree on what was, or an operator decided. `by`: it
 * concerns what has been missing since then (unix ms).
 */
type Weighed = { readonly hold: "none" | "held" | "reviewed" | "approved" | "dismissed"; readonly by: number };

/** Why nothing more could be concluded. `anyMissing`: some is missing while other questions stay open. */
type Ended =
  | Extract<Confirmed, { readonly outcome: "noWitness" }>
  | (Extract<Suspected, { readonly outcome: "stopped" }> & { readonly anyMissing: boolean });

/** `missing`: those that were asked for once. `heldBack`: those that are due and not to be removed yet. */
export type Proof =
  | {
      readonly outcome: "proven";
      readonly changed: number;
      readonly hold: Weighed["hold"];
      readonly missing: readonly Candidate[];
      readonly heldBack: readonly Candidate[];
      readonly passedOver: PassedOver | undefined;
    }
  | Ended;

/** What came of all groups so far. */
type Sum = { changed: number; passedOver: PassedOver | undefined };

/** How many candidates share a witness: more with each group, so that few requests get on, too. */
const [firstGroup, largestGroup] = [1, 16];

/** So many records of a hold are asked for before the walk ends: enough to judge by, from a source that may have lost them all. */
const askedOfHeld = 50;

const nothingHeld: Weighed = { hold: "none", by: Number.POSITIVE_INFINITY };

/**
 * Takes each candidate as far as it goes: what is suspected is asked for, what is missing is weighed (hazard 27), and what is
 * due and isn't held is asked for again and removed. Yields after each group of which some got an answer.
 */
export async function* proveRemovals(
  guard: Pick<RemovalGuard, "weigh">,
  missed: Missed,
): AsyncGenerator<undefined, Proof, undefined> {
  const { candidates, unidentified } = missed;
  const sum: Sum = { changed: 0, passedOver: undefined };
  const due = candidates.filter(({ state }) => state === "due");
  // What was recorded comes before what is suspected: an owner that keeps losing documents would never conclude.
  const recorded = due.filter((one) => one.recorded);
  const told = yield* confirmAll(missed, recorded, sum);
  if (told !== undefined) return told;
  const asked = yield* askAll(guard, missed, sum);
  if (asked.outcome !== "asked") return asked;
  // Weighed once all that is suspected was asked for: of a mass loss the first few would go otherwise.
  const unrecorded = due.filter((one) => !one.recorded);
  const { hold, by } = unrecorded.length === 0 ? asked.weighed : await weigh(guard, missed, unrecorded);
  const isConcerned = ({ missingAt }: Candidate) => missingAt !== undefined && missingAt <= by;
  const isFree = hold !== "none" || unrecorded.length > unidentified;
  const heldBack = isFree ? unrecorded.filter((one) => !isConcerned(one)) : unrecorded;
  const dismissed = hold === "dismissed" ? candidates.filter((one) => !one.recorded && isConcerned(one)) : [];
  const released = unrecorded.filter((one) => !heldBack.includes(one) && !dismissed.includes(one));
  const confirmed = yield* confirmAll(missed, released, sum);
  if (confirmed !== undefined) return confirmed;
  for (const candidate of dismissed) await candidate.forget();
  const missing = asked.missing.filter((one) => !dismissed.includes(one));
  return { outcome: "proven", ...sum, hold, missing, heldBack };
}

/** Asks for what is suspected, in groups. Where a first 404 counts at once, each group has a witness and is weighed. */
async function* askAll(
  guard: Pick<RemovalGuard, "weigh">,
  missed: Missed,
  sum: Sum,
): AsyncGenerator<
  undefined,
  { readonly outcome: "asked"; readonly missing: readonly Candidate[]; readonly weighed: Weighed } | Ended,
  undefined
> {
  const { candidates, source, witnesses, known } = missed;
  const suspected = candidates.filter(({ state }) => state === "suspected");
  // What earlier visits asked comes last and shares one witness: with one for each group of it, and before the others, a walk
  // that missed many spent all that a visit may on what it knew already, and never ended.
  const before = candidates.filter(({ state }) => state === "missing");
  let missing = before;
  let unasked = suspected.length;
  let weighed = nothingHeld;
  for (const some of [...groupsOf(suspected), ...(before.length === 0 ? [] : [before])]) {
    const asked = await askSuspected(source, some, witnesses);
    if (some !== before && answeredOf(asked, some) > 0) yield;
    if (asked.outcome === "stopped") return { ...asked, anyMissing: missing.length > 0 };
    add(sum, asked);
    if (some !== before) {
      missing = [...missing, ...asked.missing];
      unasked -= some.length;
    }
    if (known === undefined || asked.missing.length === 0) continue;
    const witness = await checkWitness(await witnesses());
    if (witness.outcome === "none") return { outcome: "noWitness", asked: witness.asked, changed: sum.changed };
    if (witness.outcome === "stopped") return { ...witness, answered: 0, anyMissing: false };
    weighed = await weigh(guard, missed, asked.missing, unasked);
    if (weighed.hold === "dismissed" || (weighed.hold === "held" && missing.length >= askedOfHeld)) break;
  }
  return { outcome: "asked", missing, weighed };
}

/** Asks for what is due again, in groups that share a witness, and removes what is gone. */
async function* confirmAll(
  { source, witnesses }: Missed,
  due: readonly Candidate[],
  sum: Sum,
): AsyncGenerator<undefined, Ended | undefined, undefined> {
  for (const some of groupsOf(due)) {
    const confirmed = await confirmMissing(source, some, witnesses);
    if (confirmed.outcome === "stopped") return { ...confirmed, anyMissing: false };
    if (confirmed.outcome === "noWitness") return { ...confirmed, changed: sum.changed + confirmed.changed };
    if (answeredOf(confirmed, some) > 0) yield;
    add(sum, { ...confirmed, changed: confirmed.changed + confirmed.removed });
  }
  return undefined;
}

function add(sum: Sum, { changed, passedOver }: { changed: number; passedOver?: PassedOver | undefined }): void {
  sum.changed += changed;
  if (passedOver === undefined) return;
  const candidates = [...(sum.passedOver?.candidates ?? []), ...passedOver.candidates];
  sum.passedOver = { candidates, failure: passedOver.failure };
}

async function weigh(
  guard: Pick<RemovalGuard, "weigh">,
  { instance, heldAs, feedId, known, reviewedBefore }: Missed,
  missing: readonly Candidate[],
  unasked?: number,
): Promise<Weighed> {
  const ids = missing.map(({ id }) => id);
  const decision = await guard.weigh({ instance, source: heldAs, ids, ...defined({ feedId, known, unasked }) });
  if (decision.verdict === "free") return nothingHeld;
  if (decision.verdict !== "held") return { hold: decision.verdict, by: decision.decidedAt };
  return decision.since > reviewedBefore ? { hold: "held", by: 0 } : { hold: "reviewed", by: reviewedBefore };
}

/** How many of the candidates that were asked for got an answer. */
function answeredOf(asked: Suspected | Confirmed, candidates: readonly Candidate[]): number {
  if (asked.outcome === "stopped") return asked.answered;
  return candidates.length - (asked.outcome === "noWitness" ? 0 : (asked.passedOver?.candidates.length ?? 0));
}

function* groupsOf(all: readonly Candidate[]): Generator<readonly Candidate[]> {
  for (let start = 0, size = firstGroup; start < all.length; start += size, size = Math.min(2 * size, largestGroup))
    yield all.slice(start, start + size);
}
