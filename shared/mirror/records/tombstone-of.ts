import type { MirrorItem } from "../mirror-item.ts";
import { risen } from "./next-item.ts";

/**
 * What stays of a removed record: keys and digests, so that a late page can't bring it back, and no values. Its last
 * known state is told from the stream's old image. The tombstone ends after `retention` ms.
 */
export function tombstoneOf(
  item: MirrorItem,
  asOf: number,
  { now, seqFloor, retention }: { readonly now: number; readonly seqFloor: number; readonly retention: number },
): MirrorItem {
  const facts = [{ type: `${item.resource}.removed`, key: "" }];
  const emptied: MirrorItem = {
    ...item,
    state: "deleted",
    asOf: Math.max(item.asOf, asOf),
    lean: item.lean && { ...item.lean, body: {} },
    full: item.full && { ...item.full, body: {} },
    expiresAt: Math.floor((now + retention) / 1_000),
  };
  const tale = { detectedBy: "walk", facts, reason: "not_found_or_no_access" } as const;
  return risen({ ...item, told: [] }, emptied, { now, seqFloor }, tale);
}
