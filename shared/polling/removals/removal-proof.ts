import type { RemovalReason } from "../../kernel/envelope.ts";
import { isRecent } from "../../kernel/is-recent.ts";
import type { Moment, Source, SourceFailure } from "../../source/source.ts";
import { recordRow } from "../rows/record-row.ts";
import type { Incomplete, ObserveOutcome, RecordRow } from "../rows/record-sink.ts";
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
 * go through the same states; folders can't be read by id, so two complete lists stand for the two 404s.
 */
export type ProofState = "suspected" | "missing" | "held" | "due" | "present" | "removed";

/** Something that a complete list no longer shows. Each kind says where it is read, and keeps what was found of it. */
export type Candidate = {
  readonly id: string;
  /** The path at which it is read by id. */
  readonly path: string;
  /** It was asked for once, and answered 404. */
  readonly missing: boolean;
  /** `suspected` → `missing`; kept at once, so that a visit of few requests gets on, too. */
  noteMissing(): Promise<void>;
  /** → `present`: it is there, as `row` says, though no list showed it. */
  notePresent(row: RecordRow, moment: Moment): Promise<ObserveOutcome>;
  /** Nothing can be concluded from its answer, now or later: it is dropped until another list lacks it. */
  drop(): Promise<void>;
  /** `due` → `removed`. */
  noteRemoved(moment: Moment): Promise<void>;
};

/** A question stayed open: the pass ends here, and goes on with the next visit. Those before it, `answered` many, were decided. */
type Stopped = {
  readonly outcome: "stopped";
  readonly failure: SourceFailure | Incomplete;
  readonly answered: number;
};
type Gone = { readonly candidate: Candidate; readonly moment: Moment };

export type Suspected =
  /** `missing`: those that are gone by now, with the ones that were missing before. */
  { readonly outcome: "asked"; readonly missing: readonly Candidate[]; readonly changed: number } | Stopped;

export type Confirmed =
  | { readonly outcome: "confirmed"; readonly removed: number; readonly changed: number }
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

/** Why something counts as removed. Nothing but the owner's removal or an entry of its journal distinguishes gone from hidden. */
export function removalReason({
  cascade,
  recorded,
}: {
  readonly cascade: boolean;
  readonly recorded: boolean;
}): RemovalReason {
  if (cascade) return "cascade";
  return recorded ? "journal" : "not_found_or_no_access";
}

/** Asks for each suspected candidate for the first time. */
export async function askSuspected(source: Source, candidates: readonly Candidate[]): Promise<Suspected> {
  const asked = await askFor(
    source,
    candidates.filter(({ missing }) => !missing),
    (candidate) => candidate.noteMissing(),
  );
  if (asked.outcome === "stopped") return asked;
  const gone = asked.gone.map(({ candidate }) => candidate);
  return {
    outcome: "asked",
    changed: asked.changed,
    missing: [...candidates.filter(({ missing }) => missing), ...gone],
  };
}

/**
 * Asks for each candidate that is due a second time, and removes what is gone again while a witness answers. `witnesses`
 * gives what was there a moment ago.
 */
export async function confirmMissing(
  source: Source,
  due: readonly Candidate[],
  witnesses: () => Promise<readonly WitnessQuestion[]>,
): Promise<Confirmed> {
  const asked = await askFor(source, due);
  if (asked.outcome === "stopped") return asked;
  const { gone, changed } = asked;
  if (gone.length === 0) return { outcome: "confirmed", removed: 0, changed };
  const witness = await checkWitness(await witnesses());
  if (witness.outcome === "stopped") return { ...witness, answered: due.length };
  if (witness.outcome === "none") return { outcome: "noWitness", asked: witness.asked, changed };
  for (const { candidate, moment } of gone) await candidate.noteRemoved(moment);
  return { outcome: "confirmed", removed: gone.length, changed };
}

/** Candidates in groups that share a witness: `first` of them, then twice as many each time, `largest` at most. */
export function* groupsOf<T>(all: readonly T[], first: number, largest: number): Generator<readonly T[]> {
  for (let start = 0, size = first; start < all.length; start += size, size = Math.min(2 * size, largest))
    yield all.slice(start, start + size);
}

async function askFor(
  source: Source,
  candidates: readonly Candidate[],
  onGone?: (candidate: Candidate) => Promise<void>,
): Promise<{ readonly outcome: "asked"; readonly gone: readonly Gone[]; readonly changed: number } | Stopped> {
  const gone: Gone[] = [];
  let changed = 0;
  for (const [answered, candidate] of candidates.entries()) {
    const answer = await source.one({ path: candidate.path });
    if (answer.outcome === "notFound" && answer.problem) {
      await onGone?.(candidate);
      gone.push({ candidate, moment: answer.moment });
      continue;
    }
    // An id that is malformed by now, or answers for another record, would hold up all others for ever (hazard 66).
    if (answer.outcome === "badRequest") {
      await candidate.drop();
      continue;
    }
    if (answer.outcome !== "ok") return { outcome: "stopped", failure: answer, answered };
    const row = recordRow(answer.value);
    if (row?.id !== candidate.id) {
      await candidate.drop();
      continue;
    }
    const seen = await candidate.notePresent(row, answer.moment);
    if (seen.outcome === "incomplete") return { outcome: "stopped", failure: seen, answered };
    changed += seen.changed;
  }
  return { outcome: "asked", gone, changed };
}
