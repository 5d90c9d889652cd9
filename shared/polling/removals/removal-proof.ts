import { isRecent } from "../../kernel/is-recent.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import type { Moment, Source, SourceFailure } from "../../source/source.ts";
import type { Incomplete, ObserveOutcome } from "../observe/observed.ts";
import { recordRow } from "../rows/record-row.ts";
import { checkWitness, type WitnessQuestion } from "./check-witness.ts";

/**
 * How far the proof is that something is gone. No list of the source reports a removal (hazard 24), and one 404 proves
 * nothing (hazards 26, 27), so whatever a complete list no longer shows goes through these states:
 *
 *     suspected ──── 404 ───▶ missing ── confirmGap ──▶ due ── 404, and a witness answers ──▶ removed
 *         │                      │                       │ ▲
 *         │                      └──── too many ──▶ held ──┘  an operator approves, or a later list agrees
 *         └───── answers ──▶ present ◀──── answers ──────┘
 *
 * A 404 counts only with a problem document. A witness is asked for between the two 404s as well, unless the list that
 * lacks the candidate was itself read in between. The RemovalGuard decides what is held. Records, documents and folders
 * go through the same states (`proveRemovals`); folders can't be read by id, so their list answers for them.
 */
export type ProofState = "suspected" | "missing" | "held" | "due" | "present" | "removed";

/** Something that a complete list no longer shows. Each kind says where it is read, and keeps what was found of it. */
export type Candidate = {
  readonly id: string;
  /** The path at which it is read by id. */
  readonly path: string;
  readonly state: Extract<ProofState, "suspected" | "missing" | "due">;
  /** When it was first missed (unix ms, our clock): a decision on held removals concerns what was missing by then. */
  readonly missingAt: number | undefined;
  /** The source recorded its removal, or its owner is gone: lost access can't be what hides it. */
  readonly recorded: boolean;
  /** `suspected` → `missing`; kept at once, so that a visit of few requests gets on, too. */
  noteMissing(): Promise<void>;
  /** → `present`: it is there, as `row` says, though no list showed it. */
  notePresent(row: RecordRow, moment: Moment): Promise<ObserveOutcome>;
  /** Nothing can be concluded from its answer, now or later: it is dropped until another list lacks it. */
  drop(): Promise<void>;
  /** `missing` or `held` → not even suspected: an operator said that it isn't gone. */
  forget(): Promise<void>;
  /** `due` → `removed`. */
  noteRemoved(moment: Moment): Promise<void>;
};

/**
 * A question stayed open: the pass ends here, and goes on with the next visit. Of those before it, `answered` many were
 * decided.
 */
type Stopped = {
  readonly outcome: "stopped";
  readonly failure: SourceFailure | Incomplete;
  readonly answered: number;
};
/**
 * The candidates that got no answer while others did, and what the last of them met. Each stays as it was, since one record
 * that the source can't show must not hold up the others.
 */
export type PassedOver = { readonly candidates: readonly Candidate[]; readonly failure: SourceFailure | Incomplete };

type Gone = { readonly candidate: Candidate; readonly moment: Moment };

export type Suspected =
  /** `missing`: those that are gone by now, with the ones that were missing before. */
  | {
      readonly outcome: "asked";
      readonly missing: readonly Candidate[];
      readonly changed: number;
      readonly passedOver?: PassedOver | undefined;
    }
  | Stopped;

export type Confirmed =
  | {
      readonly outcome: "confirmed";
      readonly removed: number;
      readonly changed: number;
      readonly passedOver?: PassedOver | undefined;
    }
  /** None of the `asked` witnesses answered: nothing was concluded. */
  | { readonly outcome: "noWitness"; readonly asked: number; readonly changed: number }
  | Stopped;

/**
 * The state of a candidate whose first 404 was at `missingAt` (unix ms, our clock), if there was one. Where our clock was set back
 * since, nobody knows how long ago that is, so the candidate is asked for the first time again.
 */
export function proofState(
  missingAt: number | undefined,
  { now, confirmGap }: { readonly now: number; readonly confirmGap: number },
): Extract<ProofState, "suspected" | "missing" | "due"> {
  if (missingAt === undefined || missingAt - now >= confirmGap) return "suspected";
  return isRecent(missingAt, confirmGap, now) ? "missing" : "due";
}

export type Witnesses = () => Promise<readonly WitnessQuestion[]>;

