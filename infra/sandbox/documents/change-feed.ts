import { masked, time } from "../resources/reference-views.ts";
import type { DocumentChangeRow, DocumentRow } from "../store/document-rows.ts";
import type { Instance, Transaction, Write } from "../store/instance.ts";
import { folderPath } from "./folder-tree.ts";
import { maskedOwner } from "./owners.ts";

/**
 * Sequence numbers are derived from the ticket, which is allocated when the write begins. So a late commit's events
 * appear before those of writes that began later.
 */
const eventsPerWrite = 2 ** 20;

type Event = Omit<DocumentChangeRow, "id" | "changed" | "changedBy"> & { changed?: number };

/** Records the events of a write in the feeds of their owners. */
export function feedRecorder(instance: Instance, transaction: Transaction, write: Write) {
  let count = 0;
  return (event: Event): void => {
    const id = write.ticket * eventsPerWrite + count;
    count += 1;
    const row: DocumentChangeRow = { changed: write.at, ...event, id, changedBy: write.actorId };
    transaction.put("documentChange", row);
    transaction.record({
      resource: "document-change",
      operation: "create",
      id: String(id),
      owner: maskedOwner(instance, row.owner),
      body: documentChange(instance, row),
    });
  };
}

export type RecordEvent = ReturnType<typeof feedRecorder>;

/** Records one event per placement. A document that isn't archived in a folder has none, so nothing is recorded. */
export function recordPerPlacement(
  instance: Instance,
  record: RecordEvent,
  document: DocumentRow,
  event: Pick<Event, "operation" | "changedField" | "changed" | "previousFileName" | "fileName">,
): void {
  for (const { owner, folderId } of document.placements) {
    record({
      owner,
      documentId: document.id,
      fileName: document.name,
      size: document.size,
      folderPath: folderPath(instance, folderId),
      ...event,
    });
  }
}

/** Records that some placements of a document were removed, for the owners that lose them. */
export function recordRemovedPlacements(
  instance: Instance,
  record: RecordEvent,
  document: DocumentRow,
  placements: DocumentRow["placements"],
): void {
  for (const { owner, folderId } of placements) {
    record({
      owner,
      operation: "DOCUMENT_DELETE",
      documentId: document.id,
      previousFileName: document.name,
      size: document.size,
      previousFolderPath: folderPath(instance, folderId),
    });
  }
}

export function documentChange(instance: Instance, row: DocumentChangeRow) {
  return {
    operation: row.operation,
    changedField: row.changedField,
    changed: time(row.changed),
    changedBy: masked(instance, "person", row.changedBy),
    documentId: masked(instance, "document", row.documentId),
    previousFileName: row.previousFileName,
    fileName: row.fileName,
    size: row.size,
    previousFolderPath: row.previousFolderPath,
    folderPath: row.folderPath,
  };
}
