import type { Subject } from "../kernel/catalogue.ts";
import { ContentionError } from "../kernel/errors.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Table } from "../kernel/ports/table.ts";
import { mirrorItem } from "./mirror-item.ts";
import { recordKey } from "./mirror-key.ts";
import { unmoved } from "./records/write-resolved.ts";
import { storedItem } from "./stored-item.ts";

const rounds = 5;

/** What the mirror remembers of a record beyond what it is now: the entries its events were made of. */
export class SubjectEraser {
  readonly #mirror: Pick<Table, "get" | "put">;

  constructor(mirror: Pick<Table, "get" | "put">) {
    this.#mirror = mirror;
  }

  /**
   * Forgets the entries and marks the item, so that publish asks again once it has published what was told before. Gives
   * the `seq` below which everything is to be forgotten; undefined where the mirror has no such record. Throws
   * ContentionError.
   */
  async forget(instance: string, subject: Subject, id: string): Promise<number | undefined> {
    for (let round = 0; round < rounds; round += 1) {
      const stored = await this.#mirror.get(recordKey(instance, subject, id));
      if (stored === undefined) return undefined;
      const item = parseStored(mirrorItem, stored, `mirror item ${subject} ${id}`);
      const forgetBelow = item.seq + 1;
      if (item.changeLog.length === 0 && item.forgetBelow === forgetBelow) return forgetBelow;
      const forgotten = storedItem({ ...item, changeLog: [], forgetBelow });
      const [outcome] = await this.#mirror.put([{ item: forgotten, when: unmoved(item) }]);
      if (outcome === "written") return forgetBelow;
    }
    throw new ContentionError(`${subject} ${id} of ${instance} keeps moving`);
  }
}
