import { absent, type Condition, type Put, type Table } from "../kernel/ports/table.ts";
import { fittedItem } from "./fitted-item.ts";
import type { MirrorItem } from "./mirror-item.ts";
import { storedItem } from "./stored-item.ts";

/** The result of a write: another worker may have changed the item since it was read, or the item may be too large. */
export type WriteOutcome = "written" | "conflict" | "too_large";

/** Writes an item if the stored one is still the one that was read. */
export async function writeItem(
  mirror: Pick<Table, "put">,
  previous: MirrorItem | undefined,
  next: MirrorItem,
): Promise<WriteOutcome> {
  const put = putOf(previous, next);
  if (typeof put === "string") return put;
  const [outcome] = await mirror.put([put]);
  return outcome ?? "conflict";
}

/**
 * The put that {@link writeItem} makes, for callers that put many items at once. Returns "too_large" if no table can
 * hold the item.
 */
export function putOf(previous: MirrorItem | undefined, next: MirrorItem): Put | "too_large" {
  const item = fittedItem(hasRev(next) ? { ...next, rev: (previous?.rev ?? 0) + 1 } : next);
  return item === undefined ? "too_large" : { item: storedItem(item), when: unmoved(previous) };
}

/**
 * Whether the item counts its writes. First passes of several owners may find the same document within one second. If
 * only `seq` and `asOf` were compared, one owner's placement would overwrite another's.
 */
const hasRev = ({ resource }: MirrorItem): boolean => resource === "document" || resource === "folder";

/**
 * A put succeeds only while the item is as it was read. A touched record keeps its `seq`, so `asOf` is compared, too.
 */
function unmoved(previous: MirrorItem | undefined): Condition {
  if (previous === undefined) return absent;
  if (!hasRev(previous)) {
    return [
      { attribute: "seq", is: "equal", value: previous.seq },
      { attribute: "asOf", is: "equal", value: previous.asOf },
    ];
  }
  if (previous.rev === undefined) return [{ attribute: "rev", is: "absent" }];
  return [{ attribute: "rev", is: "equal", value: previous.rev }];
}
