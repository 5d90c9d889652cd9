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

/** How many documents that are due share a witness: more with each group, so that few requests get on, too. */
const firstGroup = 1;
const largestGroup = 16;

/**
 * Proves the documents that a completed pass didn't show to be gone, or there after all. With each pass a candidate goes
 * one question on; the pass whose list lacks it stands between the two questions and takes the first witness's place.
 */
export async function proveDocuments(
  { mirror, guard, clock, timings }: Pick<OwnerParts, "mirror" | "guard" | "clock" | "timings">,
  { source }: Visit,
  pass: CompletedPass,
  witnesses: readonly WitnessQuestion[],
): Promise<OwnerOutcome> {
  const found = await mirror.missingDocuments(pass);
  if (found === undefined) return { outcome: "incomplete", reason: "refused" };
  const at = { now: clock.now(), confirmGap: timings.confirmGap };
  const byState = Map.groupBy(found.candidates, ({ missingAt }) => proofState(missingAt, at));
  const asked = await askSuspected(source, byState.get("suspected") ?? []);
  if (asked.outcome === "stopped") return incompleteBecauseOf(asked.failure);
  let changed = found.unplaced + asked.changed;
  let open = asked.missing.length > 0 || byState.has("missing");
  const due = byState.get("due") ?? [];
  const weighed = await weigh(guard, pass.instance, due);
  open ||= weighed.held;
  for (const group of groupsOf(weighed.free, firstGroup, largestGroup)) {
    const confirmed = await confirmMissing(source, group, () => Promise.resolve(witnesses));
    if (confirmed.outcome === "stopped") return incompleteBecauseOf(confirmed.failure);
    changed += confirmed.changed;
    if (confirmed.outcome === "noWitness") return { outcome: "observed", changed, open: true };
    changed += confirmed.removed;
  }
  // What an operator said holds for what was held; later losses are counted anew.
  if (weighed.decided) await guard.close(pass.instance, "document");
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

type Weighed = { readonly free: readonly DocumentCandidate[]; readonly held: boolean; readonly decided: boolean };

/** Holds back a mass loss (hazard 27), but nothing that the journal recorded or that went with its owner. */
async function weigh(
  guard: OwnerParts["guard"],
  instance: string,
  due: readonly DocumentCandidate[],
): Promise<Weighed> {
  const ids = due.filter(({ recorded }) => !recorded).map(({ id }) => id);
  if (ids.length === 0) return { free: due, held: false, decided: false };
  const { verdict } = await guard.weigh({ instance, source: "document", ids });
  const decided = verdict === "approved" || verdict === "dismissed";
  const held = verdict !== "free" && verdict !== "approved";
  return { free: held ? due.filter(({ recorded }) => recorded) : due, held, decided };
}
