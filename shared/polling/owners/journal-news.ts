import { defined } from "../../kernel/defined.ts";
import { canonicalInstant } from "../../kernel/instant.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { DocumentNote, DocumentNotes } from "../../mirror/documents/owner-read.ts";
import { replacementIn } from "../../mirror/documents/replacement.ts";
import type { JournalEntry } from "../../mirror/journal/journal-sink.ts";
import { withAddedFolders } from "./added-folders.ts";
import type { Snapshot } from "./owner-checkpoint.ts";

/**
 * The most documents that a checkpoint notes, and the most characters of their ids. The next pass finds only those
 * changes to further documents that the owner's list shows.
 */
const mostNotes = 1_000;
const mostNoted = 60_000;

/**
 * Adds what journal entries mean for the owner's snapshot. Entries never change a document, because they don't contain
 * its present state (docs/partner-api.md#change-feed). Whatever they say, in known or unknown words (hazard 54), the
 * owner is dirty, and its list and documents decide. A rename hides changes in the same save (hazard 42); a folder's
 * rename gives no entries for its contents (hazard 45).
 */
export function withJournalNews(snapshot: Snapshot, entries: readonly JournalEntry[]): Snapshot {
  if (entries.length === 0) return snapshot;
  const added = withAddedFolders(snapshot.foldersAdded ?? [], entries);
  const foldersAdded = added.length === 0 ? undefined : added;
  // Before the first pass, the snapshot can't have missed anything. But a list doesn't show which folders are new.
  if (snapshot.completedAt === undefined && snapshot.pass === undefined)
    return foldersAdded === undefined ? snapshot : { ...snapshot, foldersAdded };
  let notes: DocumentNotes = snapshot.notes;
  for (const { body } of entries) notes = noted(notes, body);
  const foldersDeleted = snapshot.foldersDeleted || entries.some(({ body }) => body["operation"] === "FOLDER_DELETE");
  return { ...snapshot, dirty: true, notes: { ...notes }, foldersDeleted, foldersAdded };
}

/**
 * Merges both, or keeps only the first ones if there are too many. A feed whose checkpoint exceeds an item could never
 * be saved again.
 */
export function mergedNotes(one: DocumentNotes, other: DocumentNotes): DocumentNotes {
  let merged = one;
  for (const [id, note] of Object.entries(other)) merged = withNote(merged, id, note);
  return merged;
}

function noted(notes: DocumentNotes, body: JsonObject): DocumentNotes {
  const { documentId: id, operation, changed } = body;
  if (typeof id !== "string") return notes;
  const replacement = replacementIn(body);
  const note: DocumentNote = {
    ...(replacement && defined({ replacedAt: replacement.at, replacedSize: replacement.size })),
    ...(operation === "DOCUMENT_DELETE" && {
      deleted: (typeof changed === "string" ? canonicalInstant(changed) : undefined) ?? "",
    }),
  };
  return withNote(notes, id, note);
}

function withNote(notes: DocumentNotes, id: string, note: DocumentNote): DocumentNotes {
  if (notes[id] === undefined && !hasRoom(Object.keys(notes), id)) return notes;
  return { ...notes, [id]: mergedNote(notes[id], note) };
}

function hasRoom(noted: readonly string[], id: string): boolean {
  return noted.length < mostNotes && noted.reduce((sum, { length }) => sum + length, id.length) <= mostNoted;
}

function mergedNote(before: DocumentNote | undefined, note: DocumentNote): DocumentNote {
  const isNewer = (note.replacedAt ?? 0) >= (before?.replacedAt ?? 0);
  const { replacedAt, replacedSize } = isNewer ? note : (before ?? note);
  const { deleted } = { ...before, ...note };
  return defined({ deleted, replacedAt, replacedSize });
}
