import { conflict, Problem } from "../http/problem.ts";
import { modifiedStamps } from "../resources/references.ts";
import type { Instance, Write } from "../store/instance.ts";
import type { DocumentRow, Owner } from "../store/rows.ts";
import { commitDocuments } from "./document-changes.ts";
import { folderPath, isPlacedIn } from "./folder-tree.ts";

/** Only a new name changes `modified` and records an event. */
export function describeDocument(
  instance: Instance,
  write: Write,
  row: DocumentRow,
  values: { name: string; description?: string | undefined },
): DocumentRow {
  const isRename = values.name !== row.name;
  if (!isRename && values.description === row.description) return row;
  const stamps = isRename ? modifiedStamps(instance, write, row) : {};
  const changed = { ...row, ...stamps, name: values.name, description: values.description };
  commitDocuments(instance, write, (changes) => {
    changes.put(changed);
    const event = { operation: "DOCUMENT_UPDATE", changedField: "FILE_NAME", previousFileName: row.name } as const;
    if (isRename) changes.recordPlaced(changed, event);
  });
  return changed;
}

export interface Blob {
  readonly content: Buffer;
  readonly mimeType: string | undefined;
}

/** The id, the relations and the stamps stay the same. */
export function replaceContent(instance: Instance, write: Write, row: DocumentRow, blob: Blob): DocumentRow {
  const { content, mimeType } = blob;
  const changed = { ...row, mimeType, size: content.length, blob: instance.database.store(content) };
  commitDocuments(instance, write, (changes) => {
    changes.put(changed);
    changes.recordPlaced(changed, { operation: "DOCUMENT_UPDATE", changedField: "FILE_CONTENT" });
  });
  return changed;
}

/** The stamps stay the same. `folderId` is null at the root level. */
export function moveDocument(
  instance: Instance,
  write: Write,
  row: DocumentRow,
  owner: Owner,
  folderId: number | null,
): DocumentRow {
  const moved = row.placements.find((placement) => isPlacedIn(placement, owner));
  if (moved === undefined) {
    const [en, no] = ["the document is not archived in a folder", "dokumentet er ikke arkivert i en mappe"];
    throw new Problem("operation-not-allowed", en, no);
  }
  if (row.placements.some((placement) => isPlacedIn(placement, owner) && placement.folderId === folderId)) {
    throw conflict("the destination already contains this document", "målmappen har allerede dette dokumentet");
  }
  const placements = row.placements.map((placement) => (placement === moved ? { ...moved, folderId } : placement));
  const changed = { ...row, placements };
  const { id: documentId, name: fileName, size } = row;
  commitDocuments(instance, write, (changes) => {
    changes.put(changed);
    changes.record({
      ...{ owner, operation: "DOCUMENT_UPDATE", changedField: "FOLDER", documentId, fileName, size },
      previousFolderPath: folderPath(instance, moved.folderId),
      folderPath: folderPath(instance, folderId),
    });
  });
  return changed;
}

export function deleteDocument(instance: Instance, write: Write, row: DocumentRow): void {
  commitDocuments(instance, write, (changes) => {
    changes.remove(row);
  });
}

export function addShortcut(
  instance: Instance,
  write: Write,
  row: DocumentRow,
  owner: Owner,
  folderId: number | null,
): void {
  const changed = { ...row, placements: [...row.placements, { owner, folderId, isPrimary: false }] };
  arrive(instance, write, changed, owner, folderId);
}

/** Only the new owner's feed records the change, as an insertion. */
export function relocateDocument(
  instance: Instance,
  write: Write,
  row: DocumentRow,
  owner: Owner,
  folderId: number | null,
): void {
  const others = row.placements.filter(
    (placement) => !isPlacedIn(placement, row.owner) && !isPlacedIn(placement, owner),
  );
  const changed = { ...row, owner, placements: [{ owner, folderId, isPrimary: true }, ...others] };
  arrive(instance, write, changed, owner, folderId);
}

function arrive(instance: Instance, write: Write, row: DocumentRow, owner: Owner, folderId: number | null): void {
  const { id: documentId, name: fileName, size } = row;
  commitDocuments(instance, write, (changes) => {
    changes.put(row);
    const event = { owner, documentId, fileName, size, folderPath: folderPath(instance, folderId) };
    changes.record({ ...event, operation: "DOCUMENT_INSERT" });
  });
}
