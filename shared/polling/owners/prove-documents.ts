import { pathOf } from "../../source/path-of.ts";
import type { SourceFailure } from "../../source/source.ts";
import type { Visit } from "../feed-reader.ts";
import { ownerPath } from "../journal/unresolved-owner.ts";
import { mostWitnesses, type WitnessQuestion } from "../removals/check-witness.ts";
import { askSuspected, confirmMissing, groupsOf, proofState } from "../removals/removal-proof.ts";
import type { Incomplete } from "../rows/record-sink.ts";
import { unanswered } from "../rows/unanswered.ts";
import type { CompletedPass, DocumentCandidate, OwnerOutcome } from "./owner-mirror.ts";
import type { OwnerParts } from "./owner-parts.ts";

/** What a hold of documents is named by. */
const heldAs = "document";

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
): Promise<OwnerOutcome> {
  const { mirror, guard, clock, timings } = parts;
  const found = await mirror.missingDocuments(pass);
  if (found === undefined) return { outcome: "incomplete", reason: "refused" };
  const at = { now: clock.now(), confirmGap: timings.confirmGap };
  const byState = Map.groupBy(found.candidates, ({ missingAt }) => proofState(missingAt, at));
  let changed = found.unplaced;
  // What got no answer, though others did, is asked for by another pass.
  let passedOver = false;
  // What is due comes before what is suspected: an owner that keeps losing documents would else ask and never conclude.
  const weighed = await weigh(parts, feed, byState.get("due") ?? []);
  for (const group of groupsOf(weighed.free, firstGroup, largestGroup)) {
    const confirmed = await confirmMissing(source, group, () => Promise.resolve(witnesses));
    if (confirmed.outcome === "stopped") return incompleteBecauseOf(confirmed.failure);
    changed += confirmed.changed;
    if (confirmed.outcome === "noWitness") return { outcome: "observed", changed, open: true };
    changed += confirmed.removed;
    passedOver ||= confirmed.passedOver !== undefined;
  }
  for (const candidate of weighed.dismissed) await candidate.forget();
  const asked = await askSuspected(source, byState.get("suspected") ?? [], () => Promise.resolve(witnesses));
  if (asked.outcome === "stopped") return incompleteBecauseOf(asked.failure);
  changed += asked.changed;
  passedOver ||= asked.passedOver !== undefined;
  const open = passedOver || weighed.waiting > 0 || asked.missing.length > 0 || byState.has("missing");
  if ((pass.reopened || weighed.decided) && !weighed.held) await guard.release(pass.instance, heldAs, feed.feedId);
  return { outcome: "observed", changed, open };
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

/** `waiting`: how many of what was weighed nothing is concluded of for now. */
type Weighed = {
  readonly free: readonly DocumentCandidate[];
  readonly dismissed: readonly DocumentCandidate[];
  readonly waiting: number;
  /** An operator decided on the hold that stands. */
  readonly decided: boolean;
  /** Some of it is held, and nobody decided. */
  readonly held: boolean;
};

/**
 * Holds back a mass loss (hazard 27), but nothing that the journal recorded or that went with its owner. What is missing
 * since before the hold's review is released by this pass, which agrees.
 */
async function weigh(
  { guard, clock, timings }: Pick<OwnerParts, "guard" | "clock" | "timings">,
  { instance, feedId }: Visit["feed"],
  due: readonly DocumentCandidate[],
): Promise<Weighed> {
  const [recorded, weighed] = [due.filter((one) => one.recorded), due.filter((one) => !one.recorded)];
  const none = { free: due, dismissed: [], waiting: 0, decided: false, held: false };
  if (weighed.length === 0) return none;
  const decision = await guard.weigh({ instance, source: heldAs, ids: weighed.map(({ id }) => id), feedId });
  if (decision.verdict === "free") return none;
  const held = decision.verdict === "held";
  // What was missing by then. What an operator said holds for that alone; later losses are counted anew.
  const reviewed = clock.now() - timings.heldReview;
  const by = held ? (decision.since <= reviewed ? reviewed : 0) : decision.decidedAt;
  const concerned = weighed.filter(({ missingAt = 0 }) => missingAt <= by);
  const isDismissed = decision.verdict === "dismissed";
  const waiting = weighed.length - concerned.length;
  return {
    free: isDismissed ? recorded : [...recorded, ...concerned],
    dismissed: isDismissed ? concerned : [],
    waiting,
    decided: !held,
    held: held && waiting > 0,
  };
}
