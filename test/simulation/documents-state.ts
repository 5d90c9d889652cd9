import type { Instance } from "../../infra/sandbox/store/instance.ts";
import type { MirrorItem } from "../../shared/mirror/mirror-item.ts";

/** A document as both sides can be compared: its fields, its owner, and the folders it stands in by owner. */
export type DocumentState = {
  readonly name: unknown;
  readonly description: unknown;
  readonly size: unknown;
  readonly owner: string;
  readonly folders: readonly string[];
};

/** Documents whose primary owner is one of `owners` (`Company#id`), as the source holds them. */
export function sourceDocuments(source: Instance, owners: ReadonlySet<string>): ReadonlyMap<string, DocumentState> {
  const { ids, tables } = source;
  const kinds = { Company: "company", Person: "person", Project: "project", Room: "room" } as const;
  const keyOf = ({ type, id }: { readonly type: keyof typeof kinds; readonly id: number }) =>
    `${type}#${ids.mask(kinds[type], id)}`;
  const found = new Map<string, DocumentState>();
  for (const row of tables.document.all()) {
    const owner = keyOf(row.owner);
    if (!owners.has(owner)) continue;
    const folders = row.placements.flatMap((placement) => {
      const key = keyOf(placement.owner);
      return placement.folderId === null || !owners.has(key)
        ? []
        : [`${key}/${ids.mask("folder", placement.folderId)}`];
    });
    const { name, description, size } = row;
    found.set(ids.mask("document", row.id), { name, description, size, owner, folders: folders.toSorted() });
  }
  return found;
}

/** The same, as the mirror holds them. */
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
