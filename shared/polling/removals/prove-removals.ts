import { defined } from "../../kernel/defined.ts";
import { checkWitness } from "../rows/check-witness.ts";
import type { RemovalGuard } from "./removal-guard.ts";
import {
  type Asked,
  type AskedSource,
  askCandidates,
  type Candidate,
  type Confirmed,
  confirmMissing,
  type PassedOver,
  type Witnesses,
} from "./removal-proof.ts";

export type Missed = {
  readonly instance: string;
  /** The resource to which the records belong (`person`, …, `document`, `folder`). Their hold is named after it. */
  readonly heldAs: string;
  /** The feed, if each of many feeds proves a part of the resource's removals. */
  readonly feedId?: string;
  readonly candidates: readonly Candidate[];
  readonly source: AskedSource;
  readonly witnesses: Witnesses;
  /** The number of rows in the list that have no readable id. Each may be one of the missing records. */
  readonly unidentified: number;
  /** If a hold began by this time (unix ms), what was missing by then is released, because two lists agree. */
  readonly reviewedBefore: number;
  /**
   * The number of known records, if the list has all records of the resource. Such a list takes a long time to read, so
   * the first 404s of a group of candidates count as losses as soon as a witness has responded. An owner's lists are
   * read again between the two requests for a candidate, so only due candidates count as losses.
   */
  readonly known?: number;
};

/**
 * `reviewed`: a later list agrees with the one that led to the hold. The decision concerns the records that were
 * missing by `by` (unix ms).
 */
type Weighed = { readonly hold: "none" | "held" | "reviewed" | "approved" | "dismissed"; readonly by: number };

/** `anyMissing`: a candidate's first request got no usable response, and other candidates are missing. */
type Ended =
  | Extract<Confirmed, { readonly outcome: "none" }>
  | (Extract<Asked, { readonly outcome: "stopped" }> & { readonly anyMissing: boolean });

/**
 * `missing`: candidates that returned 404 once and wait for their second request. `heldBack`: candidates that are due
 * but must not be removed yet.
 */
export type Proof =
  | {
      readonly outcome: "done";
      readonly changed: number;
      readonly hold: Weighed["hold"];
      readonly missing: readonly Candidate[];
      readonly heldBack: readonly Candidate[];
      readonly passedOver: PassedOver | undefined;
    }
  | Ended;

type Sum = { changed: number; passedOver: PassedOver | undefined };

/**
 * The candidates of a group share a witness. The first group is small, so that even a visit with few requests makes
 * progress. Later groups are larger, to save requests for witnesses.
 */
const [firstGroup, largestGroup] = [1, 16];

/**
 * While removals are held, requests stop when this many records are missing, which is enough for an operator's
 * decision. If the source has lost all its records, requesting each would take too long.
 */
const askedOfHeld = 50;

const nothingHeld: Weighed = { hold: "none", by: Number.POSITIVE_INFINITY };

/** Advances each candidate as far as possible. Yields after each group that got a response. */
export async function* proveRemovals(guard: RemovalGuard, missed: Missed): AsyncGenerator<undefined, Proof, undefined> {
  const { candidates, unidentified } = missed;
  const sum: Sum = { changed: 0, passedOver: undefined };
  if (candidates.length === 0) return { outcome: "done", ...sum, hold: "none", missing: [], heldBack: [] };
  const due = candidates.filter(({ state }) => state === "due");
  // Recorded removals come first. Otherwise, an owner that keeps losing documents could spend its requests on new
  // candidates and never confirm a removal.
  const recorded = due.filter((one) => one.recorded);
  const ended = yield* confirmAll(missed, recorded, sum);
  if (ended !== undefined) return ended;
  const asked = yield* askAll(guard, missed, sum);
  if (asked.outcome !== "ok") return asked;
  // Due candidates are weighed only after all suspected ones have been requested. If they were weighed first, the first
  // few records of a mass loss would be removed.
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
  return { outcome: "done", ...sum, hold, missing, heldBack };
}

async function* askAll(
  guard: RemovalGuard,
  missed: Missed,
  sum: Sum,
): AsyncGenerator<
  undefined,
  { readonly outcome: "ok"; readonly missing: readonly Candidate[]; readonly weighed: Weighed } | Ended,
  undefined
> {
  const { candidates, source, witnesses, known } = missed;
  const suspected = candidates.filter(({ state }) => state === "suspected");
  // Candidates whose first 404 an earlier visit noted come last, as one group with one witness. If each small group of
  // them needed a witness, a walk with many missing records would spend all its requests on witnesses and never end.
  const before = candidates.filter(({ state }) => state === "missing");
  let missing = before;
  let unasked = suspected.length;
  let weighed = nothingHeld;
  for (const some of [...groupsOf(suspected), before]) {
    let gone = some;
    if (some !== before) {
      const asked = await askCandidates(source, some, witnesses, (candidate) => candidate.noteMissing());
      if (answeredOf(asked, some) > 0) yield;
      if (asked.outcome === "stopped") return { ...asked, anyMissing: missing.length > 0 };
      add(sum, asked);
      gone = asked.gone.map(({ candidate }) => candidate);
      missing = [...missing, ...gone];
      unasked -= some.length;
    }
    if (known === undefined || gone.length === 0) continue;
    const witness = await checkWitness(await witnesses());
    if (witness.outcome === "none") return { outcome: "none", asked: witness.asked, changed: sum.changed };
    if (witness.outcome === "stopped") return { ...witness, answered: 0, anyMissing: false };
    weighed = await weigh(guard, missed, gone, unasked);
    if (weighed.hold === "dismissed" || (weighed.hold === "held" && missing.length >= askedOfHeld)) break;
  }
  return { outcome: "ok", missing, weighed };
}

async function* confirmAll(
  { source, witnesses }: Missed,
  due: readonly Candidate[],
  sum: Sum,
): AsyncGenerator<undefined, Ended | undefined, undefined> {
  for (const some of groupsOf(due)) {
    const confirmed = await confirmMissing(source, some, witnesses);
    if (confirmed.outcome === "stopped") return { ...confirmed, anyMissing: false };
    if (confirmed.outcome === "none") return { ...confirmed, changed: sum.changed + confirmed.changed };
    if (answeredOf(confirmed, some) > 0) yield;
    add(sum, confirmed);
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
  guard: RemovalGuard,
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

function answeredOf(asked: Asked | Confirmed, candidates: readonly Candidate[]): number {
  if (asked.outcome === "stopped") return asked.answered;
  return candidates.length - (asked.outcome === "none" ? 0 : (asked.passedOver?.candidates.length ?? 0));
}

function* groupsOf(all: readonly Candidate[]): Generator<readonly Candidate[]> {
  for (let start = 0, size = firstGroup; start < all.length; start += size, size = Math.min(2 * size, largestGroup))
    yield all.slice(start, start + size);
}
