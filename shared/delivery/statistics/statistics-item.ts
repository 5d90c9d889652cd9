import { utcHour } from "../../kernel/calendar.ts";
import { defined } from "../../kernel/defined.ts";
import type { Item, Key } from "../../kernel/ports/table.ts";
import { bucketOfLatency, percentile } from "./latency-histogram.ts";

/*
 * Attempts to one endpoint are counted in slots of ten minutes. 36 slots share an item of the `deliveries` table (pk
 * `<subscription>#statistics`, sk the first of its six hours). Its attributes are counters, so that any number of
 * processes can add to them without reading: `ok7` and `failed7` for slot 7, `ms7_12` for its latencies in bucket 12.
 */

export const slotMs = 600_000;
const slotsPerItem = 36;
const itemMs = slotMs * slotsPerItem;

/** The number of slots in a window, including the current one. */
const hourSlots = 6;
export const daySlots = 144;

/** The outcome of an attempt; `ms` is absent if no response came. */
export type CountedAttempt = { readonly at: number; readonly ok: boolean; readonly ms?: number };

/** The attempts of a window. The latencies (ms) are those of attempts with a response, whatever its status. */
export type WindowStatistics = {
  readonly attempts: number;
  /** The fraction of attempts that succeeded, from 0 to 1. */
  readonly successRate: number;
  readonly p50Ms?: number;
  readonly p95Ms?: number;
};

/** A window without attempts is absent. */
export type EndpointStatistics = { readonly lastHour?: WindowStatistics; readonly lastDay?: WindowStatistics };

/** The attempts of a slot of ten minutes that begins at `at` (unix ms). */
export type SlotStatistics = WindowStatistics & { readonly at: number };

/** The key of the item that counts attempts at `at`. */
export function statisticsKey(subscription: string, at: number): Key {
  return { pk: `${subscription}#statistics`, sk: utcHour(at - (at % itemMs)) };
}

/** When the item of `at` is no longer part of the last day (unix seconds). */
export function statisticsExpiry(at: number): number {
  return Math.ceil((at - (at % itemMs) + itemMs + daySlots * slotMs) / 1_000);
}

/** The keys of the items that may contain the last day. */
export function statisticsKeys(subscription: string, now: number): readonly Key[] {
  const oldest = now - daySlots * slotMs;
  const keys: Key[] = [];
  for (let at = oldest - (oldest % itemMs); at <= now; at += itemMs) keys.push(statisticsKey(subscription, at));
  return keys;
}

/** The counters that an attempt raises by one. */
export function countersOf({ at, ok, ms }: CountedAttempt): readonly string[] {
  const slot = Math.floor((at % itemMs) / slotMs);
  const made = `${ok ? "ok" : "failed"}${slot}`;
  return ms === undefined ? [made] : [made, `ms${slot}_${bucketOfLatency(ms)}`];
}

/** The statistics of the hour and the day before `now`, from the items of a subscription. */
export function readStatistics(items: readonly Item[], now: number): EndpointStatistics {
  const counters = items.flatMap(countersIn);
  const newest = Math.floor(now / slotMs);
  const windowOf = (slots: number) => {
    // There is no upper limit, because another process's clock may be a little ahead.
    return windowStatistics(counters.filter(({ slot }) => slot > newest - slots));
  };
  return defined({ lastHour: windowOf(hourSlots), lastDay: windowOf(daySlots) });
}

/**
 * The statistics of each slot of the day before `now`, oldest first, from the items of a subscription. Slots without
 * attempts are left out.
 */
export function readSlots(items: readonly Item[], now: number): readonly SlotStatistics[] {
  const newest = Math.floor(now / slotMs);
  const recent = items.flatMap(countersIn).filter(({ slot }) => slot > newest - daySlots);
  return [...Map.groupBy(recent, ({ slot }) => slot)]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([slot, counters]) => {
      const statistics = windowStatistics(counters);
      return statistics === undefined ? [] : [{ at: slot * slotMs, ...statistics }];
    });
}

type Counter = {
  /** Counted from the epoch. */
  readonly slot: number;
  readonly what: "ok" | "failed" | "ms";
  readonly bucket: number;
  readonly count: number;
};

function countersIn(item: Item): readonly Counter[] {
  const first = Date.parse(`${item.sk}:00:00Z`) / slotMs;
  return Object.entries(item).flatMap(([name, count]): Counter[] => {
    const [, what, slot, bucket = "0"] = /^(ok|failed|ms)(\d+)(?:_(\d+))?$/.exec(name) ?? [];
    if ((what !== "ok" && what !== "failed" && what !== "ms") || typeof count !== "number") return [];
    return [{ slot: first + Number(slot), what, bucket: Number(bucket), count }];
  });
}

function windowStatistics(counters: readonly Counter[]): WindowStatistics | undefined {
  const sum = { ok: 0, failed: 0 };
  const histogram = new Map<number, number>();
  for (const { what, bucket, count } of counters) {
    if (what === "ms") histogram.set(bucket, (histogram.get(bucket) ?? 0) + count);
    else sum[what] += count;
  }
  const attempts = sum.ok + sum.failed;
  if (attempts === 0) return undefined;
  const [p50Ms, p95Ms] = [percentile(histogram, 0.5), percentile(histogram, 0.95)];
  return { attempts, successRate: sum.ok / attempts, ...defined({ p50Ms, p95Ms }) };
}
