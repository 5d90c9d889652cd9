import { type Body, spelled } from "./text-body.ts";

export type Owner = { readonly type: "Company" | "Person" | "Project"; readonly id: string };
export const ownerKey = ({ type, id }: Owner): string => `${type}#${id}`;

export type Placement = { readonly owner: Owner; readonly folderId: string | null };

export type SourceDocument = {
  readonly id: string;
  /** Everything except its place. */
  readonly fields: Body;
  readonly owner: Owner;
  /** The first is the primary copy's; empty while it isn't archived. */
  readonly placements: readonly Placement[];
  /** Its place in timelines, in unix µs. */
  readonly changedAt: number;
  readonly lagsUntil?: number;
  readonly before?: SourceDocument;
};

export type SourceFolder = { readonly id: string; readonly fields: Body };

type Row = { readonly text: string; readonly at: number; readonly order: number };

/** The documents, folders and change feeds of the fake source's owners. */
export class DocumentSource {
  readonly documents = new Map<string, SourceDocument>();
  readonly folders = new Map<string, readonly SourceFolder[]>();
  readonly entries = new Map<string, readonly string[]>();
  /** Whether a read by id shows all placements, which the contract leaves open. */
  readonly showsPlacements: boolean;
  /** Until when (unix ms) reads by id show a changing document's former state; undefined without a lag. */
  lagsUntil: () => number | undefined = () => undefined;
  /** Called after the response with an owner's list, for what happens between two requests of one visit. */
  wasAsked: (list: "changes" | "cursor" | "timeline", owner: string) => void = () => undefined;

  constructor(showsPlacements: boolean) {
    this.showsPlacements = showsPlacements;
  }

  put({ id, fields, owner, placements, changedAt }: SourceDocument): void {
    const before = this.documents.get(id);
    const lagsUntil = this.lagsUntil();
    const lag = lagsUntil === undefined || before === undefined ? {} : { lagsUntil, before };
    this.documents.set(id, { id, fields, owner, placements, changedAt, ...lag });
  }

  record(owner: Owner, entry: string): void {
    this.entries.set(ownerKey(owner), [...(this.entries.get(ownerKey(owner)) ?? []), entry]);
  }

  single(id: string, now: number): Body | undefined {
    const document = this.documents.get(id);
    if (document === undefined) return undefined;
    const { lagsUntil, before } = document;
    return this.fullBody(lagsUntil !== undefined && now < lagsUntil && before !== undefined ? before : document);
  }

  fullBody(document: SourceDocument): Body {
    const body = rowBody(document, document.owner);
    if (!this.showsPlacements) return body.filter(([name]) => name !== "folderId");
    const placements = document.placements.map(({ owner, folderId }, position) =>
      spelled([
        ["entityType", JSON.stringify(owner.type)],
        ["entityId", JSON.stringify(owner.id)],
        ["folderId", JSON.stringify(folderId)],
        ["isPrimary", String(position === 0)],
      ]),
    );
    return [...body, ["placements", `[${placements.join(",")}]`]];
  }

  folderTexts(owner: string): readonly string[] {
    return (this.folders.get(owner) ?? []).map(({ fields }) => spelled(fields));
  }

  entryRows(owner: string): readonly Row[] {
    return (this.entries.get(owner) ?? []).map((text, order) => ({ text, at: 0, order }));
  }

  listRows(owner: string, list: "cursor" | "timeline"): readonly Row[] {
    const rows = [...this.documents.values()].flatMap((document, order): Row[] => {
      const stands =
        ownerKey(document.owner) === owner
          ? document.owner
          : document.placements.find((its) => ownerKey(its.owner) === owner)?.owner;
      if (stands === undefined) return [];
      return [{ text: spelled(rowBody(document, stands)), at: list === "timeline" ? document.changedAt : 0, order }];
    });
    return rows.toSorted((one, other) => one.at - other.at || one.order - other.order);
  }
}

/** A document as an owner's list shows it: its folder under that owner, absent if it isn't archived. */
export function rowBody({ fields, owner, placements }: SourceDocument, listOwner: Owner): Body {
  const placement = placements.find((its) => ownerKey(its.owner) === ownerKey(listOwner));
  return [
    ...fields,
    ["entityType", JSON.stringify(owner.type)],
    ["entityId", JSON.stringify(owner.id)],
    ...(placement === undefined ? [] : [["folderId", JSON.stringify(placement.folderId)] as const]),
  ];
}
