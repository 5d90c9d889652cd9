import { isRecent } from "../../kernel/is-recent.ts";

/**
 * `view=full` allows at most 100 rows (docs/partner-api.md#full-view-limit). The contract doesn't say how many other
 * lists allow, so the bridge tries these sizes in turn (docs/partner-api.md#list-limits).
 */
const limits = [1_000, 500, 200, 100, 50, 20, 10];
/** If more rows than this have equal times, a walk is cheaper than their pages. */
const largest = 5_000;

type Query = { readonly [name: string]: string };

/** The first page size to try: large pages make bursts, and runs of rows with equal times, cheap. */
export function firstLimit(query: Query): number {
  return query["view"] === "full" ? 100 : 1_000;
}

/** The next smaller size to try after the source refused `limit`; undefined if the limit can't be the cause. */
export function smallerLimit(limit: number): number | undefined {
  return limits.find((candidate) => candidate < limit);
}

/**
 * The remembered size is never below this: a source that was slow for a while must not be read row by row. A page that
 * is too large is read in smaller ones, but their size isn't remembered.
 */
const leastRemembered = 10;
/** A lowered size is raised by one step after this time (ms). */
const raiseAfter = 3_600_000;

export type PageLimit = { readonly size: number; readonly at: number };

/** The next size to try after a page of `limit` rows was too large, down to a single row. */
export function lighterLimit(limit: number): number | undefined {
  return smallerLimit(limit) ?? (limit > 1 ? 1 : undefined);
}

/** What a feed remembers if `size` rows are the largest page that arrives. */
export function rememberedLimit(size: number, at: number): PageLimit {
  return { size: Math.max(size, leastRemembered), at };
}

/** The remembered limit, raised by one step after a while; undefined if nothing changes. */
export function raisedLimit(
  { size, at }: PageLimit,
  now: number,
): { readonly pageLimit: PageLimit | undefined } | undefined {
  if (isRecent(at, raiseAfter, now)) return undefined;
  const larger = limits.slice(1).findLast((candidate) => candidate > size);
  return { pageLimit: larger === undefined ? undefined : { size: larger, at: now } };
}

/**
 * The size to try if all rows of a page of `limit` have the same time, so that the pass can't advance; undefined if no
 * larger page is allowed.
 */
export function largerLimit(query: Query, limit: number): number | undefined {
  return query["view"] === "full" || limit >= largest ? undefined : largest;
}
