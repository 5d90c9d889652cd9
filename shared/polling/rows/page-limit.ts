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

/** The size to try when a page of `limit` rows doesn't get past one moment, or undefined where none may be larger. */
export function largerLimit(query: Query, limit: number): number | undefined {
  return query["view"] === "full" || limit >= largest ? undefined : largest;
}
