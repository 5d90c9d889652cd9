import type { ChangeLogEntry, MirrorItem } from "../mirror-item.ts";
import { risen } from "./next-item.ts";

/**
 * What stays of a removed record: keys and digests, so that a late page can't bring it back, and no values. Its last
 * known state is told from the stream's old image. The tombstone ends after `retention` ms.
 */
export function tombstoneOf(
  item: MirrorItem,
  asOf: number,
  { now, seqFloor, retention }: { readonly now: number; readonly seqFloor: number; readonly retention: number },
  entry: Omit<ChangeLogEntry, "seq" | "observedAt"> = walkTale(item),
): MirrorItem {
  const emptied: MirrorItem = {
    ...item,
    state: "deleted",
    asOf: Math.max(item.asOf, asOf),
    lean: item.lean && { ...item.lean, body: {} },
    full: item.full && { ...item.full, body: {} },
    expiresAt: Math.floor((now + retention) / 1_000),
  };
  return risen({ ...item, changeLog: [] }, emptied, { now, seqFloor }, entry);
}

function walkTale({ resource }: MirrorItem): Omit<ChangeLogEntry, "seq" | "observedAt"> {
  return { detectedBy: "walk", facts: [{ type: `${resource}.removed`, key: "" }], reason: "not_found_or_no_access" };
}
