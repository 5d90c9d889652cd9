import {
  type DocumentSource,
  type Owner,
  ownerKey,
  type SourceDocument,
  type SourceFolder,
} from "../source/document-source.ts";
import { withMember } from "../source/text-body.ts";
import type { Dice } from "./dice.ts";
import { documentDeeds, newDocument, newFolder, record, type Scene } from "./documents.ts";

const q = (value: string | null): string => JSON.stringify(value);

/** A step's description, for the oracle and for people. */
export type Step = {
  readonly of: string;
  readonly name: string;
  /** Its content changed, and whether a feed says so. */
  readonly content?: "recorded" | "shown";
};

const documentOf = (document: SourceDocument): string => `document#${document.id}`;
export const folderOf = (owner: Owner, id: string): string => `folder#${ownerKey(owner)}#${id}`;

/** One change to a document, which its owners' feeds usually record. */
export function documentStep(scene: Scene, document: SourceDocument): Step | undefined {
  const { dice, source } = scene;
  const { name, next, entry } = dice.pick(documentDeeds);
  const changed = next(scene, document);
  if (changed === undefined) return undefined;
  source.put(changed);
  const isContent = name === "MIME type" || entry?.field === "FILE_CONTENT";
  // Only the feed shows a replacement of the same size.
  const isRecorded = entry !== undefined && (name === "content, same size" || dice.happens(0.8));
  if (isRecorded) record(scene, changed, entry.operation, entry.field);
  const content = isRecorded && changed.placements.length > 0 ? "recorded" : "shown";
  return { of: documentOf(document), name, ...(isContent && { content }) };
}

/** The content of a document is replaced, as its owners' feeds say immediately. */
export function replaceContent(scene: Scene, document: SourceDocument): Step {
  const size = String(200_000 + scene.dice.below(9_000_000));
  const changed = { ...document, fields: withMember(document.fields, "size", size) };
  scene.source.put(changed);
  record(scene, changed, "DOCUMENT_UPDATE", "FILE_CONTENT");
  return { of: documentOf(document), name: "content replaced between feed and list", content: "recorded" };
}

export function addShortcut(scene: Scene, document: SourceDocument): Step | undefined {
  const { dice, source, owners } = scene;
  const holders = new Set([document.owner, ...document.placements.map(({ owner }) => owner)].map(ownerKey));
  const others = owners.filter((owner) => !holders.has(ownerKey(owner)));
  if (others.length === 0 || document.placements.length === 0) return undefined;
  const owner = dice.pick(others);
  const changed = {
    ...document,
    placements: [...document.placements, { owner, folderId: folderIn(source, owner, dice) }],
  };
  source.put(changed);
  if (dice.happens(0.8)) record(scene, changed, "DOCUMENT_INSERT", undefined, [owner]);
  return { of: documentOf(document), name: "shortcut added" };
}

export function removeShortcut(scene: Scene, document: SourceDocument): Step | undefined {
  const { dice, source } = scene;
  const [primary, ...shortcuts] = document.placements;
  if (primary === undefined || shortcuts.length === 0) return undefined;
  const gone = dice.pick(shortcuts);
  source.put({ ...document, placements: document.placements.filter((one) => one !== gone) });
  if (dice.happens(0.8)) record(scene, document, "DOCUMENT_DELETE", undefined, [gone.owner]);
  return { of: documentOf(document), name: "shortcut removed" };
}

/** To another owner, which alone records it (docs/partner-api.md#relocation-one-sided). */
export function relocate(scene: Scene, document: SourceDocument): Step | undefined {
  const { dice, source, owners } = scene;
  const others = owners.filter((owner) => ownerKey(owner) !== ownerKey(document.owner));
  const [primary, ...shortcuts] = document.placements;
  if (primary === undefined || others.length === 0) return undefined;
  const owner = dice.pick(others);
  const kept = shortcuts.filter((one) => ownerKey(one.owner) !== ownerKey(owner));
  source.put({ ...document, owner, placements: [{ owner, folderId: folderIn(source, owner, dice) }, ...kept] });
  record(scene, document, "DOCUMENT_INSERT", undefined, [owner]);
  return { of: documentOf(document), name: "relocated" };
}

export function addDocument(scene: Scene): Step {
  const document = newDocument(scene);
  scene.source.put(document);
  record(scene, document, "DOCUMENT_INSERT", undefined);
  return { of: documentOf(document), name: "new" };
}

export function deleteDocument(scene: Scene, document: SourceDocument, isRecorded = true): Step {
  scene.source.documents.delete(document.id);
  if (isRecorded) record(scene, document, "DOCUMENT_DELETE", undefined);
  return { of: documentOf(document), name: isRecorded ? "deleted" : "deleted, and nothing recorded it" };
}

/** One change to an owner's folder. */
export function folderStep({ source, dice }: Scene, owner: Owner): Step {
  const folders = source.folders.get(ownerKey(owner)) ?? [];
  const empty = folders.filter(({ id }) => !isUsed(source, folders, id));
  const deed = dice.below(4);
  if (deed === 0 || folders.length < 3) {
    const folder = newFolder(dice, dice.happens(0.5) ? null : (folders[0]?.id ?? null));
    source.folders.set(ownerKey(owner), [...folders, folder]);
    return { of: folderOf(owner, folder.id), name: "new" };
  }
  const [gone] = empty;
  if (deed === 1 && gone !== undefined && folders.length > 5) {
    source.folders.set(
      ownerKey(owner),
      folders.filter((one) => one !== gone),
    );
    return { of: folderOf(owner, gone.id), name: "deleted" };
  }
  const folder = dice.pick(folders);
  const name = deed === 2 ? "name" : "parentId";
  const value =
    deed === 2
      ? q(`folder ${dice.below(99)}`)
      : q(dice.pick([null, ...folders.filter(({ id }) => id !== folder.id).map(({ id }) => id)]));
  const fields = withMember(withMember(folder.fields, name, value), "path", q(`p${dice.below(99)}`));
  source.folders.set(
    ownerKey(owner),
    folders.map((one) => (one === folder ? { ...one, fields } : one)),
  );
  return { of: folderOf(owner, folder.id), name: `folder's ${name}` };
}

function isUsed(source: DocumentSource, folders: readonly SourceFolder[], id: string): boolean {
  const holds = [...source.documents.values()].some(({ placements }) =>
    placements.some(({ folderId }) => folderId === id),
  );
  return holds || folders.some(({ fields }) => fields.some(([name, text]) => name === "parentId" && text === q(id)));
}

function folderIn(source: DocumentSource, owner: Owner, dice: Dice): string | null {
  return dice.pick([null, ...(source.folders.get(ownerKey(owner)) ?? []).map(({ id }) => id)]);
}
