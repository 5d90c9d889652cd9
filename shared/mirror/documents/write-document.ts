import type { Owner } from "../../kernel/envelope.ts";
import type { Table } from "../../kernel/ports/table.ts";
import type { OwnerFeeds } from "../../schedule/feeds/owner-feeds.ts";
import type { MirrorItem } from "../mirror-item.ts";
import { putOf, type WriteOutcome } from "../write-item.ts";
import { type KnownSubOwners, withNamedOwners } from "./named-owners.ts";
import { isSameOwner, ownerKeyOf, ownerOfKey, type Placements, placementOf } from "./placement.ts";
import type { PlacementRows } from "./placement-rows.ts";

export type DocumentWriteParts = {
  readonly mirror: Pick<Table, "put">;
  readonly rows: PlacementRows;
  readonly dirty: Pick<OwnerFeeds, "markDirty">;
  readonly subOwners: KnownSubOwners;
};

/**
 * Writes a document's item by compare-and-set, between the rows that find it under its owners: new ones are put before it
 * and old ones removed after it, so that a crash never leaves a placement without its row. `reading`: whose feed it comes
 * from.
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
  // Marked before the write: a crash after it would leave them clean, while a needless snapshot costs only requests.
  if (touched.length > 0) await dirty.markDirty(instance, touched);
  const [outcome = "conflict"] = await mirror.put([put]);
  if (outcome === "written") await rows.drop(instance, id, before, after);
  return outcome;
}

/**
 * Says where the document is found under its owners. Its primary owner holds it even while only another one's list has shown it: without
 * a row there, nobody would miss a document that is deleted before its own owner's list is read.
 */
function heldPlacements(item: MirrorItem | undefined): Placements {
  if (item === undefined || item.state === "deleted") return {};
  const { primary, placements } = placementOf(item);
  return { [ownerKeyOf(primary)]: [""], ...placements };
}

/** Owners whose lists a relocation or a removal changed, though their own feeds don't say so (hazards 47, 48). */
function ownersToMark(previous: MirrorItem | undefined, next: MirrorItem) {
  if (previous === undefined) return [];
  const [before, after] = [placementOf(previous), placementOf(next)];
  const others = Object.keys(before.placements).map(ownerOfKey);
  if (next.state === "deleted" && previous.state !== "deleted")
    return others.filter((owner) => !isSameOwner(owner, before.primary));
  if (isSameOwner(before.primary, after.primary)) return [];
  return [...new Map([before.primary, after.primary].map((owner) => [ownerKeyOf(owner), owner])).values()];
}
