import type { Instance } from "../store/instance.ts";
import { type FolderRow, type Owner, ownerKey, type Placement } from "../store/rows.ts";

export function folderPath(instance: Instance, folderId: number | null): string[] {
  const names: string[] = [];
  for (let folder = folderOf(instance, folderId); folder !== undefined; folder = folderOf(instance, folder.parentId)) {
    names.unshift(folder.name);
  }
  return names;
}

function folderOf(instance: Instance, folderId: number | null): FolderRow | undefined {
  return folderId === null ? undefined : instance.tables.folder.get(folderId);
}

/** Returns parents before children. */
export function subtree(instance: Instance, root: FolderRow): FolderRow[] {
  const folders = [root];
  for (const folder of folders) folders.push(...instance.tables.folder.rowsOf("parent", folder.id));
  return folders;
}

/** Leaves out the system folder, and returns parents before children. */
export function foldersOf(instance: Instance, owner: Owner): FolderRow[] {
  const folders = instance.tables.folder.rowsOf("owner", ownerKey(owner)).filter((folder) => !folder.isSystem);
  return folders.filter((folder) => folder.parentId === null).flatMap((root) => subtree(instance, root));
}

export function isSameOwner(left: Owner, right: Owner): boolean {
  return left.type === right.type && left.id === right.id;
}

export function isPlacedIn(placement: Placement, owner: Owner): boolean {
  return isSameOwner(placement.owner, owner);
}

export function folderNode(instance: Instance, folder: FolderRow) {
  return {
    id: instance.ids.mask("folder", folder.id),
    name: folder.name,
    parentId: folder.parentId === null ? null : instance.ids.mask("folder", folder.parentId),
    path: folderPath(instance, folder.id).join("/"),
  };
}
