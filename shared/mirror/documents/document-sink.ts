import { ContentionError } from "../../kernel/errors.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Table } from "../../kernel/ports/table.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { DocumentPage, OwnerOutcome } from "../../polling/owners/owner-mirror.ts";
import type { ObserveOutcome, QuarantinedRow, RecordRow } from "../../polling/rows/record-sink.ts";
import type { Source } from "../../source/source.ts";
import { type MirrorItem, mirrorItem } from "../mirror-item.ts";
import { recordKey } from "../mirror-key.ts";
import type { Instances } from "../mirror-ports.ts";
import type { Unanswered } from "../records/unanswered.ts";
import { classifyDocument } from "./classify-document.ts";
import type { DocumentContext, DocumentObservation, FetchedDocument } from "./document-observation.ts";
import { rereadDocument } from "./reread-document.ts";
import { type ResolveDocumentParts, resolveDocument } from "./resolve-document.ts";
import { type DocumentWriteParts, writeDocument } from "./write-document.ts";

export type DocumentSinkParts = DocumentWriteParts & {
  readonly mirror: Pick<Table, "getAll" | "put">;
  readonly instances: Instances;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "lateReadMargin">;
};

/** How often a document is judged anew because someone else wrote it first. */
const rounds = 5;

/** Documents written or read by id at a time. */
const group = 8;

type News = {
  readonly row: RecordRow;
  readonly item: MirrorItem | undefined;
  readonly observation: DocumentObservation;
};
type Taken = "told" | "same" | "written" | "conflict" | QuarantinedRow["reason"] | { readonly incomplete: Unanswered };

/** Puts pages of an owner's documents into the mirror. */
export class DocumentSink {
  readonly #parts: DocumentSinkParts;

  constructor(parts: DocumentSinkParts) {
    this.#parts = parts;
  }

  /** Throws ContentionError when documents kept moving under it; the page is then read again. */
  async observe(page: DocumentPage, source: Source): Promise<OwnerOutcome> {
    const { instance } = page;
    let changed = 0;
    const quarantined: QuarantinedRow[] = [];
    let rows: readonly RecordRow[] = [...new Map(page.rows.map((row) => [row.id, row])).values()];
    for (let round = 0; round < rounds && rows.length > 0; round += 1) {
      const context = await this.contextOf(instance);
      if (context === undefined) return { outcome: "incomplete", reason: "refused" };
      const moving: RecordRow[] = [];
      const news = await this.#news(page, rows, context);
      for (let start = 0; start < news.length; start += group) {
        const part = news.slice(start, start + group);
        const results = await Promise.all(part.map((one) => this.#take(one, { source, context })));
        for (const [position, { row }] of part.entries()) {
          const result = results[position];
          if (result === "told") changed += 1;
          if (result === "conflict") moving.push(row);
          if (result === "too_large" || result === "unreadable") quarantined.push({ id: row.id, reason: result });
        }
        const open = results.find((result) => typeof result === "object");
        if (open !== undefined) return { outcome: "incomplete", reason: open.incomplete };
      }
      rows = moving;
    }
    if (rows.length > 0) throw new ContentionError(`documents of ${instance} keep moving`);
    return { outcome: "observed", changed, open: false, ...(quarantined.length > 0 && { quarantined }) };
  }

  async #take({ item, observation }: News, parts: ResolveDocumentParts): Promise<Taken> {
    const settled = await resolveDocument(item, observation, parts);
    switch (settled.settled) {
      case "same":
      case "unreadable":
      case "too_large":
        return settled.settled;
      case "incomplete":
        return { incomplete: settled.reason };
      case "touched":
      case "changed": {
        const wrote = await writeDocument(this.#parts, item, settled.item);
        return wrote === "written" && settled.settled === "changed" ? "told" : wrote;
      }
    }
  }

  /** Rows that aren't simply as they were. */
  async #news(page: DocumentPage, rows: readonly RecordRow[], context: DocumentContext): Promise<News[]> {
    const items = await this.find(
      page.instance,
      rows.map(({ id }) => id),
    );
    return rows
      .map((row, position) => {
        const { owner, moment, detectedBy, draining, baseline, notes } = page;
        const note = notes[row.id];
        const observation: DocumentObservation = {
          owner,
          id: row.id,
          row,
          moment,
          detectedBy,
          draining,
          baseline,
          note,
        };
        return { row, item: items[position], observation };
      })
      .filter(({ item, observation }) => classifyDocument(item, observation, context).classification !== "same");
  }

  /** Brings the fields of a document that was read by id into the mirror. Throws ContentionError where it keeps moving. */
  async reread(instance: string, id: string, fetched: FetchedDocument): Promise<ObserveOutcome> {
    for (let round = 0; round < rounds; round += 1) {
      const context = await this.contextOf(instance);
      const [item] = await this.find(instance, [id]);
      const judged = context && item && rereadDocument(item, fetched, context);
      if (judged === undefined) return { outcome: "observed", changed: 0 };
      const wrote = await writeDocument(this.#parts, item, judged.item);
      if (wrote === "written") return { outcome: "observed", changed: judged.classification === "changed" ? 1 : 0 };
      if (wrote !== "conflict") return { outcome: "observed", changed: 0, quarantined: [{ id, reason: wrote }] };
    }
    throw new ContentionError(`document ${id} of ${instance} keeps moving`);
  }

  async find(instance: string, ids: readonly string[]): Promise<readonly (MirrorItem | undefined)[]> {
    const items = await this.#parts.mirror.getAll(ids.map((id) => recordKey(instance, "document", id)));
    return items.map((item) => item && parseStored(mirrorItem, item, `document ${item.sk}`));
  }

  async contextOf(name: string): Promise<DocumentContext | undefined> {
    const instance = await this.#parts.instances.find(name);
    if (instance === undefined) return undefined;
    const { seqFloor, registeredAt, connectedAt = registeredAt } = instance;
    const { clock, timings } = this.#parts;
    return { instance: name, seqFloor, connectedAt, lateReadMargin: timings.lateReadMargin, now: clock.now() };
  }
}
