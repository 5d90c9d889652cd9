import { absent, type Condition, type Table } from "../../kernel/ports/table.ts";
import type { QuarantinedRow } from "../../polling/rows/record-sink.ts";
import { fittedItem } from "../fitted-item.ts";
import type { MirrorItem } from "../mirror-item.ts";
import type { DirtyOwners } from "../mirror-ports.ts";
import { storedItem } from "../stored-item.ts";
import type { PlacementRows } from "./placement-rows.ts";
import { isSameOwner, ownerKeyOf, ownerOfKey, placingOf } from "./placing.ts";

export type DocumentWriteParts = {
  readonly mirror: Pick<Table, "put">;
  readonly rows: PlacementRows;
  readonly dirty: DirtyOwners;
};

/**
 * Writes a document's item by compare-and-set on its `rev`: first passes of several owners meet the same document in the
 * same second, and `seq` and `asOf` alone would let one entry undo another.
 */
export async function writeDocument(
  { mirror, rows, dirty }: DocumentWriteParts,
  previous: MirrorItem | undefined,
  next: MirrorItem,
): Promise<"written" | "conflict" | QuarantinedRow["reason"]> {
  const { instance, id } = next;
  const item = fittedItem({ ...next, rev: (previous?.rev ?? 0) + 1 });
  if (item === undefined) return "too_large";
  const before = previous?.placements ?? {};
  const after = placingOf(item).placements;
  await rows.add(instance, id, before, after);
  const touched = ownersToTell(previous, item);
  // A crash behind the write would leave them clean; a snapshot too many finds nothing.
  if (touched.length > 0) await dirty.markDirty(instance, touched);
  const [outcome] = await mirror.put([{ item: storedItem(item), when: unmovedDocument(previous) }]);
  if (outcome === "written") await rows.drop(instance, id, before, after);
  return outcome ?? "conflict";
}

export function unmovedDocument(previous: MirrorItem | undefined): Condition {
  if (previous === undefined) return absent;
  if (previous.rev === undefined) return [{ attribute: "rev", is: "absent" }];
  return [{ attribute: "rev", is: "equal", value: previous.rev }];
}

/** Whose lists a relocation or a removal changed without their feeds saying so (hazards 47, 48). */
function ownersToTell(previous: MirrorItem | undefined, next: MirrorItem) {
  if (previous === undefined) return [];
  const [before, after] = [placingOf(previous), placingOf(next)];
  const others = Object.keys(before.placements).map(ownerOfKey);
  if (next.state === "deleted" && previous.state !== "deleted")
    return others.filter((owner) => !isSameOwner(owner, before.primary));
  if (isSameOwner(before.primary, after.primary)) return [];
  return [...new Map([before.primary, after.primary].map((owner) => [ownerKeyOf(owner), owner])).values()];
}
