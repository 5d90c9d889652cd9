import { defined } from "../../kernel/defined.ts";
import type { RemovalReason } from "../../kernel/envelope.ts";
import type { ChangeLogEntry, MirrorItem } from "../mirror-item.ts";
import { risen } from "./next-item.ts";

/**
 * Returns what is kept of a removed record, document or folder: keys and digests, so that a late page can't bring it
 * back, and no values. The event takes the last known state from the stream's old image. The tombstone expires after
 * `retention` ms.
 */
export function tombstoneOf(
  item: MirrorItem,
  asOf: number,
  { now, seqFloor, retention }: { readonly now: number; readonly seqFloor: number; readonly retention: number },
  entry: Omit<ChangeLogEntry, "seq" | "observedAt">,
): MirrorItem {
  const emptied: MirrorItem = {
    ...item,
    state: "deleted",
    asOf: Math.max(item.asOf, asOf),
    lean: item.lean && { ...item.lean, body: {} },
    full: item.full && { ...item.full, body: {} },
    disagreement: undefined,
    expiresAt: Math.floor((now + retention) / 1_000),
  };
  return risen({ ...item, changeLog: item.changeLog.map(withoutValues) }, emptied, { now, seqFloor }, entry);
}

/**
 * Keeps the fact that an earlier change happened, without its values. Republishing needs it if the stream lost the
 * change.
 */
function withoutValues({ facts, ...entry }: ChangeLogEntry): ChangeLogEntry {
  const changed = facts.some(({ changes }) => changes !== undefined);
  const kept = facts.map(({ type, key, owner }) => ({ type, key, ...defined({ owner }) }));
  return { ...entry, ...(changed && { changesUnknown: true }), facts: kept };
}

/**
 * Says why something counts as removed. Only its owner's removal or an entry in the journal proves that it is gone
 * rather than hidden.
 */
export function removalReason({
  cascade,
  recorded,
}: {
  readonly cascade: boolean;
  readonly recorded: boolean;
}): RemovalReason {
  if (cascade) return "cascade";
  return recorded ? "journal" : "not_found_or_no_access";
}
