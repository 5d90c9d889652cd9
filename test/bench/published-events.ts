import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Subject } from "../../shared/kernel/catalogue.ts";
import { subjectOf } from "../../shared/publishing/stored-event.ts";

/** The content of the `events` table of a bridge on one machine, read beside it. */
export class PublishedEvents {
  readonly #data;
  readonly #instance: string;
  readonly #counting;
  readonly #counted;
  readonly #unread;

  constructor(dataDir: string, instance: string) {
    this.#instance = instance;
    this.#data = new DatabaseSync(join(dataDir, "feedhook.db"), { readOnly: true });
    // The table's other items have no subject.
    this.#counting = this.#data.prepare(
      "SELECT count(*) AS count FROM table_events WHERE subject_partition IS NOT NULL",
    );
    this.#counted = this.#data.prepare("SELECT count(*) AS count FROM table_events WHERE subject_partition = ?");
    this.#unread = this.#data.prepare("SELECT count(*) AS count FROM table_feeds WHERE item ->> 'drained' = 0");
  }

  count(): number {
    return Number(this.#counting.get()?.["count"]);
  }

  countOf(type: Subject, id: string): number {
    return Number(this.#counted.get(subjectOf(this.#instance, type, id))?.["count"]);
  }

  /** The feeds whose first contact isn't read to its end. */
  unread(): number {
    return Number(this.#unread.get()?.["count"]);
  }

  close(): void {
    this.#data.close();
  }
}
