import { canonicalJson } from "../../kernel/canonical-json.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";
import type { MirrorItem } from "../mirror-item.ts";
import type { FolderTree } from "./owner-read.ts";

/** Deeper trees than this are taken for cycles. */
const deepest = 500;

/**
 * The ids of folders that were added after the connection and that the owner's first list would call baseline, since folders
 * have no change time. The journal says that a folder was added at a path; where exactly one folder of the list can be meant,
 * it is that one. Where a sibling of the same name might be meant as well, neither is: nothing may be invented.
 */
export function addedSinceConnection(
  { foldersAdded, rows, moment }: FolderTree,
  standing: ReadonlyMap<string, MirrorItem>,
  { connectedAt, lateReadMargin }: { readonly connectedAt: number; readonly lateReadMargin: number },
): ReadonlySet<string> {
  const added = new Set<string>();
  if (foldersAdded.length === 0) return added;
  const idsAt = Map.groupBy(pathsOf(rows), ([, path]) => path);
  for (const { at, paths } of foldersAdded) {
    const ids = paths.flatMap((path) => (idsAt.get(canonicalJson(path)) ?? []).map(([id]) => id));
    const [id] = ids;
    if (at < connectedAt || id === undefined || ids.length > 1) continue;
    // What was added after the list that showed the folder first is another folder, which has gone again.
    if (at <= (standing.get(id)?.asOf ?? moment.asOf) + lateReadMargin) added.add(id);
  }
  return added;
}

/** Each folder's id with the names from the root to it. */
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
