import {
  type DocumentSource,
  type Owner,
  ownerKey,
  type Placement,
  type SourceDocument,
  type SourceFolder,
} from "../source/document-source.ts";
import { idFrom } from "../source/fake-source.ts";
import { type Body, valueOf, withMember } from "../source/text-body.ts";
import type { Dice } from "./dice.ts";
import { spelledMoment } from "./records.ts";
import { valueText } from "./values.ts";

const q = (value: string | null): string => JSON.stringify(value);

/**
 * Whether the change feed records the change: it never records what isn't archived, and the source may omit the rest.
 */
export type Scene = {
  readonly source: DocumentSource;
  readonly dice: Dice;
  readonly owners: readonly Owner[];
  /** Unix µs. */
  readonly now: () => number;
  /** Whether `changedBy` comes with a name, and which. */
  readonly changedBy: () => string;
};

export function newDocument({ dice, owners, source, now }: Scene, at = now()): SourceDocument {
  const owner = dice.pick(owners);
  const folder = dice.pick([null, ...(source.folders.get(ownerKey(owner)) ?? []).map(({ id }) => id)]);
  const id = idFrom("document", dice.digits(12));
  const fields: Body = [
    ["id", q(id)],
    ["name", q(`file ${dice.below(9_999)}.pdf`)],
    ...(dice.happens(0.5) ? [["description", valueText("note", dice)] as const] : []),
    ["mimeType", '"application/pdf"'],
    ["size", String(dice.below(90_000))],
    ["custom", valueText("object", dice)],
    ["created", q(spelledMoment(at))],
    ["createdBy", '"p1"'],
  ];
  const placements: readonly Placement[] = dice.happens(0.7) ? [{ owner, folderId: folder }] : [];
  return { id, fields, owner, placements, changedAt: at };
}

export function newFolder(dice: Dice, parentId: string | null, name = `folder ${dice.below(99)}`): SourceFolder {
  const id = idFrom("folder", dice.digits(12));
  const fields: Body = [
    ["id", q(id)],
    ["name", q(name)],
    ["parentId", q(parentId)],
    ["path", q(name)],
  ];
  return { id, fields };
}

/** Records an entry with every owner that holds the document, or with the given ones. */
export function record(
  { source, dice, now, changedBy }: Scene,
  document: SourceDocument,
  operation: string,
  changedField: string | undefined,
  owners: readonly Owner[] = document.placements.map(({ owner }) => owner),
): void {
  for (const owner of owners) {
    const entry = [
      `"operation":${q(operation)}`,
      ...(changedField === undefined ? [] : [`"changedField":${q(changedField)}`]),
      `"changed":${q(spelledMoment(now()))}`,
      `"changedBy":${changedBy()}`,
      `"documentId":${q(document.id)}`,
      `"fileName":${valueOf(document.fields, "name") ?? "null"}`,
      `"size":${valueOf(document.fields, "size") ?? "0"}`,
      '"folderPath":[]',
    ].join(",");
    source.record(owner, `{${entry}}`);
    // Equal except for a null: two entries, each as it was given.
    if (dice.happens(0.05)) source.record(owner, `{${entry},"note":null}`);
    if (dice.happens(0.05)) source.record(owner, `{${entry}}`);
  }
}

const withField = (document: SourceDocument, name: string, text: string | undefined): SourceDocument => ({
  ...document,
  fields: withMember(document.fields, name, text),
});

type Deed = {
  readonly name: string;
  /** The document afterwards; undefined if the change is impossible. */
  readonly next: (scene: Scene, document: SourceDocument) => SourceDocument | undefined;
  readonly entry?: { readonly operation: string; readonly field?: string };
};

const archived = ({ placements }: SourceDocument): boolean => placements.length > 0;

/** The possible changes to a document, and what the feed records of each if the document is archived. */
export const documentDeeds: readonly Deed[] = [
  {
    name: "renamed",
    next: ({ dice, now }, document) => {
      const at = now();
      const named = withField(document, "name", q(`name ${dice.below(9_999)}.pdf`));
      return { ...withField(named, "modified", q(spelledMoment(at))), changedAt: at };
    },
    entry: { operation: "DOCUMENT_UPDATE", field: "FILE_NAME" },
  },
  { name: "described", next: ({ dice }, document) => withField(document, "description", valueText("note", dice)) },
  { name: "description cleared", next: (_, document) => withField(document, "description", undefined) },
  { name: "MIME type", next: ({ dice }, document) => withField(document, "mimeType", q(`a/${dice.below(999)}`)) },
  { name: "another field", next: ({ dice }, document) => withField(document, "custom", valueText("object", dice)) },
  { name: "another field respelled", next: (_, document) => respelled(document) },
  { name: "createdBy alone", next: ({ dice }, document) => withField(document, "createdBy", q(dice.digits(3))) },
  {
    name: "content, another size",
    next: ({ dice }, document) => withField(document, "size", String(100_000 + dice.below(9_000_000))),
    entry: { operation: "DOCUMENT_UPDATE", field: "FILE_CONTENT" },
  },
  {
    name: "content, same size",
    next: (_, document) => (archived(document) ? document : undefined),
    entry: { operation: "DOCUMENT_UPDATE", field: "FILE_CONTENT" },
  },
  {
    name: "moved",
    next: ({ dice, source }, document) => {
      const [primary, ...others] = document.placements;
      if (primary === undefined) return undefined;
      const folders = [null, ...(source.folders.get(ownerKey(primary.owner)) ?? []).map(({ id }) => id)];
      const folderId = dice.pick(folders);
      return folderId === primary.folderId
        ? undefined
        : { ...document, placements: [{ ...primary, folderId }, ...others] };
    },
    entry: { operation: "DOCUMENT_UPDATE", field: "FOLDER" },
  },
  {
    name: "archived",
    next: ({ dice, source }, document) => {
      if (archived(document)) return undefined;
      const folders = (source.folders.get(ownerKey(document.owner)) ?? []).map(({ id }) => id);
      return folders.length === 0
        ? undefined
        : { ...document, placements: [{ owner: document.owner, folderId: dice.pick(folders) }] };
    },
    entry: { operation: "DOCUMENT_INSERT" },
  },
];

function respelled(document: SourceDocument): SourceDocument | undefined {
  const text = valueOf(document.fields, "custom");
  return text === undefined
    ? undefined
    : withField(document, "custom", text.replace(/"c":null,?/, "").replace(",}", "}"));
}
