import type { RecordResource } from "../../kernel/catalogue.ts";
import { type Owner, resourceOfOwner } from "../../kernel/envelope.ts";
import type { CompletedPass, FolderTree } from "../../mirror/documents/owner-read.ts";
import { pathOf } from "../../source/path-of.ts";
import type { SourceFailure } from "../../source/source.ts";
import { endBecauseOf, type Incomplete, type ObserveOutcome, type PassEnd, type Visit } from "../feed-reader.ts";
import { type Missed, type Proof, proveRemovals } from "../removals/prove-removals.ts";
import type { Candidate } from "../removals/removal-proof.ts";
import { anyList, mayPassOver, mostWitnesses, unanswered, type WitnessQuestion } from "../rows/check-witness.ts";
import { ownerPath } from "../rows/record-row.ts";
import type { OwnerDocuments } from "./owner-checkpoint.ts";
import type { OwnerParts } from "./owner-parts.ts";

type Parts = {
  readonly guard: OwnerParts["guard"];
  readonly clock: OwnerParts["clock"];
  readonly timings: OwnerParts["timings"];
};
type Part = Pick<Visit["feed"], "instance" | "feedId" | "drained">;

/** `undecided`: the ids that another pass must decide about. `unanswered`: the undecided ids that got no response. */
export type OwnerProof =
  | {
      readonly outcome: "observed";
      readonly changed: number;
      readonly undecided: ReadonlySet<string>;
      readonly unanswered: ReadonlySet<string>;
    }
  | Incomplete;

/**
 * Each pass advances a candidate by one request. The list that lacks the document is read between the two requests for
 * it, and replaces the first witness.
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
 * Folders can't be read by id, so complete lists decide. A journal entry about a folder's deletion, or the removal of
 * the owner, replaces the whole proof. A row without a readable id may be any folder, so a list with such a row proves
 * no removal.
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
  const changed = outcome.changed + proof.changed;
  return { ...outcome, changed, ...(proof.undecided.size > 0 && { open: true }) };
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
  if (proof.outcome === "none")
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

export function documentWitnesses(
  { source }: Visit,
  owner: CompletedPass["owner"],
  shown: readonly string[],
): readonly WitnessQuestion[] {
  const paths = [...shown.slice(0, mostWitnesses).map((id) => pathOf("document", id)), ownerPath(owner) ?? []].flat();
  return paths.map((path) => () => source.one({ path }));
}

const unavailable: PassEnd = { outcome: "failed", reason: "unavailable" };

/**
 * Returns the resource whose walk proves that the owner is gone. Returns undefined for a phase, which isn't a record.
 * Also returns undefined if the feed's last visit found the owner gone, so that a parked feed doesn't request the walk
 * at each visit.
 */
export function walkAskedFor({ lastError }: Visit["feed"], owner: Owner): RecordResource | undefined {
  return lastError === "owner_gone" ? undefined : resourceOfOwner(owner);
}

/**
 * A gone owner's journal is also gone (docs/partner-api.md#owner-deleted), so the owner's last snapshot is all that is
 * known about its documents. These documents are read by id, and published as removed (`cascade`, hazard 34). The
 * owner's own removal must be published before that: lost access makes many owners look gone, and the removal guard
 * then holds their removals (hazard 27). A document whose read by id never gets a response delays only its own removal.
 */
export async function resolveGoneOwner(
  parts: OwnerParts,
  visit: Visit,
  owner: Owner,
  { snapshot }: OwnerDocuments,
): Promise<"removed" | "unproven" | PassEnd> {
  const { owners, guard, quarantine, clock, timings } = parts;
  const { feed, source } = visit;
  if (!(await owners.ownerIsGone(feed.instance, owner))) return "unproven";
  const read = {
    instance: feed.instance,
    owner,
    draining: false,
    baseline: false,
    notes: snapshot.notes,
    foldersDeleted: false,
    foldersAdded: [],
  };
  // There is no proof that a phase is gone, so its documents are treated like those that a list no longer shows.
  const cascade = owner.subOwner !== "phase";
  const reopened = snapshot.againAt !== undefined;
  const pass = {
    ...read,
    seen: new Set<string>(),
    beganAt: Number.MAX_SAFE_INTEGER,
    cascade,
    reopened,
    unidentified: 0,
  };
  // The usual witness is the owner, which is gone.
  const proven = await proveDocuments(parts, visit, pass, [anyList(source)]);
  if (proven.outcome === "incomplete") return endBecauseOf(proven);
  const { changed, undecided, unanswered } = proven;
  if (undecided.size > unanswered.size) return { outcome: "waiting", until: clock.now() + timings.confirmGap };
  if (unanswered.size > 0) {
    const goesOn = await mayPassOver(feed, () => Promise.resolve([anyList(source)]));
    if (goesOn !== true) return goesOn === "exhausted" ? { outcome: "yielded" } : unavailable;
    // A later visit to the parked feed requests the unanswered documents again.
    const rows = [...unanswered].map((id) => ({ id }));
    await quarantine.keep(feed.instance, feed.feedId, rows, "unanswered");
  }
  // A phase without removed documents may merely be invisible, and its folders can't be requested.
  if (cascade || (changed > 0 && unanswered.size === 0)) {
    const moment = { beganAt: Number.MAX_SAFE_INTEGER, asOf: 0 };
    const tree = { ...read, moment, rows: [], shown: new Set<string>(), unidentified: 0, ownerIsGone: true };
    await observeFolders(parts, visit, tree, reopened);
  }
  for (const source of ["document", "folder"]) await guard.count(feed, source, 0);
  return "removed";
}
