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
/** The feed of the documents or folders. */
type Part = Pick<Visit["feed"], "instance" | "feedId" | "drained">;

/**
 * `undecided`: the ids that another pass must decide. `unanswered`: those of them for which the source didn't respond.
 */
export type OwnerProof =
  | {
      readonly outcome: "observed";
      readonly changed: number;
      readonly undecided: ReadonlySet<string>;
      readonly unanswered: ReadonlySet<string>;
    }
  | Incomplete;

/**
 * Proves whether documents that a completed pass didn't show are gone. Each pass advances a candidate by one request.
 * The pass whose list lacks the document comes between the two requests and replaces the first witness.
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
 * Stores an owner's folder list in the mirror, and proves that the missing folders are gone. Folders can't be read by
 * id, so complete lists decide. A journal entry, or the removal of the owner, replaces the whole proof. A row without a
 * readable id may be any folder, so a list with such a row removes none.
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

/** `reopened`: the previous pass left something undecided, so its removals may have been held. */
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

/** The first documents that a list has just shown, and then the owner. */
export function documentWitnesses(
  { source }: Visit,
  owner: CompletedPass["owner"],
  shown: readonly string[],
): readonly WitnessQuestion[] {
  const paths = [...shown.slice(0, mostWitnesses).map((id) => pathOf("document", id)), ownerPath(owner) ?? []].flat();
  return paths.map((path) => () => source.one({ path }));
}
