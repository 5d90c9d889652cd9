import type { Owner } from "../../kernel/envelope.ts";
import { ownerKeyOf } from "../../mirror/documents/placement.ts";
import type { Source, SourceFailure } from "../../source/source.ts";
import { firstLimit } from "../rows/page-sizes.ts";
import { recordRow } from "../rows/record-row.ts";

/** Whether a list contains a document, or why the list wasn't read to its end. */
export type Holds = boolean | SourceFailure;

type Reading = {
  readonly found: Set<string>;
  cursor: string | undefined;
  restarted: boolean;
  /** The result for documents that no page contained; undefined while pages remain to be read. */
  rest: Exclude<Holds, true> | undefined;
  next: Promise<void> | undefined;
};

/**
 * The document lists of owners that may still have a document: its former owner, or its primary owner. Each list is
 * read once for all documents, and only until the wanted ones are found.
 */
export class FormerOwnerLists {
  readonly #source: Source;
  readonly #ids: ReadonlySet<string>;
  readonly #readings = new Map<string, Reading>();

  /** `ids` are the documents that may be wanted. Other documents in the lists aren't remembered. */
  constructor(source: Source, ids: readonly string[]) {
    this.#source = source;
    this.#ids = new Set(ids);
  }

  async holds(owner: Owner, id: string): Promise<Holds> {
    const reading = this.#readingOf(owner);
    for (;;) {
      if (reading.found.has(id)) return true;
      if (reading.rest !== undefined) return reading.rest;
      reading.next ??= this.#readPage(owner, reading).finally(() => {
        reading.next = undefined;
      });
      await reading.next;
    }
  }

  #readingOf(owner: Owner): Reading {
    const key = ownerKeyOf(owner);
    const known = this.#readings.get(key);
    if (known !== undefined) return known;
    const start = { cursor: undefined, restarted: false, rest: undefined, next: undefined };
    const begun: Reading = { ...start, found: new Set() };
    this.#readings.set(key, begun);
    return begun;
  }

  async #readPage(owner: Owner, reading: Reading): Promise<void> {
    const { cursor } = reading;
    const query = { entityType: owner.type, entityId: owner.id, limit: String(firstLimit({})) };
    const page = { ...query, ...(cursor !== undefined && { cursor }) };
    const answer = await this.#source.page({ path: "/document/cursor", query: page });
    if (answer.outcome !== "ok") return this.#refused(owner, reading, answer);
    for (const row of answer.value.items) {
      const id = recordRow(row)?.id;
      if (id !== undefined && this.#ids.has(id)) reading.found.add(id);
    }
    reading.cursor = answer.value.nextCursor;
    if (reading.cursor === undefined) reading.rest = false;
    // If the source returns the same cursor again, the rest of the list can't be read.
    else if (reading.cursor === cursor) reading.rest = { outcome: "badRequest" };
  }

  /**
   * A 422 from this list or the owner's folder list means that the owner doesn't exist
   * (docs/partner-api.md#folder-tree), so it has no documents. A 400 may be due to the cursor or the owner; the
   * response doesn't show which.
   */
  async #refused(owner: Owner, reading: Reading, answer: SourceFailure): Promise<void> {
    if (answer.outcome === "unprocessable") reading.rest = false;
    else if (answer.outcome !== "badRequest") reading.rest = answer;
    else if (reading.cursor !== undefined) {
      if (reading.restarted) reading.rest = answer;
      reading.restarted = true;
      reading.cursor = undefined;
    } else {
      const query = { entityType: owner.type, entityId: owner.id };
      const folders = await this.#source.page({ path: "/document/folder", query });
      if (folders.outcome === "unprocessable") reading.rest = false;
      else reading.rest = folders.outcome === "exhausted" ? folders : answer;
    }
  }
}
