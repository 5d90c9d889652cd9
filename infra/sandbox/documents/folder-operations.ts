import { conflict } from "../http/problem.ts";
import type { Instance, Write } from "../store/instance.ts";
import type { DocumentRow, FolderRow, Owner } from "../store/rows.ts";
import { commitDocuments } from "./document-changes.ts";
import { folderPath, subtree } from "./folder-tree.ts";

export function createFolder(
  instance: Instance,
  write: Write,
  values: { owner: Owner; name: string; parentId: number | null },
): FolderRow {
  const row: FolderRow = { id: write.ticket, ...values };
  commitDocuments(instance, write, (changes) => {
    changes.putFolder(row, "create");
    changes.record({ owner: row.owner, operation: "FOLDER_INSERT", folderPath: folderPath(instance, row.id) });
  });
  return row;
}

export function renameFolder(instance: Instance, write: Write, row: FolderRow, name: string): FolderRow {
  return change(instance, write, row, { ...row, name }, "FOLDER_NAME");
}

export function moveFolder(instance: Instance, write: Write, row: FolderRow, parentId: number | null): FolderRow {
  if (subtree(instance, row).some((folder) => folder.id === parentId)) {
    throw conflict("the destination is the folder itself or below it", "målet er mappen selv eller ligger under den");
  }
  if (row.parentId === parentId) return row;
  return change(instance, write, row, { ...row, parentId }, "FOLDER_PARENT");
}

/** The `unlinked` documents lose only their shortcuts in the folder. */
function cascadeOf(instance: Instance, row: FolderRow) {
  const folders = subtree(instance, row);
  const ids = new Set(folders.map((folder) => folder.id));
  const isInside = ({ folderId }: DocumentRow["placements"][number]) => folderId !== null && ids.has(folderId);
  const placed = new Set(folders.flatMap((folder) => instance.tables.document.rowsOf("folder", folder.id)));
  const destroyed = [...placed].filter((document) =>
    document.placements.some((placement) => placement.isPrimary && isInside(placement)),
  );
  const unlinked = [...placed].filter((document) => !destroyed.includes(document));
  const shortcuts =
    destroyed.reduce((sum, document) => sum + shortcutsOf(document).length, 0) +
    unlinked.reduce((sum, document) => sum + document.placements.filter(isInside).length, 0);
  return { folders, destroyed, unlinked, shortcuts, isInside };
}

export function shortcutsOf(document: DocumentRow): DocumentRow["placements"] {
  return document.placements.filter((placement) => !placement.isPrimary);
}

export function deleteFolder(instance: Instance, write: Write, row: FolderRow, acknowledged: boolean): void {
  const { folders, destroyed, unlinked, shortcuts, isInside } = cascadeOf(instance, row);
  if (destroyed.length > 0 && !acknowledged) {
    throw conflict(
      `the deletion would destroy ${destroyed.length} documents and ${shortcuts} shortcut placements; acknowledgeCascade is required`,
      `slettingen ville fjerne ${destroyed.length} dokumenter og ${shortcuts} snarveier; acknowledgeCascade kreves`,
    );
  }
  commitDocuments(instance, write, (changes) => {
    for (const document of destroyed) changes.remove(document);
    for (const document of unlinked) changes.unplace(document, isInside);
    // Children are removed first, so that the parents still exist when a path is recorded.
    for (const folder of folders.reverse()) changes.removeFolder(folder);
  });
}

function change(
  instance: Instance,
  write: Write,
  before: FolderRow,
  after: FolderRow,
  changedField: "FOLDER_NAME" | "FOLDER_PARENT",
): FolderRow {
  const previousFolderPath = folderPath(instance, before.id);
  commitDocuments(instance, write, (changes) => {
    changes.putFolder(after, "update");
    const path = folderPath(instance, after.id);
    changes.record({
      ...{ owner: after.owner, operation: "FOLDER_UPDATE", changedField },
      ...{ previousFolderPath, folderPath: path },
    });
  });
  return after;
}
