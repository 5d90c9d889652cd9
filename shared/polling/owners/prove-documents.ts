import { pathOf } from "../../source/path-of.ts";
import type { SourceFailure } from "../../source/source.ts";
import type { Visit } from "../feed-reader.ts";
import { ownerPath } from "../journal/unresolved-owner.ts";
import { mostWitnesses, type WitnessQuestion } from "../removals/check-witness.ts";
import {
  askSuspected,
  type Candidate,
  type Confirmed,
  confirmMissing,
  groupsOf,
  proofState,
} from "../removals/removal-proof.ts";
import type { Incomplete } from "../rows/record-sink.ts";
import { unanswered } from "../rows/unanswered.ts";
import type { CompletedPass, DocumentCandidate } from "./owner-mirror.ts";
import type { OwnerParts } from "./owner-parts.ts";
import { weighMissing } from "./weigh-missing.ts";

/** What a hold of documents is named by. */
const heldAs = "document";

/** `undecided`: the ids that another pass has to decide; `unanswered`: those of them that the source didn't answer for. */
export type DocumentsProof =
  | {
      readonly outcome: "observed";
      readonly changed: number;
      readonly undecided: ReadonlySet<string>;
      readonly unanswered: ReadonlySet<string>;
    }
  | Incomplete;

/** How many documents that are due share a witness: more with each group, so that few requests get on, too. */
const firstGroup = 1;
const largestGroup = 16;

/**
 * Proves the documents that a completed pass didn't show to be gone, or there after all. With each pass a candidate goes
 * one question on; the pass whose list lacks it stands between the two questions and takes the first witness's place.
 */
export async function proveDocuments(
  parts: Pick<OwnerParts, "mirror" | "guard" | "clock" | "timings">,
  { source, feed }: Visit,
  pass: CompletedPass,
  witnesses: readonly WitnessQuestion[],
): Promise<DocumentsProof> {
  const { mirror, guard, clock, timings } = parts;
  const found = await mirror.missingDocuments(pass, source);
  if ("outcome" in found) return found;
  if (!pass.cascade) await guard.count(feed, heldAs, pass.seen.size + found.candidates.length);
  const at = { now: clock.now(), confirmGap: timings.confirmGap };
  const byState = Map.groupBy(found.candidates, (candidate) => stateOf(candidate, pass, at));
  const due = byState.get("due") ?? [];
  let { changed } = found;
  // What the journal recorded comes before what is suspected: an owner that keeps losing documents would else never conclude.
  const told = await confirmAll(
    source,
    due.filter(({ recorded }) => recorded),
    witnesses,
  );
  if (told.outcome === "stopped") return incompleteBecauseOf(told.failure);
  changed += told.changed;
  const nobodyAnswers = {
    undecided: new Set([...found.open, ...idsOf(found.candidates)]),
    unanswered: new Set<string>(),
  };
  if (told.outcome === "noWitness") return { outcome: "observed", changed, ...nobodyAnswers };
  const asked = await askSuspected(source, byState.get("suspected") ?? [], () => Promise.resolve(witnesses));
  if (asked.outcome === "stopped") return incompleteBecauseOf(asked.failure);
  changed += asked.changed;
  // The guard weighs what nobody recorded once all of it was asked for: of a mass loss it would else let the first few go.
  const unrecorded = due.filter(({ recorded }) => !recorded);
  const weighed = await weighMissing(parts, feed, heldAs, unrecorded, pass.unidentified);
  const confirmed = await confirmAll(source, weighed.free, witnesses);
  if (confirmed.outcome === "stopped") return incompleteBecauseOf(confirmed.failure);
  changed += confirmed.changed;
  if (confirmed.outcome === "noWitness") return { outcome: "observed", changed, ...nobodyAnswers };
  for (const candidate of weighed.dismissed) await candidate.forget();
  // What got no answer, though others did, is asked for by another pass.
  const passedOver = [...told.passedOver, ...(asked.passedOver?.candidates ?? []), ...confirmed.passedOver];
  const known = [...weighed.waiting, ...(byState.get("missing") ?? [])];
  const undecided = new Set([...found.open, ...idsOf([...known, ...asked.missing, ...passedOver])]);
  if ((pass.reopened || weighed.decided) && !weighed.held) await guard.release(pass.instance, heldAs, feed.feedId);
  return { outcome: "observed", changed, undecided, unanswered: idsOf(passedOver) };
}

const idsOf = (candidates: readonly Candidate[]): ReadonlySet<string> => new Set(candidates.map(({ id }) => id));

/** What nobody recorded is due only in a pass that began after the first question: its list stands between the two. */
function stateOf(
  { missingAt, recorded }: DocumentCandidate,
  { beganAt }: CompletedPass,
  at: Parameters<typeof proofState>[1],
): ReturnType<typeof proofState> {
  const state = proofState(missingAt, at);
  return state === "due" && !recorded && missingAt !== undefined && missingAt >= beganAt ? "missing" : state;
}

type Told =
  | {
      readonly outcome: "confirmed" | "noWitness";
      readonly changed: number;
      readonly passedOver: readonly Candidate[];
    }
  | Extract<Confirmed, { readonly outcome: "stopped" }>;

/** Asks for all of them a second time, in groups. */
async function confirmAll(
  source: Visit["source"],
  due: readonly DocumentCandidate[],
  witnesses: readonly WitnessQuestion[],
): Promise<Told> {
  let changed = 0;
  const passedOver: Candidate[] = [];
  for (const group of groupsOf(due, firstGroup, largestGroup)) {
    const confirmed = await confirmMissing(source, group, () => Promise.resolve(witnesses));
    if (confirmed.outcome === "stopped") return confirmed;
    changed += confirmed.changed;
    if (confirmed.outcome === "noWitness") return { outcome: "noWitness", changed, passedOver };
    changed += confirmed.removed;
    passedOver.push(...(confirmed.passedOver?.candidates ?? []));
  }
  return { outcome: "confirmed", changed, passedOver };
}

function incompleteBecauseOf(failure: SourceFailure | Incomplete): Incomplete {
  return failure.outcome === "incomplete" ? failure : { outcome: "incomplete", reason: unanswered(failure) };
}

/** Documents that a list showed just now, or where it showed none, the owner. */
export function documentWitnesses(
  { source }: Visit,
  owner: CompletedPass["owner"],
  shown: readonly string[],
): readonly WitnessQuestion[] {
  const paths = [...shown.slice(0, mostWitnesses).map((id) => pathOf("document", id)), ownerPath(owner) ?? []].flat();
  return paths.map((path) => () => source.one({ path }));
}
