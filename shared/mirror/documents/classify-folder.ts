import { canonicalJson } from "../../kernel/canonical-json.ts";
import type { FieldChange } from "../../kernel/envelope.ts";
import { idInKey } from "../../kernel/hash.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";
import { changesBetween } from "../changes-between.ts";
import type { Fact, MirrorItem } from "../mirror-item.ts";
import { folderPartition } from "../mirror-key.ts";
import { isLate, newItem, type Rise, removalReason, risen, tombstoneOf } from "../next-item.ts";
import { changeTimeOf, changeTimesOf, storedBodyOf } from "../records/bodies.ts";
import { firstContactKind } from "../records/changed-item.ts";
import type { RecordRow } from "../records/record-observation.ts";
import type { FolderTree } from "./owner-read.ts";

export type FolderContext = {
  readonly now: number;
  readonly seqFloor: number;
  /** Unix ms, the server's clock. */
  readonly connectedAt: number;
  readonly lateReadMargin: number;
  readonly retention: number;
};

/** `added`: the ids of folders that were added after the connection, according to the journal. */
type ListContext = FolderContext & { readonly added: ReadonlySet<string> };

/** `open`: the list may be older than the stored item, so a later list decides. */
export type FolderClassification =
  | { readonly classification: "same" | "open" }
  | { readonly classification: "touched" | "changed"; readonly item: MirrorItem };

const verbs = { name: "renamed", parentId: "moved" } as const;

export function classifyFolder(
  item: MirrorItem | undefined,
  row: RecordRow,
  tree: FolderTree,
  context: ListContext,
): FolderClassification {
  if (item === undefined) return { classification: "changed", item: firstFolder(row, tree, context) };
  const seen = seenItem(item, row, tree);
  const same = canonicalJson(item.full?.body ?? {}) === canonicalJson(row.body);
  const isNews = item.baseline === true && context.added.has(item.id);
  if (same && item.state === "live" && item.missingAt === undefined && !isNews) return { classification: "same" };
  if (isLate(item, tree.moment, context)) return { classification: "open" };
  if (isNews && item.state === "live") {
    const facts: Fact[] = [{ type: "folder.created", key: "" }];
    const next = { ...seen, baseline: undefined };
    return { classification: "changed", item: risen(item, next, context, { detectedBy: "journal", facts }) };
  }
  const entry = { detectedBy: "snapshot" } as const;
  if (item.state === "deleted") {
    const facts: Fact[] = [{ type: "folder.restored", key: "" }];
    return {
      classification: "changed",
      item: risen(item, { ...seen, expiresAt: undefined }, context, { ...entry, facts }),
    };
  }
  const facts = factsOfFolder(changesBetween("folder", item.full?.body ?? {}, row.body));
  if (facts.length === 0) return { classification: "touched", item: seen };
  return { classification: "changed", item: risen(item, seen, context, { ...entry, facts }) };
}

export function removedFolder(
  item: MirrorItem,
  { owner, foldersDeleted, ownerIsGone, moment }: FolderTree,
  context: FolderContext,
): MirrorItem {
  const facts: Fact[] = [{ type: "folder.removed", key: "" }];
  // The source never says that a phase is gone.
  const cascade = ownerIsGone && owner.subOwner !== "phase";
  const reason = removalReason({ cascade, recorded: foldersDeleted });
  const detectedBy = reason === "journal" ? "journal" : "snapshot";
  return tombstoneOf({ ...item, missingAt: undefined }, moment.asOf, context, { detectedBy, facts, reason });
}

/** Changes to other fields are stored without an event. */
export function factsOfFolder(changes: readonly FieldChange[]): Fact[] {
  return changes.flatMap((change): Fact[] => {
    const { field } = change;
    return field === "name" || field === "parentId"
      ? [{ type: `folder.${verbs[field]}`, key: "", changes: [change] }]
      : [];
  });
}

/**
 * The contract's folders have no change time. So a folder that first contact finds is baseline, unless the journal says
 * that it was added after the connection. If folders do have change times, these decide. A folder that was created
 * before the connection and changed after it then gets a `created` event with `changesUnknown`, because folders have no
 * `updated` event.
 */
function firstFolder(row: RecordRow, tree: FolderTree, context: ListContext): MirrorItem {
  const { connectedAt, added } = context;
  const { instance, owner, moment, draining, baseline } = tree;
  const { id, body } = row;
  const times = changeTimesOf(body);
  const kind = draining && baseline && !added.has(id) ? firstContactKind(times, connectedAt) : "created";
  const rise: Rise = {
    detectedBy: "snapshot",
    facts: [{ type: "folder.created", key: "" }],
    ...(kind === "baseline" && { baseline: true }),
    ...(kind === "updated" && { changesUnknown: true, timestamp: changeTimeOf(times) }),
  };
  const key = { pk: folderPartition(instance, owner), sk: idInKey(id) };
  const full = storedBodyOf("folder", body);
  return newItem({ ...key, instance, resource: "folder", id, asOf: moment.asOf, full, owner, rev: 1 }, context, rise);
}

function seenItem(item: MirrorItem, { body }: RecordRow, { moment }: FolderTree): MirrorItem {
  const asOf = Math.max(item.asOf, moment.asOf);
  return { ...item, state: "live", asOf, full: storedBodyOf("folder", body), missingAt: undefined };
}

/** The maximum number of folders on a path. A longer path is cut, because its parents form a cycle. */
const deepest = 500;

/**
 * The ids of folders that were added after the connection. Folders have no change time, so without this they would be
 * baseline in an owner's first list. The journal names the path of each added folder, and `paths` lists where the
 * folder may be now. If several folders have one of these paths, none counts, because an event must not be published on
 * a guess.
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
    // If the journal's entry is later than the list that showed this folder, the entry is about a different folder,
    // which has since been deleted.
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
