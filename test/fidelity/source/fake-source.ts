import { createHash } from "node:crypto";
import type { DocumentSource } from "./document-source.ts";
import { fullText, listText, type Resource, type SourceRecord } from "./source-record.ts";
import { spelled } from "./text-body.ts";

export type SourceOptions = {
  /** The most rows in a list. */
  readonly pageLimit: number;
  /** Whether a longer page is refused (400) or truncated silently. */
  readonly refuses: boolean;
};

export type Asked = { readonly method: string; readonly path: string };
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

type Row = { readonly text: string; readonly at: number; readonly order: number };

/**
 * A source that follows the contract from its own state and does nothing else: every list and read shows a record's
 * exact text. It is no sandbox: it checks no tokens, and accepts writes only from the program around it.
 */
export class FakeSource {
  readonly records = new Map<Resource, Map<string, SourceRecord>>();
  readonly #options: SourceOptions;
  readonly #documents: DocumentSource;
  readonly #now: () => number;
  readonly #closedStatuses: ReadonlySet<string>;
  /** The texts of list rows without a record behind them. */
  readonly oddRows = new Map<Resource, string[]>();
  #requests = 0;

  constructor(options: SourceOptions, documents: DocumentSource, closed: ReadonlySet<string>, now: () => number) {
    this.#options = options;
    this.#documents = documents;
    this.#closedStatuses = closed;
    this.#now = now;
  }

  get requests(): number {
    return this.#requests;
  }

  all(resource: Resource): readonly SourceRecord[] {
    return [...(this.records.get(resource)?.values() ?? [])];
  }

  find(resource: Resource, id: string): SourceRecord | undefined {
    return this.records.get(resource)?.get(id);
  }

  put(record: SourceRecord): void {
    const its = this.records.get(record.resource) ?? new Map<string, SourceRecord>();
    its.set(record.id, record);
    this.records.set(record.resource, its);
  }

  remove({ resource, id }: SourceRecord): void {
    this.records.get(resource)?.delete(id);
  }

  answer({ method, path }: Asked): Answer {
    this.#requests += 1;
    const [address = "", query = ""] = path.split("?");
    if (method === "POST")
      return this.#json('{"access_token":"t","token_type":"Bearer","expires_in":3600,"scope":"read"}');
    const [, , , , , first = "", ...rest] = address.split("/").map(decodeURIComponent);
    const parameters = new URLSearchParams(query);
    if (first === "document") return this.#documentAnswer(rest, parameters);
    const resource = resourceNamed(first);
    const [second] = rest;
    if (second === undefined) return this.#offsetList(resource, parameters);
    if (second === "timeline") return this.#timeline(resource, parameters);
    if (second === "cursor") return this.#cursorList(resource, parameters);
    const record = this.find(resource, second);
    if (record === undefined) return this.#problem(404);
    const isBehind = record.lagsUntil !== undefined && this.#now() < record.lagsUntil && record.before !== undefined;
    return this.#json(fullText({ full: isBehind ? (record.before ?? record.full) : record.full }));
  }

