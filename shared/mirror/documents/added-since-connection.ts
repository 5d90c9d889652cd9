import { canonicalJson } from "../../kernel/canonical-json.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";
import type { MirrorItem } from "../mirror-item.ts";
import type { FolderTree } from "./owner-read.ts";

/** A tree deeper than this is treated as a cycle. */
const deepest = 500;

/**
 * Returns the ids of folders that were added after the connection. An owner's first list would call them baseline,
 * because folders have no change time. The journal names the path of each added folder. If exactly one folder of the
 * list has that path, it is the added one. If two have it, neither counts: no event may be invented.
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
    // If the journal added it after the list showed this folder, it means another folder, which was deleted again.
    if (at <= (stored.get(id)?.asOf ?? moment.asOf) + lateReadMargin) added.add(id);
  }
  return added;
}

/** Each folder's id, with the names from the root to it. */
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
