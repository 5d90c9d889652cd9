import { definedJson } from "../../kernel/defined-json.ts";
import type { FieldChange, Owner } from "../../kernel/envelope.ts";
import type { Table } from "../../kernel/ports/table.ts";
import type { OwnerFeeds } from "../../schedule/feeds/owner-feeds.ts";
import type { MirrorItem } from "../mirror-item.ts";
import { putOf, type WriteOutcome } from "../write-item.ts";
import { isSameOwner, ownerKeyOf, ownerOfKey, type Placements, placementOf } from "./placement.ts";
import type { PlacementRows } from "./placement-rows.ts";

export type DocumentWriteParts = {
  readonly mirror: Table;
  readonly rows: PlacementRows;
  readonly dirty: Pick<OwnerFeeds, "markDirty">;
  readonly subOwners: KnownSubOwners;
};

/**
 * Rows of new placements are put before the item is written, and rows of former placements are removed after it. So
 * every placement has its row even after a crash. `reading` is the owner whose feed is being read.
 */
export async function writeDocument(
  { mirror, rows, dirty, subOwners }: DocumentWriteParts,
  previous: MirrorItem | undefined,
  next: MirrorItem,
  reading?: Owner,
): Promise<WriteOutcome> {
  const certain = [reading, previous?.owner].filter((one) => one !== undefined);
  const put = putOf(previous, await withNamedOwners(subOwners, next, certain));
  if (typeof put === "string") return put;
  const { instance, id } = next;
  const [before, after] = [heldPlacements(previous), heldPlacements(next)];
  await rows.add(instance, id, before, after);
  const touched = ownersToMark(previous, next);
  // Owners are marked before the write. If they were marked after it, a crash in between would leave them unmarked. A
  // needless mark costs only the requests of one snapshot.
  if (touched.length > 0) await dirty.markDirty(instance, touched);
  const [outcome = "conflict"] = await mirror.put([put]);
  if (outcome === "written") await rows.drop(instance, id, before, after);
  return outcome;
}

/**
 * The primary owner needs a row even if only another owner's list has shown the document. Without this row, the bridge
 * would never notice that a document was deleted before the primary owner's list had shown it.
 */
function heldPlacements(item: MirrorItem | undefined): Placements {
  if (item === undefined || item.state === "deleted") return {};
  const { primary, placements } = placementOf(item);
  return { [ownerKeyOf(primary)]: [""], ...placements };
}

/** A relocation or a removal changes these owners' lists, but their own feeds may not say so (hazards 47, 48). */
function ownersToMark(previous: MirrorItem | undefined, next: MirrorItem) {
  if (previous === undefined) return [];
  const [before, after] = [placementOf(previous), placementOf(next)];
  const others = Object.keys(before.placements).map(ownerOfKey);
  if (next.state === "deleted" && previous.state !== "deleted")
    return others.filter((owner) => !isSameOwner(owner, before.primary));
  if (isSameOwner(before.primary, after.primary)) return [];
  return [...new Map([before.primary, after.primary].map((owner) => [ownerKeyOf(owner), owner])).values()];
}

type KnownSubOwners = {
  /** The owners that are known to be activities or phases. */
  known(instance: string, owners: readonly Owner[]): Promise<readonly Owner[]>;
};

/**
 * The source calls activities and phases projects, but an event must not. Owners in `certain` already have their
 * `subOwner`; other projects are looked up.
 */
export async function withNamedOwners(
  subOwners: KnownSubOwners,
  next: MirrorItem,
  certain: readonly Owner[],
): Promise<MirrorItem> {
  const newest = next.changeLog.at(-1);
  const mentioned = [next.owner, ...(newest?.facts ?? []).map(({ owner }) => owner)].filter((one) => one !== undefined);
  const doubtful = mentioned.filter(
    (one) => one.type === "Project" && !certain.some((other) => isSameOwner(one, other)),
  );
  const found = doubtful.length === 0 ? [] : await subOwners.known(next.instance, doubtful);
  const named = [...certain, ...found].filter(({ subOwner }) => subOwner !== undefined);
  if (named.length === 0) return next;
  const nameOf = (owner: Owner | undefined) => owner && (named.find((other) => isSameOwner(owner, other)) ?? owner);
  const facts = newest?.facts.map((fact) => ({
    ...fact,
    owner: nameOf(fact.owner),
    changes:
      fact.type === "document.relocated"
        ? fact.changes?.map((change) => relocationOf(change, nameOf(next.owner)))
        : fact.changes,
  }));
  const changeLog = next.changeLog.map((entry) => (entry === newest && facts ? { ...entry, facts } : entry));
  return { ...next, owner: nameOf(next.owner), changeLog };
}

/** Only the new owner needs a `subOwner`. The previous owner came from the item, where it already has one. */
function relocationOf(change: FieldChange, to: Owner | undefined): FieldChange {
  return to === undefined ? change : { ...change, to: definedJson(to) };
}
