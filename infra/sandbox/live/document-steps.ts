import { deleteDocument, describeDocument, moveDocument, replaceContent } from "../documents/document-operations.ts";
import { createFolder, deleteFolder, moveFolder, renameFolder } from "../documents/folder-operations.ts";
import { foldersOf } from "../documents/folder-tree.ts";
import { uploadDocument } from "../documents/upload.ts";
import { documentNames, folderNames, suffixes } from "../seed/vocabulary.ts";
import type { Instance, Write } from "../store/instance.ts";
import { pick, type Random } from "../store/random.ts";
import type { FolderRow } from "../store/rows.ts";
import type { Rows, TableName } from "../store/tables.ts";

/** Accepts every row. */
export const any = (): boolean => true;
const isListed = ({ isSystem }: FolderRow): boolean => !isSystem;

const upload = onRecent("folder", isListed, (instance, random, write, folder) => {
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
});

const rename = onRecent("document", any, (instance, random, write, row) => {
  const name = fileName(random, row.name.split(".").at(-1) ?? "txt");
  describeDocument(instance, write, row, { name, description: row.description });
});

const describe = onRecent("document", any, (instance, random, write, row) => {
  describeDocument(instance, write, row, { name: row.name, description: `Version ${Math.floor(random() * 100)}` });
});

const rewrite = onRecent("document", any, (instance, random, write, row) => {
  replaceContent(instance, write, row, { content: content(random), mimeType: row.mimeType });
});

const move = onRecent(
  "document",
  ({ placements }) => placements.length > 0,
  (instance, random, write, row) => {
    const destinations = [null, ...foldersOf(instance, row.owner).map((folder) => folder.id)];
    moveDocument(instance, write, row, row.owner, pick(random, destinations) ?? null);
  },
);

const remove = onRecent("document", any, (instance, _, write, row) => {
  deleteDocument(instance, write, row);
});

const addFolder = onRecent("folder", isListed, (instance, random, write, sibling) => {
  const parentId = random() < 0.5 ? sibling.id : null;
  createFolder(instance, write, { owner: sibling.owner, name: pick(random, folderNames) ?? "Archive", parentId });
});

const changeFolder = onRecent("folder", isListed, (instance, random, write, row) => {
  if (random() < 0.6)
    renameFolder(instance, write, row, `${pick(random, folderNames) ?? "Archive"} ${Math.floor(random() * 10)}`);
  else moveFolder(instance, write, row, null);
});

const removeFolder = onRecent(
  "folder",
  ({ parentId }) => parentId !== null,
  (instance, _, write, row) => {
    deleteFolder(instance, write, row, true);
  },
);

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
export function recent<Name extends TableName>(
  { tables }: Instance,
  name: Name,
  random: Random,
  accepts: (row: Rows[Name]) => boolean = any,
): Rows[Name] | undefined {
  return pick(random, tables[name].all().slice(-40).reverse().filter(accepts));
}

/** A step that changes a recent row. */
export function onRecent<Name extends TableName>(
  name: Name,
  accepts: (row: Rows[Name]) => boolean,
  change: (instance: Instance, random: Random, write: Write, row: Rows[Name]) => void,
): Step {
  return (instance, random, write) => {
    const row = recent(instance, name, random, accepts);
    if (row !== undefined) change(instance, random, write, row);
  };
}
