import { defined } from "../../kernel/defined.ts";
import { utcHour } from "../../kernel/instant.ts";
import type { Item, Key } from "../../kernel/ports/table.ts";

/** The upper bounds (ms) of the latency buckets. The longest deadline of an attempt is 30 s. */
const bounds = [
  ...[5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700],
  ...[1_000, 1_500, 2_000, 3_000, 5_000, 7_000, 10_000, 15_000, 20_000, 30_000],
];

export const latencyBuckets = bounds.length;

/** The number of latencies in each bucket. */
type LatencyHistogram = ReadonlyMap<number, number>;

export function bucketOfLatency(ms: number): number {
  const bucket = bounds.findIndex((bound) => ms <= bound);
  return bucket < 0 ? bounds.length - 1 : bucket;
}

/** The latency (ms) at or below which `share` of the latencies lie, interpolated within its bucket. */
export function percentile(histogram: LatencyHistogram, share: number): number | undefined {
  const total = [...histogram.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const wanted = share * total;
  let below = 0;
  for (const [bucket, bound] of bounds.entries()) {
    const count = histogram.get(bucket) ?? 0;
    if (count > 0 && below + count >= wanted) {
      const from = bounds[bucket - 1] ?? 0;
      return Math.round(from + ((wanted - below) / count) * (bound - from));
    }
    below += count;
  }
  return bounds.at(-1);
}

/*
 * An endpoint's attempts are counted in slots of ten minutes. An item of the `deliveries` table (pk
 * `<subscription>#statistics`, sk the first of its six hours) has 36 slots. Its attributes are counters, so that
 * processes can add to them without reading: `ok7` and `failed7` for slot 7, `ms7_12` for its latencies in bucket 12.
 */

export const slotMs = 600_000;
const slotsPerItem = 36;
export const itemMs = slotMs * slotsPerItem;

/** How long (ms) counts are kept: the longest range of a chart. */
export const longestRange = 30 * 86_400_000;

/** The number of slots, including the current one. */
const hourSlots = 6;
export const daySlots = 144;

/** `ms` is absent if no response came. */
export type CountedAttempt = { readonly at: number; readonly ok: boolean; readonly ms?: number };

/** `p50Ms`, `p95Ms`: latency percentiles of attempts with a response, whatever its status. */
export type WindowStatistics = {
  readonly attempts: number;
  /** The fraction of attempts that succeeded, from 0 to 1. */
  readonly successRate: number;
  readonly p50Ms?: number;
  readonly p95Ms?: number;
};

/** A window without attempts is absent. */
export type EndpointStatistics = { readonly lastHour?: WindowStatistics; readonly lastDay?: WindowStatistics };

export function statisticsKey(subscription: string, at: number): Key {
  return { pk: `${subscription}#statistics`, sk: utcHour(at - (at % itemMs)) };
}

/** When (unix seconds) the item for attempts at `at` no longer contains attempts within `longestRange`. */
export function statisticsExpiry(at: number): number {
  return Math.ceil((at - (at % itemMs) + itemMs + longestRange) / 1_000);
}

export function statisticsKeys(
  subscription: string,
  now: number,
  oldest: number = now - daySlots * slotMs,
): readonly Key[] {
  const keys: Key[] = [];
  for (let at = oldest - (oldest % itemMs); at <= now; at += itemMs) keys.push(statisticsKey(subscription, at));
  return keys;
}

export function countersOf({ at, ok, ms }: CountedAttempt): readonly string[] {
  const slot = Math.floor((at % itemMs) / slotMs);
  const made = `${ok ? "ok" : "failed"}${slot}`;
  return ms === undefined ? [made] : [made, `ms${slot}_${bucketOfLatency(ms)}`];
}

export function readStatistics(items: readonly Item[], now: number): EndpointStatistics {
  const newest = Math.floor(now / slotMs);
  const [lastHour, lastDay] = [new Window(), new Window()];
  for (const { slot, counter, count } of countersIn(items)) {
    // There is no upper limit, because another process's clock may be a little ahead.
    if (slot > newest - hourSlots) lastHour.add(counter, count);
    if (slot > newest - daySlots) lastDay.add(counter, count);
  }
  return defined({ lastHour: lastHour.statistics(), lastDay: lastDay.statistics() });
}

type Counter = { readonly slot: number; readonly what: "ok" | "failed" | "ms"; readonly bucket: number };

/** Parsing up to 936 names per item would take too long. */
const counters: ReadonlyMap<string, Counter> = new Map(
  Array.from({ length: slotsPerItem }, (_, slot): readonly [string, Counter][] => [
    [`ok${slot}`, { slot, what: "ok", bucket: 0 }],
    [`failed${slot}`, { slot, what: "failed", bucket: 0 }],
    ...Array.from({ length: latencyBuckets }, (__, bucket): [string, Counter] => [
      `ms${slot}_${bucket}`,
      { slot, what: "ms", bucket },
    ]),
  ]).flat(),
);

/** `slot`: the number of slots from the epoch to the counter's slot. */
export function* countersIn(items: readonly Item[]) {
  for (const item of items) {
    const first = Date.parse(`${item.sk}:00:00Z`) / slotMs;
    for (const name of Object.keys(item)) {
      const [counter, count] = [counters.get(name), item[name]];
      if (counter !== undefined && typeof count === "number") yield { slot: first + counter.slot, counter, count };
    }
  }
}

export class Window {
  readonly #made = { ok: 0, failed: 0 };
  readonly #histogram = new Map<number, number>();

  add({ what, bucket }: Counter, count: number): void {
    if (what === "ms") this.#histogram.set(bucket, (this.#histogram.get(bucket) ?? 0) + count);
    else this.#made[what] += count;
  }

  statistics(): WindowStatistics | undefined {
    const { ok, failed } = this.#made;
    const attempts = ok + failed;
    if (attempts === 0) return undefined;
    const [p50Ms, p95Ms] = [percentile(this.#histogram, 0.5), percentile(this.#histogram, 0.95)];
    return { attempts, successRate: ok / attempts, ...defined({ p50Ms, p95Ms }) };
  }
}
