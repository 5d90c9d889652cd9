import * as z from "zod";
import { isRecent } from "../../kernel/is-recent.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import type { SourceRequest } from "../../source/source.ts";

/**
 * For each list, the largest page that the list returned after refusing a larger one, and the time of that response
 * (unix ms, our clock).
 */
const sizesItem = z.object({ lists: z.record(z.string(), z.object({ size: z.int().min(1), at: z.int() })) });
type Sizes = z.infer<typeof sizesItem>["lists"];

/** How long (ms) a learned size counts for first pages. */
const holds = 24 * 3_600_000;
/** How long (ms) a process uses the sizes that it read. */
const cached = 60_000;

/**
 * The largest page sizes of an instance's lists (`feeds` table, pk `<instance>#plan`, sk `page-sizes`). One visit
 * learns a size from a refusal (docs/partner-api.md#list-limits, hazard 13), and later visits to all feeds start with
 * it.
 */
export class PageSizes {
  readonly #table: Table;
  readonly #clock: Clock;
  readonly #known = new Map<string, { readonly lists: Sizes; readonly until: number }>();

  constructor(table: Table, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /** Returns undefined if the list has never refused a page. `isOld`: the source may allow more by now. */
  async of(
    instance: string,
    request: SourceRequest,
  ): Promise<{ readonly size: number; readonly isOld: boolean } | undefined> {
    const now = this.#clock.now();
    const lists = await this.#listsOf(instance, now);
    const learned = lists[listOf(request)];
    return learned && { size: learned.size, isOld: Math.abs(now - learned.at) >= holds };
  }

  /** If two visits learn at the same time, one of the sizes may be lost. */
  async learn(instance: string, request: SourceRequest, size: number): Promise<void> {
    const now = this.#clock.now();
    this.#known.delete(instance);
    const before = await this.#listsOf(instance, now);
    const lists = { ...before, [listOf(request)]: { size, at: now } };
    await this.#table.update({ key: keyOf(instance), set: { lists } });
    this.#known.set(instance, { lists, until: now + cached });
  }

  async #listsOf(instance: string, now: number): Promise<Sizes> {
    const known = this.#known.get(instance);
    if (known !== undefined && known.until > now) return known.lists;
    const item = await this.#table.get(keyOf(instance));
    const { lists } = parseStored(sizesItem, item ?? { lists: {} }, `page sizes of ${instance}`);
    this.#known.set(instance, { lists, until: now + cached });
    return lists;
  }
}

/** Full lists are separate from lean ones, because a list allows fewer rows with all their fields. */
function listOf({ path, query }: SourceRequest): string {
  return query?.["view"] === "full" ? `${path} full` : path;
}

const keyOf = (instance: string): Key => ({ pk: `${instance}#plan`, sk: "page-sizes" });

/**
 * `view=full` allows at most 100 rows (docs/partner-api.md#full-view-limit). The contract doesn't say how many rows
 * other lists allow, so the bridge tries these sizes in turn (docs/partner-api.md#list-limits).
 */
const limits = [1_000, 500, 200, 100, 50, 20, 10];
/** The page size for rows that all have the same time. If more rows than this share one time, a walk is cheaper. */
const largest = 5_000;

type Query = { readonly [name: string]: string };

/** The first page size to try. With large pages, a burst or many rows with the same time take few requests. */
export function firstLimit(query: Query): number {
  return query["view"] === "full" ? 100 : 1_000;
}

/** The next smaller size to try after the source refused `limit`; undefined if the limit can't be the cause. */
export function smallerLimit(limit: number): number | undefined {
  return limits.find((candidate) => candidate < limit);
}

/** Smaller sizes aren't remembered: a source that was slow for a while must not be read row by row. */
const leastRemembered = 10;
/** A lowered size is raised by one step after this time (ms). */
const raiseAfter = 3_600_000;

export type PageLimit = { readonly size: number; readonly at: number };

/** The next size to try after a page of `limit` rows was too large, down to a single row. */
export function lighterLimit(limit: number): number | undefined {
  return smallerLimit(limit) ?? (limit > 1 ? 1 : undefined);
}

export function rememberedLimit(size: number, at: number): PageLimit {
  return { size: Math.max(size, leastRemembered), at };
}

/** Returns undefined if nothing changes. An undefined `pageLimit` removes the feed's limit. */
export function raisedLimit(
  { size, at }: PageLimit,
  now: number,
): { readonly pageLimit: PageLimit | undefined } | undefined {
  if (isRecent(at, raiseAfter, now)) return undefined;
  const larger = limits.slice(1).findLast((candidate) => candidate > size);
  return { pageLimit: larger === undefined ? undefined : { size: larger, at: now } };
}

/** For a page of rows that all have the same time. Returns undefined if no larger page is allowed. */
export function largerLimit(query: Query, limit: number): number | undefined {
  return query["view"] === "full" || limit >= largest ? undefined : largest;
}
