import { canonicalJson } from "../../kernel/canonical-json.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";
import type { MirrorItem } from "../mirror-item.ts";
import type { FolderTree } from "./owner-read.ts";

/** The most folders on a path. Longer paths are cut: their parents form a cycle. */
const deepest = 500;

/**
 * Returns the ids of folders that were added after the connection. In an owner's first list, they would otherwise be
 * baseline, because folders have no change time. The journal names the path of each added folder, and `paths` lists
 * where the folder may be now. If exactly one folder in the list has one of these paths, it is the added one. If
 * several do, none counts: no event may be invented.
 */
export function addedSinceConnection(
  { foldersAdded, rows, moment }: FolderTree,
  stored: ReadonlyMap<string, MirrorItem>,
  { connectedAt, lateReadMargin }: { readonly connectedAt: number; readonly lateReadMargin: number },
): ReadonlySet<string> {
  const added = new Set<string>();
  if (foldersAdded.length === 0) return added;
  const idsAt = Map.groupBy(pathsOf(rows), ([, path]) => path);
  for (const { at, paths } of foldersAdded) {
    const ids = paths.flatMap((path) => (idsAt.get(canonicalJson(path)) ?? []).map(([id]) => id));
    const [id] = ids;
    if (at < connectedAt || id === undefined || ids.length > 1) continue;
    // If the journal's entry is later than the list that showed this folder, the entry is about another folder, which
    // was deleted again.
    if (at <= (stored.get(id)?.asOf ?? moment.asOf) + lateReadMargin) added.add(id);
  }
  return added;
}

/** The id of each folder, with the names from the root to the folder. */
function pathsOf(rows: FolderTree["rows"]): readonly (readonly [id: string, path: string])[] {
  const bodies = new Map(rows.map(({ id, body }) => [id, body]));
  return rows.map(({ id }) => {
    const path: Json[] = [];
    let folder: JsonObject | undefined = bodies.get(id);
    while (folder !== undefined && path.length < deepest) {
      path.unshift(folder["name"] ?? null);
      const parent: Json | undefined = folder["parentId"];
      folder = typeof parent === "string" ? bodies.get(parent) : undefined;
    }
    return [id, canonicalJson(path)];
  });
}
