/** `view=full` allows at most 100 (P:248); default and maximum of other lists aren't shown (P:254), so they are tried. */
const limits = [1_000, 500, 200, 100];

/** The page size to begin with: large pages make a burst, and rows with equal times, cheap. */
export function firstLimit(query: { readonly [name: string]: string }): number {
  return query["view"] === "full" ? 100 : 1_000;
}

/** The next size to try when the source refused `limit`, or undefined when the limit can't be the reason. */
export function smallerLimit(limit: number): number | undefined {
  return limits.find((candidate) => candidate < limit);
}
