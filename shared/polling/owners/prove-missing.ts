import type { CompletedPass, FolderTree } from "../../mirror/documents/owner-read.ts";
import { pathOf } from "../../source/path-of.ts";
import type { SourceFailure } from "../../source/source.ts";
import type { Visit } from "../feed-reader.ts";
import { ownerPath } from "../journal/unresolved-owner.ts";
import type { Incomplete, ObserveOutcome } from "../observe/observed.ts";
import { mostWitnesses, type WitnessQuestion } from "../removals/check-witness.ts";
import { type Missed, type Proof, proveRemovals } from "../removals/prove-removals.ts";
import type { Candidate } from "../removals/removal-proof.ts";
import { unanswered } from "../rows/unanswered.ts";
import type { OwnerParts } from "./owner-parts.ts";

type Parts = {
  readonly guard: OwnerParts["guard"];
  readonly clock: OwnerParts["clock"];
  readonly timings: Pick<OwnerParts["timings"], "heldReview">;
};
/** Whose documents or folders they are. */
type Part = Pick<Visit["feed"], "instance" | "feedId" | "drained">;

/** `undecided`: the ids that another pass has to decide; `unanswered`: those of them that the source didn't answer for. */
export type OwnerProof =
  | {
      readonly outcome: "observed";
      readonly changed: number;
      readonly undecided: ReadonlySet<string>;
      readonly unanswered: ReadonlySet<string>;
    }
  | Incomplete;

/**
 * Proves the documents that a completed pass didn't show to be gone, or there after all. With each pass a candidate goes
 * one question on; the pass whose list lacks it stands between the two questions and takes the first witness's place.
 */
export async function proveDocuments(
  parts: Parts & { readonly mirror: Pick<OwnerParts["mirror"], "missingDocuments"> },
  { source, feed }: Visit,
  pass: CompletedPass,
  witnesses: readonly WitnessQuestion[],
): Promise<OwnerProof> {
  const found = await parts.mirror.missingDocuments(pass, source);
  if ("outcome" in found) return found;
  const { candidates, open } = found;
  if (!pass.cascade) await parts.guard.count(feed, "document", pass.seen.size + candidates.length);
  const list = { candidates, source, witnesses, unidentified: pass.unidentified };
  const proof = await proven(parts, feed, "document", list, pass.reopened);
  if (proof.outcome === "incomplete") return proof;
  const undecided = new Set([...open, ...proof.undecided]);
  return { ...proof, changed: found.changed + proof.changed, undecided };
}

/**
 * Brings an owner's folder list into the mirror, and proves what it lacks to be gone. Folders can't be read by id: complete lists
 * answer for them, and an entry of the journal takes the place of the whole proof. A row without a readable id may be any
 * folder, so such a list removes none.
 */
export async function observeFolders(
  parts: Parts & { readonly mirror: Pick<OwnerParts["mirror"], "observeFolders"> },
  { feed }: { readonly feed: Part },
  tree: FolderTree,
  reopened: boolean,
): Promise<ObserveOutcome> {
  const { outcome, candidates } = await parts.mirror.observeFolders(tree);
  if (outcome.outcome === "incomplete") return outcome;
  const { moment, shown, ownerIsGone } = tree;
  if (!ownerIsGone) await parts.guard.count(feed, "folder", shown.size + candidates.length);
  const list = {
    candidates,
    source: { one: () => Promise.resolve({ outcome: "notFound", problem: true, moment } as const) },
    witnesses: [() => Promise.resolve({ outcome: "ok", value: undefined, moment } as const)],
    unidentified: tree.unidentified === 0 ? 0 : Number.POSITIVE_INFINITY,
  };
  const proof = await proven(parts, feed, "folder", list, reopened);
  if (proof.outcome === "incomplete") return proof;
  const open = outcome.open === true || proof.undecided.size > 0;
  return { ...outcome, changed: outcome.changed + proof.changed, ...(open && { open }) };
}

/** `reopened`: the pass before left something undecided, so its removals may have been held. */
async function proven(
  { guard, clock, timings }: Parts,
  { instance, feedId }: Part,
  heldAs: "document" | "folder",
  {
    witnesses,
    ...list
  }: Pick<Missed, "candidates" | "source" | "unidentified"> & {
    readonly witnesses: readonly WitnessQuestion[];
  },
  reopened: boolean,
): Promise<OwnerProof> {
  const proof = await lastOf(
    proveRemovals(guard, {
      ...{ ...list, instance, heldAs, feedId, witnesses: () => Promise.resolve(witnesses) },
      reviewedBefore: clock.now() - timings.heldReview,
    }),
  );
  if (proof.outcome === "stopped") return incompleteBecauseOf(proof.failure);
  const { changed } = proof;
  if (proof.outcome === "noWitness")
    return { outcome: "observed", changed, undecided: idsOf(list.candidates), unanswered: new Set() };
  const { hold, missing, heldBack, passedOver } = proof;
  const unanswered = idsOf(passedOver?.candidates ?? []);
  const undecided = new Set([...idsOf([...missing, ...heldBack]), ...unanswered]);
  const isDecided = hold === "approved" || hold === "dismissed";
  const isHeld = hold !== "none" && !isDecided && heldBack.length > 0;
  if ((reopened || isDecided) && !isHeld) await guard.release(instance, heldAs, feedId);
  return { outcome: "observed", changed, undecided, unanswered };
}

async function lastOf(steps: AsyncGenerator<undefined, Proof, undefined>): Promise<Proof> {
  for (;;) {
    const next = await steps.next();
    if (next.done === true) return next.value;
  }
}

const idsOf = (candidates: readonly Candidate[]): ReadonlySet<string> => new Set(candidates.map(({ id }) => id));

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
