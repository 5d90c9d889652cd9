import { ContentionError } from "../../kernel/errors.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Put, Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import {
  addedSinceConnection,
  classifyFolder,
  type FolderContext,
  removedFolder,
} from "../../mirror/documents/classify-folder.ts";
import type { FolderTree, OwnerRead } from "../../mirror/documents/owner-read.ts";
import { type MirrorItem, mirrorItem } from "../../mirror/mirror-item.ts";
import { folderPartition } from "../../mirror/mirror-key.ts";
import { isLate } from "../../mirror/next-item.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import { putOf, writeItem } from "../../mirror/write-item.ts";
import { type ObserveOutcome, type QuarantinedRow } from "../feed-reader.ts";
import { type ContextParts, contextOf, observeRounds } from "../observe/observed.ts";
import { type Candidate, proofState } from "../removals/removal-proof.ts";

export type FolderParts = ContextParts & {
  readonly mirror: Table;
};

/**
 * Stores an owner's folder list in the mirror. The list is complete, and its folders are compared by id (hazard 46).
 * `candidates`: the folders that the mirror has and the list doesn't show, except those whose items may be newer than
 * the list. Throws ContentionError if other workers keep changing the folders; the list is then read again.
 */
export async function observeFolderList(
  parts: FolderParts,
  tree: FolderTree,
): Promise<{ readonly outcome: ObserveOutcome; readonly candidates: readonly Candidate[] }> {
  const known = await contextOf(parts, tree.instance);
  if (known === undefined) return { outcome: { outcome: "incomplete", reason: "refused" }, candidates: [] };
  const context = { ...known, retention: parts.timings.tombstoneRetention };
  let items = await standingFolders(parts, tree);
  const outcome = await observeRounds(`the folder list of ${nameOf(tree)}`, tree.rows, async (left) => {
    const round = await roundOf(parts, tree, left, items, context);
    if (round.conflicts.length > 0) items = await standingFolders(parts, tree);
    return round;
  });
  if (outcome.outcome === "incomplete") return { outcome, candidates: [] };
  const missing = [...items.values()].filter(({ id, state }) => !tree.shown.has(id) && state !== "deleted");
  const certain = missing.filter((item) => !isLate(item, tree.moment, context));
  return {
    outcome: { ...outcome, ...(certain.length < missing.length && { open: true }) },
    candidates: certain.map((item) => candidateOf(parts, tree, item, context)),
  };
}

async function roundOf(
  { mirror }: FolderParts,
  tree: FolderTree,
  rows: readonly RecordRow[],
  standing: ReadonlyMap<string, MirrorItem>,
  known: FolderContext,
) {
  const context = { ...known, added: addedSinceConnection(tree, standing, known) };
  const quarantined: QuarantinedRow[] = [];
  const writes: { readonly row: RecordRow; readonly put: Put; readonly rises: boolean }[] = [];
  let open = false;
  for (const row of rows) {
    const { id } = row;
    const item = standing.get(id);
    const classified = classifyFolder(item, row, tree, context);
    open ||= classified.classification === "open";
    if (classified.classification !== "touched" && classified.classification !== "changed") continue;
    const put = putOf(item, classified.item);
    if (typeof put === "string") quarantined.push({ id, reason: put });
    else writes.push({ row, put, rises: classified.classification === "changed" });
  }
  const outcomes = writes.length === 0 ? [] : await mirror.put(writes.map(({ put }) => put));
  return {
    changed: writes.filter(({ rises }, position) => rises && outcomes[position] === "written").length,
    conflicts: writes.flatMap(({ row }, position) => (outcomes[position] === "conflict" ? row : [])),
    quarantined,
    open,
  };
}

function candidateOf(parts: FolderParts, tree: FolderTree, item: MirrorItem, context: FolderContext): Candidate {
  const { id, missingAt } = item;
  const { clock, timings } = parts;
  const recorded = tree.ownerIsGone || (tree.foldersDeleted && tree.unidentified === 0);
  const asked = proofState(missingAt, { now: context.now, confirmGap: timings.confirmGap });
  return {
    ...{ id, missingAt, recorded, path: "" },
    state: recorded ? "due" : asked,
    noteMissing: () => write(parts, tree, item, { ...item, missingAt: clock.now() }),
    notePresent: () => Promise.resolve({ outcome: "observed", changed: 0 }),
    drop: () => Promise.resolve(),
    forget: () => write(parts, tree, item, { ...item, missingAt: undefined }),
    noteRemoved: () => write(parts, tree, item, removedFolder(item, tree, context)),
  };
}

/** If the changed item would be too large, the stored item stays unchanged. */
async function write({ mirror }: FolderParts, tree: FolderTree, previous: MirrorItem, next: MirrorItem): Promise<void> {
  const outcome = await writeItem(mirror, previous, next);
  if (outcome === "conflict") throw new ContentionError(`folders of ${nameOf(tree)} were changed by another worker`);
}

async function standingFolders(
  { mirror }: FolderParts,
  { instance, owner }: OwnerRead,
): Promise<ReadonlyMap<string, MirrorItem>> {
  const standing = new Map<string, MirrorItem>();
  for await (const item of queryAll(mirror, { pk: folderPartition(instance, owner) })) {
    const folder = parseStored(mirrorItem, item, `folder ${item.sk}`);
    standing.set(folder.id, folder);
  }
  return standing;
}

const nameOf = ({ instance, owner }: OwnerRead): string => `${owner.type} ${owner.id} of ${instance}`;
