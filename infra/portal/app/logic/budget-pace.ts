import type { components } from "../../../api-client/api-types.ts";

type Total = components["schemas"]["BudgetTotal"];

/** A budget's totals at a time (unix ms). */
export type BudgetRead = { readonly at: number; readonly total: Total };

/** Requests per second, over the last `seconds`. */
export type BudgetPace = Total & { readonly seconds: number };

/**
 * The longest and the shortest time (ms) that a pace covers. The scheduler grants requests once per tick, every 15 s,
 * so a shorter time could cover no grant.
 */
const longest = 5 * 60_000;
const shortest = 20_000;

/**
 * The reads for the pace, oldest first, including a new one. If a total decreased, the counters were reset and only the
 * new read is kept.
 */
export function withBudgetRead(reads: readonly BudgetRead[], read: BudgetRead): readonly BudgetRead[] {
  const isReset = reads.some(({ total }) => total.granted > read.total.granted || total.used > read.total.used);
  const kept = isReset ? [] : reads.filter(({ at }) => read.at - at <= longest);
  return [...kept, read];
}

/** The pace; undefined if the reads are too close together. */
export function budgetPace(reads: readonly BudgetRead[]): BudgetPace | undefined {
  const [first, last] = [reads[0], reads.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < shortest) return undefined;
  const seconds = (last.at - first.at) / 1_000;
  const per = (name: keyof Total) => (last.total[name] - first.total[name]) / seconds;
  return { seconds, granted: per("granted"), used: per("used"), givenBack: per("givenBack") };
}
