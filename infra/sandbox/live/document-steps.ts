import { deleteDocument, describeDocument, moveDocument, replaceContent } from "../documents/document-operations.ts";
import { createFolder, deleteFolder, moveFolder, renameFolder } from "../documents/folder-operations.ts";
import { foldersOf } from "../documents/folder-tree.ts";
import { uploadDocument } from "../documents/upload.ts";
import { documentNames, folderNames, suffixes } from "../seed/vocabulary.ts";
import type { Instance, Write } from "../store/instance.ts";
import { pick, type Random } from "../store/random.ts";
import type { Identified, Table } from "../store/table.ts";

const upload: Step = (instance, random, write) => {
  const folder = recent(instance.tables.folder, random, (candidate) => !candidate.isSystem);
  if (folder === undefined) return;
  const kind = pick(random, suffixes);
  uploadDocument(instance, write, {
    name: fileName(random, kind?.suffix ?? "txt"),
    content: content(random),
    mimeType: kind?.mimeType,
    owner: folder.owner,
    // Some documents are attached to their owner without being archived in a folder.
    folderId: random() < 0.85 ? folder.id : undefined,
    onConflict: pick(random, ["replace", "keepAll", "skip"] as const) ?? "replace",
  });
};

const rename: Step = (instance, random, write) => {
  const row = recent(instance.tables.document, random);
  if (row === undefined) return;
  const name = fileName(random, row.name.split(".").at(-1) ?? "txt");
  describeDocument(instance, write, row, { name, description: row.description });
};

const describe: Step = (instance, random, write) => {
  const row = recent(instance.tables.document, random);
  if (row === undefined) return;
  describeDocument(instance, write, row, { name: row.name, description: `Version ${Math.floor(random() * 100)}` });
};

const rewrite: Step = (instance, random, write) => {
  const row = recent(instance.tables.document, random);
  if (row !== undefined) replaceContent(instance, write, row, { content: content(random), mimeType: row.mimeType });
};

const move: Step = (instance, random, write) => {
  const row = recent(instance.tables.document, random, (document) => document.placements.length > 0);
  if (row === undefined) return;
  const destinations = [null, ...foldersOf(instance, row.owner).map((folder) => folder.id)];
  moveDocument(instance, write, row, row.owner, pick(random, destinations) ?? null);
};

const remove: Step = (instance, random, write) => {
  const row = recent(instance.tables.document, random);
  if (row !== undefined) deleteDocument(instance, write, row);
};

const addFolder: Step = (instance, random, write) => {
  const sibling = recent(instance.tables.folder, random, (candidate) => !candidate.isSystem);
  if (sibling === undefined) return;
  const parentId = random() < 0.5 ? sibling.id : null;
  createFolder(instance, write, { owner: sibling.owner, name: pick(random, folderNames) ?? "Archive", parentId });
};

const changeFolder: Step = (instance, random, write) => {
  const row = recent(instance.tables.folder, random, (candidate) => !candidate.isSystem);
  if (row === undefined) return;
  if (random() < 0.6)
    renameFolder(instance, write, row, `${pick(random, folderNames) ?? "Archive"} ${Math.floor(random() * 10)}`);
  else moveFolder(instance, write, row, null);
};

const removeFolder: Step = (instance, random, write) => {
  const row = recent(instance.tables.folder, random, (candidate) => candidate.parentId !== null);
  if (row !== undefined) deleteFolder(instance, write, row, true);
};

export const documentSteps: readonly (readonly [weight: number, step: Step])[] = [
  [8, upload],
  [8, rename],
  [2, describe],
  [4, rewrite],
  [6, move],
  [4, remove],
  [3, addFolder],
  [3, changeFolder],
  [1, removeFolder],
];

const fileName = (random: Random, suffix: string): string =>
  `${pick(random, documentNames) ?? "Document"} ${Math.floor(random() * 100)}.${suffix}`;
const content = (random: Random): Buffer => Buffer.from(`Content ${Math.floor(random() * 1e9)}\n`);

/** Does nothing if there is nothing to change. */
export type Step = (instance: Instance, random: Random, write: Write) => void;

/** Picks one of the last few dozen rows, because people work on new records. */
export function recent<Row extends Identified>(
  table: Table<Row>,
  random: Random,
  accepts: (row: Row) => boolean = () => true,
): Row | undefined {
  return pick(random, table.all().slice(-40).reverse().filter(accepts));
}
