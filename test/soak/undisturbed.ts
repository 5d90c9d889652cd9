/** A time (ms since 1970) during which nothing could be read, or nothing be written. */
export type Trouble = { readonly from: number; readonly until: number };

/** The longest time (ms) between `from` and `until` during which there was no trouble. */
export function longestUndisturbed(from: number, until: number, troubles: readonly Trouble[]): number {
  let longest = 0;
  let start = from;
  for (const trouble of troubles.toSorted((one, other) => one.from - other.from)) {
    if (trouble.until <= start) continue;
    if (trouble.from >= until) break;
    longest = Math.max(longest, trouble.from - start);
    start = trouble.until;
  }
  return Math.max(longest, until - start);
}
