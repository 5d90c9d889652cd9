import { documentChange } from "../../infra/sandbox/documents/document-changes.ts";
import { folderNode } from "../../infra/sandbox/documents/folder-tree.ts";
import { maskedOwner } from "../../infra/sandbox/documents/owners.ts";
import type { Instance } from "../../infra/sandbox/store/instance.ts";
import type { FolderRow } from "../../infra/sandbox/store/rows.ts";
import { canonicalJson } from "../../shared/kernel/canonical-json.ts";
import { jsonObject } from "../../shared/kernel/json.ts";
import type { MirrorItem } from "../../shared/mirror/mirror-item.ts";

/** A document in a form in which both sides can be compared: its fields, its owner, and its folders by owner. */
export type DocumentState = {
  readonly name: unknown;
  readonly description: unknown;
  readonly size: unknown;
  readonly owner: string;
  readonly folders: readonly string[];
};

type Owner = FolderRow["owner"];

/** `Company#id`, as the interface shows it. */
function keyOf(instance: Instance, owner: Owner): string {
  const { entityType, entityId } = maskedOwner(instance, owner);
  return `${entityType}#${entityId}`;
}

/** Documents whose primary owner is one of `owners` (`Company#id`), as in the source. */
export function sourceDocuments(source: Instance, owners: ReadonlySet<string>): ReadonlyMap<string, DocumentState> {
  const { ids, tables } = source;
  const found = new Map<string, DocumentState>();
  for (const row of tables.document.all()) {
    const owner = keyOf(source, row.owner);
    if (!owners.has(owner)) continue;
    const folders = row.placements.flatMap((placement) => {
      const key = keyOf(source, placement.owner);
      return placement.folderId === null || !owners.has(key)
        ? []
        : [`${key}/${ids.mask("folder", placement.folderId)}`];
    });
    const { name, description, size } = row;
    found.set(ids.mask("document", row.id), { name, description, size, owner, folders: folders.toSorted() });
  }
  return found;
}

/** The same documents as in the mirror. */
export function mirroredDocuments(
  items: readonly MirrorItem[],
  owners: ReadonlySet<string>,
): ReadonlyMap<string, DocumentState> {
  const found = new Map<string, DocumentState>();
  for (const { id, state, owner, full, lean, placements = {} } of items) {
    const key = owner === undefined ? "" : `${owner.type}#${owner.id}`;
    if (state === "deleted" || !owners.has(key)) continue;
    const { name, description, size } = full?.body ?? lean?.body ?? {};
    const folders = Object.entries(placements).flatMap(([place, ids]) =>
      owners.has(place) ? ids.filter((folder) => folder !== "").map((folder) => `${place}/${folder}`) : [],
    );
    found.set(id, { name, description, size, owner: key, folders: folders.toSorted() });
  }
  return found;
}

/** Folders of these owners by id, as the source lists them. */
export function sourceFolders(source: Instance, owners: ReadonlySet<string>): ReadonlyMap<string, string> {
  const rows = [...source.tables.folder.all()].filter((row) => !row.isSystem && owners.has(keyOf(source, row.owner)));
  return new Map(
    rows.map((row) => {
      const { id, name, parentId } = folderNode(source, row);
      return [id, canonicalJson({ owner: keyOf(source, row.owner), name, parentId })];
    }),
  );
}

/** The same folders as in the mirror. */
export function mirroredFolders(
  items: readonly MirrorItem[],
  owners: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { id, state, owner: { type, id: ownerId } = { type: "", id: "" }, full } of items) {
    const owner = `${type}#${ownerId}`;
    if (state === "deleted" || !owners.has(owner)) continue;
    const { name = null, parentId = null } = full?.body ?? {};
    found.set(id, canonicalJson({ owner, name, parentId }));
  }
  return found;
}

/** Every entry of these owners' change feeds, sorted. Entries have no ids, and equal ones are different changes. */
export function sourceEntries(source: Instance, owners: ReadonlySet<string>): string[] {
  return [...source.tables.documentChange.all()]
    .flatMap((row) => {
      const owner = keyOf(source, row.owner);
      const entry = jsonObject.parse(JSON.parse(JSON.stringify(documentChange(source, row))));
      return owners.has(owner) ? [`${owner} ${canonicalJson(entry)}`] : [];
    })
    .sort();
}

/** The same entries as in the mirror. */
export function mirroredEntries(items: readonly MirrorItem[], owners: ReadonlySet<string>): string[] {
  return items
    .flatMap(({ owner, full }) => {
      const key = `${owner?.type ?? ""}#${owner?.id ?? ""}`;
      return owners.has(key) ? [`${key} ${canonicalJson(full?.body ?? {})}`] : [];
    })
    .sort();
}
