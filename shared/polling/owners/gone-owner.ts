import type { RecordResource } from "../../kernel/catalogue.ts";
import { type Owner, resourceOfOwner } from "../../kernel/envelope.ts";
import { endBecauseOf, type PassEnd, type Visit } from "../feed-reader.ts";
import { anyList } from "../removals/check-witness.ts";
import { mayPassOver } from "../rows/unanswered.ts";
import type { OwnerDocuments } from "./owner-checkpoint.ts";
import type { OwnerParts } from "./owner-parts.ts";
import { observeFolders, proveDocuments } from "./prove-missing.ts";

const unavailable: PassEnd = { outcome: "failed", reason: "unavailable" };

/** The resource whose walk proves that the owner is gone. The walk is requested once. */
export function walkAskedFor({ failures }: Visit["feed"], owner: Owner): RecordResource | undefined {
  return failures === 0 ? resourceOfOwner(owner) : undefined;
}

/**
 * Handles an owner that is gone, together with the feed that recorded its documents
 * (docs/partner-api.md#owner-deleted): its last snapshot is all that is known about them. Those documents are read by
 * id, and published as removed with the reason `cascade` (hazard 34). The owner's own removal must be published before
 * that: lost access makes many owners look gone, and the removal guard then holds their removals (hazard 27). A
 * document for which the source never responds delays only its own removal.
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
  // The usual witness would be the owner, which is gone.
  const proven = await proveDocuments(parts, visit, pass, [anyList(source)]);
  if (proven.outcome === "incomplete") return endBecauseOf(proven);
  const { changed, undecided, unanswered } = proven;
  if (undecided.size > unanswered.size) return { outcome: "waiting", until: clock.now() + timings.confirmGap };
  if (unanswered.size > 0) {
    const goesOn = await mayPassOver(feed, () => Promise.resolve([anyList(source)]));
    if (goesOn !== true) return goesOn === "exhausted" ? { outcome: "yielded" } : unavailable;
    // The parked feed is tried again later, and requests them again.
    const rows = [...unanswered].map((id) => ({ id }));
    await quarantine.keep(feed.instance, feed.feedId, rows, "unanswered");
  }
  // A phase without removed documents may only be invisible, and its folders can't be requested.
  if (cascade || (changed > 0 && unanswered.size === 0)) {
    const moment = { beganAt: Number.MAX_SAFE_INTEGER, asOf: 0 };
    const tree = { ...read, moment, rows: [], shown: new Set<string>(), unidentified: 0, ownerIsGone: true };
    await observeFolders(parts, visit, tree, reopened);
  }
  for (const source of ["document", "folder"]) await guard.count(feed, source, 0);
  return "removed";
}
