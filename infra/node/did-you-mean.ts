/** `; did you mean "walkPeriod"?` if a known name is close to the given one, otherwise nothing. */
export function didYouMean(given: string, known: readonly string[]): string {
  const normal = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, "");
  const distances = known.map((name) => ({ name, distance: editDistance(normal(given), normal(name)) }));
  const [closest] = distances.sort((one, other) => one.distance - other.distance);
  const isClose = closest !== undefined && closest.distance <= Math.max(1, Math.floor(given.length / 3));
  return isClose ? `; did you mean "${closest.name}"?` : "";
}

/** The number of letters to add, drop or change (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (const [position, against] of Array.from(other).entries()) {
      const changed = (row[position] ?? 0) + (letter === against ? 0 : 1);
      next.push(Math.min(changed, (row[position + 1] ?? 0) + 1, (next[position] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
