import type { Subject } from "../kernel/catalogue.ts";
import type { Table } from "../kernel/ports/table.ts";
import { retryOnConflict } from "../kernel/retry-on-conflict.ts";
import { findItem } from "./mirror-item.ts";
import { writeItem } from "./write-item.ts";

/**
 * Erases a record's history from the mirror: the entries that its events were made from. Sets `forgetBelow`, so that
 * the publish stage requests the erasure again after it has published what was recorded before. Returns the `seq` below
 * which everything must be erased; undefined if the mirror has no such record. Throws ContentionError after too many
 * conflicts.
 */
export async function forgetSubject(
  mirror: Table,
  instance: string,
  subject: Subject,
  id: string,
): Promise<number | undefined> {
  return retryOnConflict(`${subject} ${id} of ${instance}`, async () => {
    const item = await findItem(mirror, instance, subject, id);
    if (item === undefined) return undefined;
    const forgetBelow = item.seq + 1;
    if (item.changeLog.length === 0 && item.forgetBelow === forgetBelow) return forgetBelow;
    const outcome = await writeItem(mirror, item, { ...item, changeLog: [], forgetBelow });
    return outcome === "written" ? forgetBelow : "conflict";
  });
}
