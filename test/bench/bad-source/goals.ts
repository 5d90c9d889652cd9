import type { WorldFigures } from "./bad-world.ts";
import type { BenchTimings } from "./bench-timings.ts";

/** The goals that a world misses, in words. `calm` is the world without faults, with the same budget and periods. */
export function missedGoals(
  rate: number,
  workers: number,
  { timings }: BenchTimings,
  figures: WorldFigures,
  calm: WorldFigures | undefined,
): readonly string[] {
  const { timelinePeriod, ownerPeriod, tick } = timings;
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const most = (what: string, value: number, bound: number) =>
    value > bound ? [`${what}: ${seconds(value)}, above ${seconds(bound)}`] : [];
  const ratio = rate <= 0.15 ? 2 : 4;
  const { firstContact, records, catchUp, lost, visits, insideRetryAfter, unreported, invented, stretch } = figures;
  const inside = insideRetryAfter["429"] + insideRetryAfter["503"];
  return [
    ...(calm === undefined ? [] : most(`first contact within ${ratio} ×`, firstContact, ratio * calm.firstContact)),
    ...(rate > 0.05 ? [] : most("p99 of records within 3 polls", records.p99, 3 * timelinePeriod)),
    // Feeds that are due right after the outage wait for the next tick, and their changes are then delivered.
    ...most("records caught up within a period", catchUp.records, timelinePeriod + 2 * tick),
    ...most(
      "documents caught up within a period",
      catchUp.documents,
      ownerPeriod * (calm?.stretch ?? stretch) + 2 * tick,
    ),
    ...(lost > 0.01 * visits ? [`lost visits: ${lost} of ${visits}, above 1 %`] : []),
    // Several workers learn of a refusal through the plan, so only a single worker can know at once.
    ...(workers === 1 && inside > 0 ? [`${inside} requests inside Retry-After`] : []),
    ...unreported.slice(0, 5).map((what) => `lost: ${what}`),
    ...invented.slice(0, 5).map((what) => `invented: ${what}`),
  ];
}
