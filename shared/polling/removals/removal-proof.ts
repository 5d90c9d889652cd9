import { isRecent } from "../../kernel/is-recent.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import type { Moment, Source, SourceFailure } from "../../source/source.ts";
import { type Incomplete, type ObserveOutcome } from "../feed-reader.ts";
import { checkWitness, type WitnessQuestion } from "../rows/check-witness.ts";
import { recordRow } from "../rows/record-row.ts";

/** Folders can't be read by id, so their proof uses a stand-in that returns 404 for each folder that the list lacks. */
export type AskedSource = Pick<Source, "one">;

/**
 * The progress of a removal proof. No list of the source reports a removal (hazard 24), and one 404 proves nothing
 * (hazards 26, 27). So whatever a complete list no longer shows goes through these states:
 *
 *     suspected ──── 404 ───▶ missing ── confirmGap ──▶ due ── 404, and a witness answers ──▶ removed
 *         │                      │                       │ ▲
 *         │                      └──── too many ──▶ held ──┘  an operator approves, or a later list agrees
 *         └───── answers ──▶ present ◀──── answers ──────┘
 *
 * A 404 counts only with a problem document. A witness is also requested between the two 404s, unless the list that
 * lacks the candidate is read again between them. The `RemovalGuard` decides what is held.
 */
export type ProofState = "suspected" | "missing" | "held" | "due" | "present" | "removed";

/** Something that a complete list no longer shows. */
export type Candidate = {
  readonly id: string;
  readonly path: string;
  readonly state: Extract<ProofState, "suspected" | "missing" | "due">;
  /**
   * When the candidate was noted as missing or, in a walk, when the walk began (unix ms, our clock). A decision on a
   * hold concerns only candidates whose time is before the decision.
   */
  readonly missingAt: number | undefined;
  /** Whether the source recorded the removal or the owner is gone, so that lost access can't be the cause. */
  readonly recorded: boolean;
  /** `suspected` → `missing`. Stored immediately, so that even a visit with few requests makes progress. */
  noteMissing(): Promise<void>;
  /** → `present`: the record exists, as `row` shows, even though the list lacked it. */
  notePresent(row: RecordRow, moment: Moment): Promise<ObserveOutcome>;
  /** The response allows no conclusion, now or later. The candidate is dropped until another list lacks it. */
  drop(): Promise<void>;
  /** `missing` or `held` → no longer suspected, because an operator said that the record isn't gone. */
  forget(): Promise<void>;
  /** `due` → `removed`. */
  noteRemoved(moment: Moment): Promise<void>;
};

/**
 * A request got no usable response, so the pass ends here and continues at the next visit. `answered`: how many
 * candidates got a response before that.
 */
type Stopped = {
  readonly outcome: "stopped";
  readonly failure: SourceFailure | Incomplete;
  readonly answered: number;
};
/**
 * The candidates that got no response, and the failure of the last one. They are passed over and keep their state,
 * because one record that the source can't show must not hold up the others.
 */
export type PassedOver = { readonly candidates: readonly Candidate[]; readonly failure: SourceFailure | Incomplete };

type Gone = { readonly candidate: Candidate; readonly moment: Moment };

type Decided = {
  readonly outcome: "ok";
  readonly changed: number;
  readonly passedOver?: PassedOver | undefined;
};

export type Asked = (Decided & { readonly gone: readonly Gone[] }) | Stopped;

/** `changed` includes the removals. */
export type Confirmed =
  | Decided
  | { readonly outcome: "none"; readonly asked: number; readonly changed: number }
  | Stopped;

/**
 * `missingAt`: when the candidate's first 404 arrived (unix ms, our clock), if there was one. If our clock has been set
 * back by `confirmGap` or more since then, the age of that 404 is unknown, so the request is repeated.
 */