/** Asks for each suspected candidate for the first time. `witnesses` gives what was there a moment ago. */
export async function askSuspected(
  source: Pick<Source, "one">,
  candidates: readonly Candidate[],
  witnesses: Witnesses,
): Promise<Suspected> {
  const suspected = candidates.filter(({ state }) => state === "suspected");
  const asked = await askFor(source, suspected, witnesses, (candidate) => candidate.noteMissing());
  if (asked.outcome === "stopped") return asked;
  const gone = asked.gone.map(({ candidate }) => candidate);
  return {
    outcome: "asked",
    changed: asked.changed,
    passedOver: asked.passedOver,
    missing: [...candidates.filter(({ state }) => state !== "suspected"), ...gone],
  };
}

/**
 * Asks for each candidate that is due a second time, and removes what is gone again while a witness answers. `witnesses`
 * gives what was there a moment ago.
 */
export async function confirmMissing(
  source: Pick<Source, "one">,
  due: readonly Candidate[],
  witnesses: Witnesses,
): Promise<Confirmed> {
  const asked = await askFor(source, due, witnesses);
  if (asked.outcome === "stopped") return asked;
  const { gone, changed, passedOver } = asked;
  if (gone.length === 0) return { outcome: "confirmed", removed: 0, changed, passedOver };
  const witness = await checkWitness(await witnesses());
  if (witness.outcome === "stopped") return { ...witness, answered: due.length - (passedOver?.candidates.length ?? 0) };
  if (witness.outcome === "none") return { outcome: "noWitness", asked: witness.asked, changed };
  for (const { candidate, moment } of gone) await candidate.noteRemoved(moment);
  return { outcome: "confirmed", removed: gone.length, changed, passedOver };
}

type Asked = {
  readonly outcome: "asked";
  readonly gone: readonly Gone[];
  readonly changed: number;
  readonly passedOver?: PassedOver | undefined;
};

/** When so many candidates in a row get no answer, it may be an outage, and a witness is asked whether it is. */
const mostUnanswered = 2;

async function askFor(
  source: Pick<Source, "one">,
  candidates: readonly Candidate[],
  witnesses: Witnesses,
  onGone?: (candidate: Candidate) => Promise<void>,
): Promise<Asked | Stopped> {
  const gone: Gone[] = [];
  let changed = 0;
  let passedOver: PassedOver | undefined;
  let inARow = 0;
  for (const [position, candidate] of candidates.entries()) {
    const question = await ask(source, candidate);
    if (question.outcome === "open") {
      const { failure } = question;
      inARow += 1;
      const answered = position - (passedOver?.candidates.length ?? 0);
      const isPassedOver =
        isUnavailable(failure) &&
        (inARow < mostUnanswered || (await checkWitness(await witnesses())).outcome === "alive");
      if (!isPassedOver) return { outcome: "stopped", failure, answered };
      if (inARow === mostUnanswered) inARow = 0;
      passedOver = { candidates: [...(passedOver?.candidates ?? []), candidate], failure };
      continue;
    }
    inARow = 0;
    if (question.outcome === "gone") {
      await onGone?.(candidate);
      gone.push({ candidate, moment: question.moment });
    } else changed += question.changed;
  }
  return { outcome: "asked", gone, changed, passedOver };
}

type Question =
  | { readonly outcome: "gone"; readonly moment: Moment }
  | { readonly outcome: "decided"; readonly changed: number }
  | { readonly outcome: "open"; readonly failure: SourceFailure | Incomplete };

async function ask(source: Pick<Source, "one">, candidate: Candidate): Promise<Question> {
  const answer = await source.one({ path: candidate.path });
  if (answer.outcome === "notFound" && answer.problem) return { outcome: "gone", moment: answer.moment };
  if (answer.outcome === "ok") {
    const row = recordRow(answer.value);
    if (row?.id === candidate.id) {
      const seen = await candidate.notePresent(row, answer.moment);
      return seen.outcome === "incomplete"
        ? { outcome: "open", failure: seen }
        : { outcome: "decided", changed: seen.changed };
    }
  } else if (answer.outcome !== "badRequest") return { outcome: "open", failure: answer };
  // An id that is malformed by now, or answers for another record, would hold up all others for ever (hazard 66).
  await candidate.drop();
  return { outcome: "decided", changed: 0 };
}

/** Whether an answer may come later, or never for this candidate alone; any other failure concerns them all. */
function isUnavailable(failure: SourceFailure | Incomplete): boolean {
  return failure.outcome === "unavailable" || (failure.outcome === "incomplete" && failure.reason === "unavailable");
}
