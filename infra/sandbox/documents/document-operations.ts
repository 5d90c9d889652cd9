import { conflict, Problem } from "../http/problem.ts";
import { modifiedStamps } from "../resources/references.ts";
import type { DocumentRow, Owner } from "../store/document-rows.ts";
import type { Instance, Transaction, Write } from "../store/instance.ts";
import { feedRecorder, type RecordEvent, recordPerPlacement, recordRemovedPlacements } from "./change-feed.ts";
import { recordDocument, recordRemovedDocument } from "./document-view.ts";
import { folderPath, isPlacedIn } from "./folder-tree.ts";

/** Changes metadata. Only a new name changes `modified` and is recorded; a new description alone leaves no trace. */
export function describeDocument(
  instance: Instance,
  write: Write,
  row: DocumentRow,
  values: { name: string; description: string | undefined },
): DocumentRow {
  const isRename = values.name !== row.name;
  if (!isRename && values.description === row.description) return row;
  const stamps = isRename ? modifiedStamps(instance, write, row) : {};
  const changed: DocumentRow = { ...row, ...stamps, ...values };
  instance.commit(write, (transaction) => {
    put(instance, transaction, changed, "update");
    if (!isRename) return;
    recordPerPlacement(instance, feedRecorder(instance, transaction, write), changed, {
      operation: "DOCUMENT_UPDATE",
      changedField: "FILE_NAME",
      previousFileName: row.name,
      fileName: values.name,
    });
  });
  return changed;
}

export interface Blob {
  readonly content: Buffer;
  readonly mimeType: string | undefined;
}

/** Replaces the content; id, relations and stamps stay. */
export function replaceContent(instance: Instance, write: Write, row: DocumentRow, blob: Blob): DocumentRow {
  const { content, mimeType } = blob;
  const changed: DocumentRow = { ...row, mimeType, size: content.length, blob: instance.blobs.put(content) };
  instance.commit(write, (transaction) => {
    put(instance, transaction, changed, "update");
    const event = { operation: "DOCUMENT_UPDATE", changedField: "FILE_CONTENT" } as const;
    recordPerPlacement(instance, feedRecorder(instance, transaction, write), changed, event);
  });
  return changed;
}

/**
 * Moves the owner's placement; stamps stay. `folderId` is null for the root level, and otherwise must be one of the
 * owner's own folders.
 */
export function moveDocument(
  instance: Instance,
  write: Write,
  row: DocumentRow,
  owner: Owner,
  folderId: number | null,
): DocumentRow {
  const moved = row.placements.find((placement) => isPlacedIn(placement, owner));
  if (moved === undefined) {
    throw new Problem("operation-not-allowed", {
      en: "the document is not archived in a folder",
      no: "dokumentet er ikke arkivert i en mappe",
    });
  }
  if (row.placements.some((placement) => isPlacedIn(placement, owner) && placement.folderId === folderId)) {
    throw conflict("the destination already holds this document", "målmappen har allerede dette dokumentet");
  }
  const placements = row.placements.map((placement) => (placement === moved ? { ...moved, folderId } : placement));
  const changed: DocumentRow = { ...row, placements };
  instance.commit(write, (transaction) => {
    put(instance, transaction, changed, "update");
    feedRecorder(
      instance,
      transaction,
      write,
    )({
      owner,
      operation: "DOCUMENT_UPDATE",
      changedField: "FOLDER",
      documentId: row.id,
      fileName: row.name,
      size: row.size,
      previousFolderPath: folderPath(instance, moved.folderId),
      folderPath: folderPath(instance, folderId),
    });
  });
  return changed;
}

/** Deletes the document with all of its placements, including those under other owners. */
export function deleteDocument(instance: Instance, write: Write, row: DocumentRow): void {
  instance.commit(write, (transaction) => {
    destroyDocument(instance, transaction, feedRecorder(instance, transaction, write), row);
  });
}

export function destroyDocument(
  instance: Instance,
  transaction: Transaction,
  record: RecordEvent,
  row: DocumentRow,
): void {
  recordRemovedPlacements(instance, record, row, row.placements);
  transaction.remove("document", row.id);
  recordRemovedDocument(transaction, instance, row);
}

/** Adds a placement that isn't the primary copy. */
export function addShortcut(
  instance: Instance,
  write: Write,
  row: DocumentRow,
  owner: Owner,
  folderId: number | null,
): DocumentRow {
  const changed: DocumentRow = { ...row, placements: [...row.placements, { owner, folderId, isPrimary: false }] };
  instance.commit(write, (transaction) => {
    put(instance, transaction, changed, "update");
    recordArrival(instance, feedRecorder(instance, transaction, write), changed, owner, folderId);
  });
  return changed;
}

/** Gives the document another owner. Only the gaining owner's feed and timeline show it. */
export function relocateDocument(
  instance: Instance,
  write: Write,
  row: DocumentRow,
  owner: Owner,
  folderId: number | null,
): DocumentRow {
  const others = row.placements.filter(
    (placement) => !isPlacedIn(placement, row.owner) && !isPlacedIn(placement, owner),
  );
  const changed: DocumentRow = { ...row, owner, placements: [{ owner, folderId, isPrimary: true }, ...others] };
  instance.commit(write, (transaction) => {
    put(instance, transaction, changed, "update");
    recordArrival(instance, feedRecorder(instance, transaction, write), changed, owner, folderId);
  });
  return changed;
}

function recordArrival(
  instance: Instance,
  record: RecordEvent,
  { id, name, size }: DocumentRow,
  owner: Owner,
  folderId: number | null,
): void {
  const event = { owner, documentId: id, fileName: name, size, folderPath: folderPath(instance, folderId) };
  record({ ...event, operation: "DOCUMENT_INSERT" });
}

function put(instance: Instance, transaction: Transaction, row: DocumentRow, operation: "create" | "update"): void {
  transaction.put("document", row);
  recordDocument(transaction, instance, row, operation);
}
