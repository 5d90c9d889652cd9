import type { components } from "../../../api-client/api-types.ts";

type Total = components["schemas"]["BudgetTotal"];

/** What a budget's totals were at a time (unix ms). */
export type BudgetRead = { readonly at: number; readonly total: Total };

/** Requests per second lately, over so many seconds. */
export type BudgetPace = Total & { readonly seconds: number };

/** How far back (ms) the pace looks, and what it needs at least: grants come tick by tick, and a tick takes 15 s. */
const longest = 5 * 60_000;
const shortest = 20_000;

/** The reads that a pace is told from, oldest first, after a new one. Where a total fell, counting began anew. */
export function withBudgetRead(reads: readonly BudgetRead[], read: BudgetRead): readonly BudgetRead[] {
  const isAnew = reads.some(({ total }) => total.granted > read.total.granted || total.used > read.total.used);
  const kept = isAnew ? [] : reads.filter(({ at }) => read.at - at <= longest);
  return [...kept, read];
}

/** Undefined while the reads lie too close together to tell a pace. */
export function budgetPace(reads: readonly BudgetRead[]): BudgetPace | undefined {
  const [first, last] = [reads[0], reads.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < shortest) return undefined;
  const seconds = (last.at - first.at) / 1_000;
  const per = (name: keyof Total) => (last.total[name] - first.total[name]) / seconds;
  return { seconds, granted: per("granted"), used: per("used"), givenBack: per("givenBack") };
}