export function proofState(
  missingAt: number | undefined,
  { now, confirmGap }: { readonly now: number; readonly confirmGap: number },
): Extract<ProofState, "suspected" | "missing" | "due"> {
  if (missingAt === undefined || missingAt - now >= confirmGap) return "suspected";
  return isRecent(missingAt, confirmGap, now) ? "missing" : "due";
}

export type Witnesses = () => Promise<readonly WitnessQuestion[]>;

/** Removes the candidates that return 404 again, if a witness responds afterwards. */
export async function confirmMissing(
  source: AskedSource,
  due: readonly Candidate[],
  witnesses: Witnesses,
): Promise<Confirmed> {
  const asked = await askCandidates(source, due, witnesses);
  if (asked.outcome === "stopped") return asked;
  const { gone, changed, passedOver } = asked;
  if (gone.length === 0) return { outcome: "ok", changed, passedOver };
  const witness = await checkWitness(await witnesses());
  if (witness.outcome === "stopped") return { ...witness, answered: due.length - (passedOver?.candidates.length ?? 0) };
  if (witness.outcome === "none") return { outcome: "none", asked: witness.asked, changed };
  for (const { candidate, moment } of gone) await candidate.noteRemoved(moment);
  return { outcome: "ok", changed: changed + gone.length, passedOver };
}

/** After this many consecutive candidates without a response, the source may be down, so a witness is requested. */
const mostUnanswered = 2;

export async function askCandidates(
  source: AskedSource,
  candidates: readonly Candidate[],
  witnesses: Witnesses,
  onGone?: (candidate: Candidate) => Promise<void>,
): Promise<Asked> {
  const gone: Gone[] = [];
  let changed = 0;
  let passedOver: PassedOver | undefined;
  let inARow = 0;
  for (const [position, candidate] of candidates.entries()) {
    const question = await ask(source, candidate);
    if (question.outcome === "failed") {
      const { failure } = question;
      inARow += 1;
      const answered = position - (passedOver?.candidates.length ?? 0);
      const isPassedOver =
        isUnavailable(failure) && (inARow < mostUnanswered || (await checkWitness(await witnesses())).outcome === "ok");
      if (!isPassedOver) return { outcome: "stopped", failure, answered };
      if (inARow === mostUnanswered) inARow = 0;
      passedOver = { candidates: [...(passedOver?.candidates ?? []), candidate], failure };
      continue;
    }
    inARow = 0;
    if (question.outcome === "notFound") {
      await onGone?.(candidate);
      gone.push({ candidate, moment: question.moment });
    } else changed += question.changed;
  }
  return { outcome: "ok", gone, changed, passedOver };
}

type Question =
  | { readonly outcome: "notFound"; readonly moment: Moment }
  | { readonly outcome: "done"; readonly changed: number }
  | { readonly outcome: "failed"; readonly failure: SourceFailure | Incomplete };

async function ask(source: AskedSource, candidate: Candidate): Promise<Question> {
  const answer = await source.one({ path: candidate.path });
  if (answer.outcome === "notFound" && answer.problem) return { outcome: "notFound", moment: answer.moment };
  if (answer.outcome === "ok") {
    const row = recordRow(answer.value);
    if (row?.id === candidate.id) {
      const seen = await candidate.notePresent(row, answer.moment);
      return seen.outcome === "incomplete"
        ? { outcome: "failed", failure: seen }
        : { outcome: "done", changed: seen.changed };
    }
  } else if (answer.outcome !== "badRequest") return { outcome: "failed", failure: answer };
  // A candidate is dropped if its id is refused as malformed, or if the response isn't its record. If it were kept, it
  // would hold up all other candidates forever (hazard 66).
  await candidate.drop();
  return { outcome: "done", changed: 0 };
}

/** Whether the failure may concern only this candidate. Any other failure concerns all candidates. */
function isUnavailable(failure: SourceFailure | Incomplete): boolean {
  return failure.outcome === "unavailable" || (failure.outcome === "incomplete" && failure.reason === "unavailable");
}
