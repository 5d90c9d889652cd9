import { absent, type Condition, type Put, type Table } from "../kernel/ports/table.ts";
import { fittedItem } from "./fitted-item.ts";
import type { MirrorItem } from "./mirror-item.ts";
import { storedItem } from "./stored-item.ts";

/** What became of a write: another worker may have changed the item since it was read, or no table can hold it. */
export type WriteOutcome = "written" | "conflict" | "too_large";

/** Writes what was made of an item, provided that the item still is what it was made of. */
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

/** As {@link writeItem}, for many items in one put; or why no table can hold this one. */
export function putOf(previous: MirrorItem | undefined, next: MirrorItem): Put | "too_large" {
  const item = fittedItem(hasRev(next) ? { ...next, rev: (previous?.rev ?? 0) + 1 } : next);
  return item === undefined ? "too_large" : { item: storedItem(item), when: unmoved(previous) };
}

/**
 * Whether the item counts its writes. First passes of several owners meet the same document in the same second, so that
 * `seq` and `asOf` alone would let one owner's placement undo another's.
 */
const hasRev = ({ resource }: MirrorItem): boolean => resource === "document" || resource === "folder";

/** Lets a put succeed only while the item is as it was read. Storing a touched record leaves `seq`, but not `asOf`. */
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
