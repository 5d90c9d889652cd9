import type { JsonObject } from "../../../../shared/kernel/json.ts";
import type { Source, SourceAnswer, SourcePage, SourceRequest } from "../../../../shared/source/source.ts";
import { isPath } from "./answers.ts";

export type FakeRow = { readonly id: string; readonly at: string; readonly body?: JsonObject };

/**
 * A source of records as the contract describes it: timelines in ascending change time with microseconds, whose cursors
 * are cut off to milliseconds (docs/partner-api.md#millisecond-cursors), walks in id order, and single reads.
 */
export class FakeRecords implements Source {
  readonly rows: FakeRow[] = [];
  readonly requests: SourceRequest[] = [];
  /** Answers a request instead of the lists; undefined lets it through. */
  intercept: (request: SourceRequest) => SourceAnswer<never> | undefined = () => undefined;
  /** Unix ms of the server's clock. */
  now: number;
  pageSize = 3;

  constructor(now: number) {
    this.now = now;
  }

  lose(...ids: readonly string[]): void {
    const left = this.rows.filter(({ id }) => !ids.includes(id));
    this.rows.splice(0, this.rows.length, ...left);
  }

  /** Requests for these paths get this answer, and all others the usual one. */
  answer(path: string | RegExp, answer: SourceAnswer<never>): void {
    this.intercept = (request) => (isPath(path, request) ? answer : undefined);
  }

  answerAsUsual(): void {
    this.intercept = () => undefined;
  }

  async page(request: SourceRequest): Promise<SourceAnswer<SourcePage>> {
    this.requests.push(request);
    const intercepted = this.intercept(request);
    if (intercepted !== undefined) return intercepted;
    const { query = {} } = request;
    if (request.path.endsWith("/timeline")) return this.#timeline(query);
    if (request.path.endsWith("/cursor")) return this.#walk(query);
    return this.#offset(query);
  }

  async one(request: SourceRequest): Promise<SourceAnswer<JsonObject>> {
    this.requests.push(request);
    const intercepted = this.intercept(request);
    if (intercepted !== undefined) return intercepted;
    const id = decodeURIComponent(request.path.split("/").at(-1) ?? "");
    const row = this.rows.find((candidate) => candidate.id === id);
    if (row === undefined) return { outcome: "notFound", problem: true, moment: this.#moment() };
    return { outcome: "ok", value: bodyOf(row), moment: this.#moment() };
  }

  #timeline({ since, cursor, limit = "100" }: { readonly [name: string]: string }): SourceAnswer<SourcePage> {
    const from = [sortable(since ?? "0001-01-01T00:00:00Z"), cursor ?? ""].sort().at(-1) ?? "";
    const rows = [...this.rows].sort(byTime).filter(({ at }) => sortable(at) >= from);
    const items = rows.slice(0, Math.min(this.pageSize, Number(limit)));
    const last = items.at(-1);
    const more = rows.length > items.length && last !== undefined;
    // Cut off to the millisecond, and inclusive: the last rows come again, and a full millisecond comes for ever.
    return this.#page(items, more ? sortable(last.at).slice(0, 23) : undefined);
  }

  #walk({ cursor = "", limit = "100" }: { readonly [name: string]: string }): SourceAnswer<SourcePage> {
    const rows = [...this.rows].sort((one, other) => (one.id < other.id ? -1 : 1)).filter(({ id }) => id > cursor);
    const items = rows.slice(0, Math.min(this.pageSize, Number(limit)));
    return this.#page(items, rows.length > items.length ? items.at(-1)?.id : undefined);
  }

  /** By name, which is the id here; rows are active unless their body says otherwise. */
  #offset({ offset = "0", limit = "100", isActive }: { readonly [name: string]: string }): SourceAnswer<SourcePage> {
    const rows = [...this.rows]
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .filter(({ body }) => isActive === undefined || (body?.["isActive"] === false ? "false" : "true") === isActive);
    const from = Number(offset);
    return this.#page(rows.slice(from, from + Math.min(this.pageSize, Number(limit))), undefined, rows.length);
  }

  #page(rows: readonly FakeRow[], nextCursor: string | undefined, totalItems?: number): SourceAnswer<SourcePage> {
    const items = rows.map(bodyOf);
    return { outcome: "ok", value: { items, nextCursor, totalItems }, moment: this.#moment() };
  }

  #moment(): { beganAt: number; asOf: number } {
    return { beganAt: this.now, asOf: this.now };
  }
}

const bodyOf = ({ id, at, body }: FakeRow): JsonObject => ({ id, created: at, ...body });
/** Microseconds always shown, so that text order is time order. */
const sortable = (at: string): string =>
  at
    .replace("Z", "")
    .padEnd(19, "0")
    .replace(/^(.{19})$/, "$1.")
    .padEnd(26, "0");
const byTime = (one: FakeRow, other: FakeRow): number =>
  `${sortable(one.at)} ${one.id}` < `${sortable(other.at)} ${other.id}` ? -1 : 1;
