import * as z from "zod";
import { bucketOf, idInKey } from "../../kernel/hash.ts";
import { isRecent } from "../../kernel/is-recent.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import { digestOf } from "../../mirror/canonical-record.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";

const unfoundItem = z.object({
  /** The digest of the row that the list showed. */
  digest: z.string(),
  /** When the document was last requested (unix ms, our clock). */
  askedAt: z.int(),
  /** How long (ms) until it is requested again. */
  wait: z.int(),
});

/**
 * In ms. During the first wait, the source's lists and reads by id have time to agree about a document that was just
 * added or deleted. The wait doubles each time, up to `longestWait`.
 */
const firstWait = 60_000;
const longestWait = 86_400_000;
/** The note about a document is deleted when the document hasn't been requested for this long (s). */
const keptFor = 7 * 86_400;
const partitions = 16;

/**
 * Notes documents that a list shows even though their read by id returns 404 (`feeds` table, pk
 * `<instance>#unfound#<shard>`, sk `idInKey(id)`). Without these notes, each pass would request all such documents
 * again.
 */
export class UnfoundDocuments {
  readonly #table: Table;
  readonly #clock: Clock;

  constructor(table: Table, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /** Whether this row was recently requested by its id and not found. */
  async isKnown(instance: string, row: RecordRow): Promise<boolean> {
    const known = await this.#find(instance, row);
    return known !== undefined && isRecent(known.askedAt, known.wait, this.#clock.now());
  }

  async note(instance: string, row: RecordRow): Promise<void> {
    const known = await this.#find(instance, row);
    const now = this.#clock.now();
    const item = {
      ...keyOf(instance, row),
      digest: digestOf("document", row.body),
      askedAt: now,
      wait: known === undefined ? firstWait : Math.min(2 * known.wait, longestWait),
      expiresAt: Math.floor(now / 1_000) + keptFor,
    };
    await this.#table.put([{ item }]);
  }

  async #find(instance: string, row: RecordRow): Promise<z.infer<typeof unfoundItem> | undefined> {
    const item = await this.#table.get(keyOf(instance, row));
    const known = item && parseStored(unfoundItem, item, `unfound document ${row.id}`);
    return known?.digest === digestOf("document", row.body) ? known : undefined;
  }
}

function keyOf(instance: string, { id }: RecordRow): Key {
  return { pk: `${instance}#unfound#${String(bucketOf(id, partitions))}`, sk: idInKey(id) };
}
