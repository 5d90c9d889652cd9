import { canonicalJson } from "../../kernel/canonical-json.ts";
import { defined } from "../../kernel/defined.ts";
import { canonicalInstant, unixMs } from "../../kernel/instant.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { AddedFolder, DocumentNote, DocumentNotes } from "../../mirror/documents/owner-read.ts";
import { replacementIn } from "../../mirror/documents/replacement.ts";
import type { JournalEntry } from "../../mirror/journal/journal-sink.ts";
import type { Snapshot } from "./owner-checkpoint.ts";

/**
 * The most documents that a checkpoint notes, and the most characters in all their ids. For documents without a note,
 * the next pass finds only changes that the owner's list shows.
 */
const mostNotes = 1_000;
const mostNoted = 60_000;

/**
 * Entries never change a stored document, because they don't contain its current state
 * (docs/partner-api.md#change-feed). Every entry makes the owner dirty, even one with unknown values (hazard 54), and
 * the owner's list and documents then show what changed. A rename hides changes in the same save (hazard 42), and a
 * folder's rename records no entries for the folder's contents (hazard 45).
 */
export function withJournalNews(snapshot: Snapshot, entries: readonly JournalEntry[]): Snapshot {
  if (entries.length === 0) return snapshot;
  const added = withAddedFolders(snapshot.foldersAdded ?? [], entries);
  const foldersAdded = added.length === 0 ? undefined : added;
  // The first pass reads everything, but its lists don't show which folders are new.
  if (snapshot.completedAt === undefined && snapshot.pass === undefined)
    return foldersAdded === undefined ? snapshot : { ...snapshot, foldersAdded };
  let notes: DocumentNotes = snapshot.notes;
  for (const { body } of entries) notes = noted(notes, body);
  const foldersDeleted = snapshot.foldersDeleted || entries.some(({ body }) => body["operation"] === "FOLDER_DELETE");
  return { ...snapshot, dirty: true, notes: { ...notes }, foldersDeleted, foldersAdded };
}

/** Leaves out notes beyond the limits: a feed whose checkpoint is too large for an item could never be saved again. */
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

/**
 * The most added folders that a checkpoint notes, and the most possible paths of each. Beyond that, the oldest folders
 * and the folders with too many paths are dropped.
 */
const mostAdded = 100;
const mostPaths = 8;

/**
 * Entries identify folders only by their path, and siblings may have the same path (hazard 46). So after a rename or a
 * move, a folder may be at its old or at its new path. When a folder at or above one of a note's paths is deleted, the
 * note is dropped, because its folder may be gone. If the deletion's entry contains no path, all notes are dropped.
 */
export function withAddedFolders(added: readonly AddedFolder[], entries: readonly JournalEntry[]): AddedFolder[] {
  let notes = added;
  const news = entries.filter(({ baseline }) => !baseline);
  const timed = news.map(({ body }) => ({ body, at: unixMs(body["changed"]) ?? 0 }));
  for (const { body, at } of timed.toSorted((one, other) => one.at - other.at)) notes = withEntry(notes, body, at);
  return notes.filter(({ paths }) => paths.length <= mostPaths).slice(-mostAdded);
}

/** Returns the notes that `looked` doesn't contain, wherever their folders have moved since. */
export function withoutLookedAt(notes: readonly AddedFolder[], looked: readonly AddedFolder[]): AddedFolder[] {
  const nameOf = ({ at, paths: [first = []] }: AddedFolder) => `${at} ${canonicalJson(first)}`;
  const names = new Set(looked.map(nameOf));
  return notes.filter((note) => !names.has(nameOf(note)));
}

/** `at` is in unix ms of the server's clock. If the entry has no time, `at` is 0, which is before every connection. */
function withEntry(notes: readonly AddedFolder[], body: JsonObject, at: number): readonly AddedFolder[] {
  const [from, to] = [pathOf(body["previousFolderPath"]), pathOf(body["folderPath"])];
  switch (body["operation"]) {
    case "FOLDER_INSERT":
      return to === undefined ? notes : [...notes, { at, paths: [to] }];
    case "FOLDER_UPDATE":
      return from === undefined || to === undefined ? notes : notes.map((note) => moved(note, from, to));
    case "FOLDER_DELETE":
      return notes.filter(({ paths }) => from !== undefined && !paths.some((path) => isBelow(path, from)));
    default:
      return notes;
  }
}

function moved({ at, paths }: AddedFolder, from: readonly string[], to: readonly string[]): AddedFolder {
  const also = paths.filter((path) => isBelow(path, from)).map((path) => [...to, ...path.slice(from.length)]);
  const known = new Map([...paths, ...also].map((path) => [canonicalJson(path), path]));
  return { at, paths: [...known.values()] };
}

/** Whether the path is that of `folder` or of a folder below it. */
function isBelow(path: readonly string[], folder: readonly string[]): boolean {
  return folder.every((name, depth) => path[depth] === name);
}

/** Returns the names from the root to the folder itself; undefined if the entry doesn't contain them. */
function pathOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const names = value.filter((name) => typeof name === "string");
  return names.length === value.length && names.length > 0 ? names : undefined;
}
