/**
 * `view=full` allows at most 100 (docs/partner-api.md#full-view-limit). The contract doesn't say how many other lists
 * allow, so that is tried (docs/partner-api.md#list-limits).
 */
const limits = [1_000, 500, 200, 100, 50, 20, 10];
/** With more equal times than this, a walk is cheaper than their pages. */
const largest = 5_000;

type Query = { readonly [name: string]: string };

/** The page size to begin with: large pages make a burst, and rows with equal times, cheap. */
export function firstLimit(query: Query): number {
  return query["view"] === "full" ? 100 : 1_000;
}

/** The next size to try when the source refused `limit`, or undefined when the limit can't be the reason. */
export function smallerLimit(limit: number): number | undefined {
  return limits.find((candidate) => candidate < limit);
}

/** A source that was slow for a while mustn't be asked for row after row: only what is too large gets smaller pages. */
const leastRemembered = 10;
/** Ms after which a size that was lowered is raised by a step. */
const raiseAfter = 3_600_000;

export type PageLimit = { readonly size: number; readonly at: number };

/** The next size to try where an answer of `limit` rows was too large, down to a single row. */
export function lighterLimit(limit: number): number | undefined {
  return smallerLimit(limit) ?? (limit > 1 ? 1 : undefined);
}

/** What a feed remembers once pages of `size` rows are the largest that come. */
export function rememberedLimit(size: number, at: number): PageLimit {
  return { size: Math.max(size, leastRemembered), at };
}

/** The remembered limit a step higher, once it has held for a while; undefined where it needs no raising. */
export function raisedLimit(
  { size, at }: PageLimit,
  now: number,
): { readonly pageLimit: PageLimit | undefined } | undefined {
  if (now - at < raiseAfter) return undefined;
  const larger = limits.findLast((candidate) => candidate > size);
  return { pageLimit: larger === undefined || larger === limits[0] ? undefined : { size: larger, at: now } };
}

/** The size to try when a page of `limit` rows doesn't get past one moment, or undefined where none may be larger. */
export function largerLimit(query: Query, limit: number): number | undefined {
  return query["view"] === "full" || limit >= largest ? undefined : largest;
}
