import { defined } from "../../kernel/defined.ts";
import { canonicalInstant } from "../../kernel/instant.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { DocumentNote, DocumentNotes } from "../../mirror/documents/owner-read.ts";
import { replacementIn } from "../../mirror/documents/replacement-in.ts";
import type { JournalEntry } from "../../mirror/journal/journal-sink.ts";
import { withAddedFolders } from "./added-folders.ts";
import type { Snapshot } from "./owner-checkpoint.ts";

/** Documents that a checkpoint notes apart, and characters of their ids; of more, the next pass finds what their lists show. */
const mostNotes = 1_000;
const mostNoted = 60_000;

/**
 * What entries of the journal mean for the owner's snapshot. They never patch a document, since they don't say how it
 * stands now (docs/partner-api.md#change-feed): whatever they say, known words or not (hazard 54), the owner is dirty,
 * and its list and the documents themselves say what is so. A rename is merged with what was saved along with it
 * (hazard 42), a folder's with nothing of what it holds (hazard 45).
 */
export function withJournalNews(snapshot: Snapshot, entries: readonly JournalEntry[]): Snapshot {
  if (entries.length === 0) return snapshot;
  const added = withAddedFolders(snapshot.foldersAdded ?? [], entries);
  const foldersAdded = added.length === 0 ? undefined : added;
  // Before the first pass there is nothing that it could have missed; only which folders are new can't be seen in their list.
  if (snapshot.completedAt === undefined && snapshot.pass === undefined)
    return foldersAdded === undefined ? snapshot : { ...snapshot, foldersAdded };
  let notes: DocumentNotes = snapshot.notes;
  for (const { body } of entries) notes = noted(notes, body);
  const foldersDeleted = snapshot.foldersDeleted || entries.some(({ body }) => body["operation"] === "FOLDER_DELETE");
  return { ...snapshot, dirty: true, notes: { ...notes }, foldersDeleted, foldersAdded };
}

/** Both, or of too many the first ones: a feed whose checkpoint is larger than an item could never be saved again. */
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