  #documentAnswer(rest: readonly string[], parameters: URLSearchParams): Answer {
    const documents = this.#documents;
    const [second = "", third] = rest;
    const owner = `${parameters.get("entityType") ?? ""}#${parameters.get("entityId") ?? ""}`;
    if (second === "folder") return this.#json(`[${documents.folderTexts(owner).join(",")}]`);
    if (second === "changes") {
      const answer = this.#pageOf(documents.entryRows(owner), parameters, 1_000, false);
      documents.wasAsked("changes", owner);
      return answer;
    }
    if (second === "cursor" || second === "timeline") {
      const rows = documents.listRows(owner, second);
      const since = momentIn(parameters.get("since"));
      const answer = this.#pageOf(
        rows.filter(({ at }) => second === "cursor" || at >= since),
        parameters,
      );
      documents.wasAsked(second, owner);
      return answer;
    }
    if (third !== undefined) return this.#problem(404);
    const body = documents.single(second, this.#now());
    return body === undefined ? this.#problem(404) : this.#json(spelled(body));
  }

  #timeline(resource: Resource, parameters: URLSearchParams): Answer {
    const key = parameters.get("key");
    const isFull = parameters.get("view") === "full";
    const since = momentIn(parameters.get("since"));
    const rows = this.all(resource)
      .flatMap((record, order): { record: SourceRecord; at: number; order: number }[] => {
        const { createdAt, modifiedAt } = record;
        const at = key === "created" ? createdAt : key === "modified" ? modifiedAt : (modifiedAt ?? createdAt);
        return at === undefined || at < since ? [] : [{ record, at, order }];
      })
      .toSorted((one, other) => one.at - other.at || one.order - other.order);
    return this.#pageOf(rows, parameters, isFull ? 100 : undefined);
  }

  #cursorList(resource: Resource, parameters: URLSearchParams): Answer {
    const odd = (this.oddRows.get(resource) ?? []).map((text, order) => ({ text, at: 0, order: 1e6 + order }));
    const rows = this.#selected(resource, parameters).map((record, order) => ({ record, at: 0, order }));
    return this.#pageOf([...rows, ...odd], parameters, parameters.get("view") === "full" ? 100 : undefined);
  }

  #offsetList(resource: Resource, parameters: URLSearchParams): Answer {
    const limit = this.#limitIn(parameters);
    if (limit === undefined) return this.#problem(400);
    const selected = this.#selected(resource, parameters).map(listText);
    const isWhole = parameters.get("statusId") === null && parameters.get("isActive") !== "false";
    const rows = [...selected, ...(isWhole ? (this.oddRows.get(resource) ?? []) : [])];
    const offset = Number(parameters.get("offset") ?? 0);
    const items = rows.slice(offset, offset + limit);
    const pages = Math.ceil(rows.length / limit);
    const counts = `"totalItems":${rows.length},"totalPages":${pages},"page":${Math.floor(offset / limit)},"size":${limit}`;
    return this.#json(`{"items":[${items.join(",")}],${counts},"links":{}}`);
  }

  #selected(resource: Resource, parameters: URLSearchParams): readonly SourceRecord[] {
    const [isActive, statusId] = [parameters.get("isActive"), parameters.get("statusId")];
    const isOpen = (record: SourceRecord) =>
      resource === "activity" ? !this.#closedStatuses.has(record.statusId ?? "") : record.isActive;
    return this.all(resource)
      .filter((record) => isActive === null || String(isOpen(record)) === isActive)
      .filter((record) => statusId === null || record.statusId === statusId);
  }

  /** One page of rows in order; a cursor names the place of the next page's first row. */
  #pageOf(
    rows: readonly (Row | { readonly record: SourceRecord; readonly at: number; readonly order: number })[],
    parameters: URLSearchParams,
    most = Number.POSITIVE_INFINITY,
    refuses = this.#options.refuses,
  ): Answer {
    const limit = this.#limitIn(parameters, most, refuses);
    if (limit === undefined) return this.#problem(400);
    const cursor = parameters.get("cursor");
    const [at = 0, order = 0] = cursor === null ? [] : cursor.split("_").map(Number);
    const from = cursor === null ? 0 : rows.findIndex((row) => row.at > at || (row.at === at && row.order >= order));
    const rest = from < 0 ? [] : rows.slice(from, from + limit + 1);
    const items = rest.slice(0, limit).map((row) => ("record" in row ? this.#rowText(row.record) : row.text));
    const next = rest[limit];
    const onward = next === undefined ? "" : `,"nextCursor":"${next.at}_${next.order}"`;
    return this.#json(`{"items":[${items.join(",")}]${onward},"links":{}}`);
  }

  #rowText(record: SourceRecord): string {
    return record.resource === "person" || record.resource === "company" ? fullText(record) : listText(record);
  }

  /**
   * The change feed accepts up to 1000, whatever other lists do, and may return less
   * (docs/partner-api.md#change-feed-page-size).
   */
  #limitIn(
    parameters: URLSearchParams,
    most = Number.POSITIVE_INFINITY,
    refuses = this.#options.refuses,
  ): number | undefined {
    const { pageLimit } = this.#options;
    const limit = Number(parameters.get("limit") ?? 100);
    if (limit > most) return undefined;
    if (limit > pageLimit) return refuses ? undefined : pageLimit;
    return limit;
  }

  #json(body: string): Answer {
    return this.#answer(200, "application/json", body);
  }

  #problem(status: number): Answer {
    const body = `{"status":${status},"type":"about:blank","title":"refused"}`;
    return this.#answer(status, "application/problem+json", body);
  }

  #answer(status: number, type: string, body: string): Answer {
    return { status, headers: { "content-type": type, date: new Date(this.#now()).toUTCString() }, body };
  }
}

function resourceNamed(path: string): Resource {
  const name = path.replace("-", "_");
  switch (name) {
    case "person":
    case "company":
    case "project":
    case "activity":
    case "company_template":
    case "project_template":
      return name;
    default:
      throw new Error(`the source has no ${path}`);
  }
}

/** Unix µs; 0 for none. */
const momentIn = (text: string | null): number => (text === null ? 0 : Date.parse(text) * 1_000);

export const idFrom = (...parts: readonly (string | number)[]): string =>
  createHash("sha256").update(parts.join("/")).digest("base64url").slice(0, 12);
