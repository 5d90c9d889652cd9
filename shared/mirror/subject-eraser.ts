import type { Subject } from "../kernel/catalogue.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Table } from "../kernel/ports/table.ts";
import { retryOnConflict } from "../kernel/retry-on-conflict.ts";
import { mirrorItem } from "./mirror-item.ts";
import { recordKey } from "./mirror-key.ts";
import { writeItem } from "./write-item.ts";

/** Erases a record's history from the mirror: the entries that its events were made from. */
export class SubjectEraser {
  readonly #mirror: Table;

  constructor(mirror: Table) {
    this.#mirror = mirror;
  }

  /**
   * Sets `forgetBelow`, so that the publish stage requests the erasure again after it has published what was recorded
   * before. Returns the `seq` below which everything must be erased; undefined if the mirror has no such record. Throws
   * ContentionError after too many conflicts.
   */
  async forget(instance: string, subject: Subject, id: string): Promise<number | undefined> {
    const name = `${subject} ${id} of ${instance}`;
    return retryOnConflict(name, async () => {
      const stored = await this.#mirror.get(recordKey(instance, subject, id));
      if (stored === undefined) return undefined;
      const item = parseStored(mirrorItem, stored, name);
      const forgetBelow = item.seq + 1;
      if (item.changeLog.length === 0 && item.forgetBelow === forgetBelow) return forgetBelow;
      const outcome = await writeItem(this.#mirror, item, { ...item, changeLog: [], forgetBelow });
      return outcome === "written" ? forgetBelow : "conflict";
    });
  }
}
