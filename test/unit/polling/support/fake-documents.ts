import type { Owner } from "../../../../shared/kernel/envelope.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import type { Source, SourceAnswer, SourcePage, SourceRequest } from "../../../../shared/source/source.ts";
import { isPath } from "./answers.ts";

type Placement = { readonly owner: Owner; readonly folderId: string | null };
export type FakeDocument = {
  readonly id: string;
  name: string;
  size: number;
  description?: string;
  mimeType?: string;
  owner: Owner;
  placements: Placement[];
  created: string;
  modified?: string;
};
export type FakeFolder = {
  readonly id: string;
  readonly owner: Owner;
  name: string;
  parentId: string | null;
  created?: string;
  modified?: string;
};

const keyOf = ({ type, id }: Owner): string => `${type} ${id}`;

/** Documents, folders and journals of many owners, as the contract has them; what answers show of placements can be switched off. */
export class FakeDocuments implements Source {
  readonly documents = new Map<string, FakeDocument>();
  readonly folders = new Map<string, FakeFolder>();
  readonly gone = new Set<string>();
  readonly requests: SourceRequest[] = [];
  /** Rows of every owner's document list and folder list besides its own. */
  readonly unreadable: JsonObject[] = [];
  readonly unreadableFolders: JsonObject[] = [];
  /** Whether documents say whose they are and where they stand. */
  shows = true;
  pageSize = 1_000;
  /** How much (ms) too early reads seem to have begun: moments come from a `Date` of whole seconds. */
  beganEarly = 0;
  /** Documents as lists and reads by id show them, where those lag behind; the change feed doesn't. */
  #shown: ReadonlyMap<string, FakeDocument> | undefined;
  intercept: (request: SourceRequest) => SourceAnswer<never> | undefined = () => undefined;
  readonly #journals = new Map<string, JsonObject[]>();
  readonly #uncommitted = new Set<JsonObject>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(id: string, owner: Owner, rest: Partial<FakeDocument> = {}): FakeDocument {
    const placements = [{ owner, folderId: null }];
    const document = { id, name: `${id}.txt`, size: 10, owner, placements, created: this.at(), ...rest };
    this.documents.set(id, document);
    return document;
  }

  addFolder(id: string, owner: Owner, rest: Partial<FakeFolder> = {}): FakeFolder {
    const folder = { id, owner, name: id, parentId: null, ...rest };
    this.folders.set(id, folder);
    return folder;
  }

  record(owner: Owner, entry: JsonObject): void {
    this.#journals.set(keyOf(owner), [...(this.#journals.get(keyOf(owner)) ?? []), { changed: this.at(), ...entry }]);
  }

  /** A document is uploaded, and its owner's journal says so. */
  upload(id: string, owner: Owner, rest: Partial<FakeDocument> = {}): FakeDocument {
    const document = this.add(id, owner, rest);
    this.record(owner, { operation: "DOCUMENT_INSERT", documentId: id });
    return document;
  }

  /** A document is deleted, and the journals of `owners` say so. */
  lose(id: string, ...owners: readonly Owner[]): void {
    this.documents.delete(id);
    for (const owner of owners) this.record(owner, { operation: "DOCUMENT_DELETE", documentId: id });
  }

  /** Requests for these paths get this answer, and all others the usual one. */
  answer(path: string | RegExp, answer: SourceAnswer<never>): void {
    this.intercept = (request) => (isPath(path, request) ? answer : undefined);
  }

  answerAsUsual(): void {
    this.intercept = () => undefined;
  }

  /** From now on lists and reads by id show the documents as they are at this moment. */
  lag(): void {
    this.#shown = structuredClone(this.documents);
  }

  catchUp(): void {
    this.#shown = undefined;
  }

  get #read(): ReadonlyMap<string, FakeDocument> {
    return this.#shown ?? this.documents;
  }

  /** Records an entry that no read shows before the returned function commits it; it then stands where it was recorded. */
  recordLate(owner: Owner, entry: JsonObject): () => void {
    this.record(owner, entry);
    const late = this.#journals.get(keyOf(owner))?.at(-1);
    if (late !== undefined) this.#uncommitted.add(late);
    return () => late !== undefined && this.#uncommitted.delete(late);
  }

  at(): string {
    return new Date(this.#now()).toISOString();
  }

  async page(request: SourceRequest): Promise<SourceAnswer<SourcePage>> {
    this.requests.push(request);
    const intercepted = this.intercept(request);
    if (intercepted !== undefined) return intercepted;
    const { path, query = {} } = request;
    const owner = { type: query["entityType"], id: query["entityId"] } as Owner;
    if (path === "/company") return this.#ok([{ id: "c" }], undefined);
    if (this.gone.has(keyOf(owner)))
      return { outcome: path === "/document/changes" || path === "/document/folder" ? "unprocessable" : "badRequest" };
    if (path === "/document/changes") {
      const entries = this.#journals.get(keyOf(owner)) ?? [];
      return this.#ok(
        entries.filter((entry) => !this.#uncommitted.has(entry)),
        undefined,
      );
    }
    if (path === "/document/folder") {
      const folders = [...this.folders.values()].filter((folder) => keyOf(folder.owner) === keyOf(owner));
      const rows = folders.map(({ owner: its, ...folder }) => ({
        ...folder,
        path: this.#path({ ...folder, owner: its }),
      }));
      return this.#ok([...rows, ...this.unreadableFolders], undefined);
    }
    const since = path === "/document/timeline" ? (query["since"] ?? "") : "";
    const after = query["cursor"] ?? "";
    const rows = [...this.#read.values()]
      .filter((document) => this.#holds(document, owner))
      .filter(({ id, created, modified }) => id > after && (modified ?? created) >= since)
      .sort((one, other) => (one.id < other.id ? -1 : 1));
    const items = rows.slice(0, this.pageSize);
    const next = rows.length > items.length ? items.at(-1)?.id : undefined;
    const shown = items.map((document) => this.#row(document, owner));
    return this.#ok(next === undefined ? [...shown, ...this.unreadable] : shown, next);
  }

  async one(request: SourceRequest): Promise<SourceAnswer<JsonObject>> {
    this.requests.push(request);
    const intercepted = this.intercept(request);
    if (intercepted !== undefined) return intercepted;
    const moment = this.#moment();
    const [, kind, id = ""] = request.path.split("/");
    if (kind !== "document") {
      const owner = `${kind?.charAt(0).toUpperCase()}${kind?.slice(1)} ${id}`;
      if (this.gone.has(owner)) return { outcome: "notFound", problem: true, moment };
      return { outcome: "ok", value: { id }, moment };
    }
    const document = this.#read.get(decodeURIComponent(id));
    if (document === undefined) return { outcome: "notFound", problem: true, moment };
    const placements = document.placements.map(({ owner, folderId }) => ({ ...entity(owner), folderId }));
    return {
      outcome: "ok",
      value: { ...this.#row(document, document.owner), ...(this.shows && { placements }) },
      moment,
    };
  }

  #holds({ owner, placements }: FakeDocument, wanted: Owner): boolean {
    return keyOf(owner) === keyOf(wanted) || placements.some((placement) => keyOf(placement.owner) === keyOf(wanted));
  }

  #path({ name, parentId }: FakeFolder): string {
    const parent = parentId === null ? undefined : this.folders.get(parentId);
    return parent === undefined ? name : `${this.#path(parent)}/${name}`;
  }

  #row({ owner, placements, ...document }: FakeDocument, list: Owner): JsonObject {
    const folderId = placements.find((placement) => keyOf(placement.owner) === keyOf(list))?.folderId;
    return { ...document, ...(folderId !== undefined && { folderId }), ...(this.shows && entity(owner)) };
  }

  #ok(items: readonly JsonObject[], nextCursor: string | undefined): SourceAnswer<SourcePage> {
    return { outcome: "ok", value: { items, nextCursor, totalItems: undefined }, moment: this.#moment() };
  }

  #moment() {
    const now = this.#now();
    return { beganAt: now - this.beganEarly, asOf: Math.floor(now / 1_000) * 1_000 };
  }
}

const entity = ({ type, id }: Owner) => ({ entityType: type, entityId: id });
