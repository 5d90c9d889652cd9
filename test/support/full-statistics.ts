import {
  latencyBuckets,
  slotMs,
  statisticsExpiry,
  statisticsKeys,
} from "../../shared/delivery/statistics/statistics-item.ts";
import type { Item } from "../../shared/kernel/ports/table.ts";

/**
 * The items of an endpoint that had attempts of every outcome and latency in every ten minutes since `oldest`: by
 * default, of the last day.
 */
export function fullStatistics(subscription: string, now: number, oldest?: number): readonly Item[] {
  return statisticsKeys(subscription, now, oldest).map((key) => {
    const counters: Record<string, number> = {};
    const first = Date.parse(`${key.sk}:00:00Z`);
    for (let slot = 0; slot < 36 && first + slot * slotMs <= now; slot += 1) {
      counters[`ok${slot}`] = 40;
      counters[`failed${slot}`] = 8;
      for (let bucket = 0; bucket < latencyBuckets; bucket += 1) counters[`ms${slot}_${bucket}`] = 2;
    }
    return { ...key, expiresAt: statisticsExpiry(now), ...counters };
  });
}
