import * as z from "zod";

/** `body` is what a read by id returns afterwards or, for a document change, the feed's entry. */
export const changeSchema = z.object({
  resource: z.enum([
    "person",
    "company",
    "project",
    "activity",
    "document",
    "document-folder",
    "document-change",
    "room",
    "company-template",
    "project-template",
  ]),
  id: z.string(),
  operation: z.enum(["create", "update", "delete"]),
  /** Absent for a deletion. */
  body: z.unknown().optional(),
  /** The owner of a document, folder or document change. */
  owner: z.object({ entityType: z.string(), entityId: z.string() }).optional(),
});
export type Change = z.infer<typeof changeSchema>;

export interface JournalEntry {
  readonly sequence: number;
  /** When the write began, which is when ids and change times are allocated. */
  readonly writtenAt: string;
  readonly visibleAt: string;
  readonly change: Change;
}

interface StoredEntry {
  readonly writtenAt: number;
  readonly visibleAt: number;
  /** An object tree per change would take several times the memory of its text. */
  readonly change: string;
}

/** Entries are in the order of the commits. The sequence number is the position, counted from 1. */
export class OracleJournal {
  readonly #entries: StoredEntry[] = [];

  append(writtenAt: number, visibleAt: number, changes: readonly Change[]): void {
    for (const change of changes) this.#entries.push({ writtenAt, visibleAt, change: JSON.stringify(change) });
  }

  get last(): number {
    return this.#entries.length;
  }

  after(sequence: number, limit: number): JournalEntry[] {
    return this.#entries.slice(sequence, sequence + limit).map((entry, place) => ({
      sequence: sequence + place + 1,
      writtenAt: new Date(entry.writtenAt).toISOString(),
      visibleAt: new Date(entry.visibleAt).toISOString(),
      change: changeSchema.parse(JSON.parse(entry.change)),
    }));
  }
}
