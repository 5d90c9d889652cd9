/**
 * A list that grows at its top while the user reads it. `pending` are the newer rows that aren't shown while it is
 * paused.
 */
export type LiveRows<T> = { readonly shown: readonly T[]; readonly pending: readonly T[] };

/**
 * Adds a new first page. While paused, shown rows stay in place (but are updated), and new ones are pending. Otherwise,
 * new ones go to the top. At most `most` rows are kept.
 */
export function withFreshRows<T>(
  rows: LiveRows<T>,
  fresh: readonly T[],
  { idOf, isPaused, most = 500 }: { idOf: (row: T) => string; isPaused: boolean; most?: number },
): LiveRows<T> {
  const byId = new Map(fresh.map((row) => [idOf(row), row]));
  const known = new Set(rows.shown.map(idOf));
  const shown = rows.shown.map((row) => byId.get(idOf(row)) ?? row);
  const unseen = fresh.filter((row) => !known.has(idOf(row)));
  const waiting = rows.pending.filter((row) => !byId.has(idOf(row)));
  if (isPaused) return { shown, pending: [...unseen, ...waiting].slice(0, most) };
  return { shown: [...unseen, ...waiting, ...shown].slice(0, most), pending: [] };
}

/** Moves the pending rows to the top. */
export function withPendingShown<T>({ shown, pending }: LiveRows<T>, most = 500): LiveRows<T> {
  return { shown: [...pending, ...shown].slice(0, most), pending: [] };
}
