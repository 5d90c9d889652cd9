import * as z from "zod";
import type { Item } from "../../kernel/ports/table.ts";
import {
  countersIn,
  daySlots,
  itemMs,
  longestRange,
  slotMs,
  Window,
  type WindowStatistics,
} from "./statistics-item.ts";

const hour = 3_600_000;
const day = daySlots * slotMs;

export const seriesRange = z.enum(["1h", "24h", "7d", "30d"]);
export type SeriesRange = z.infer<typeof seriesRange>;

const rangeMs: Readonly<Record<SeriesRange, number>> = { "1h": hour, "24h": day, "7d": 7 * day, "30d": longestRange };

type SlotStatistics = WindowStatistics & { readonly at: number };

/** `since` and `until` are in unix ms. Slots are ordered oldest first; those without attempts are left out. */
export type StatisticsSeries = {
  readonly since: number;
  readonly until: number;
  readonly slotMs: number;
  readonly slots: readonly SlotStatistics[];
};

/** The slot length (ms) for a series of `covered` ms. A series never has more than 169 slots. */
function slotFor(covered: number): number {
  if (covered <= day) return slotMs;
  return covered <= 7 * day ? hour : itemMs;
}

/**
 * Adds up an endpoint's items, which must be added oldest first. The series begins with the first counted attempt or a
 * day ago, whichever is earlier, but not before its range begins or before the subscription was created. Older releases
 * kept counts for a day only, and time without counts must not look like time without traffic.
 */
export class SeriesBuilder {
  readonly #now: number;
  readonly #range: number;
  /** The earliest possible start (unix ms). */
  readonly oldest: number;
  readonly #windows = new Map<number, Window>();
  #axis: Omit<StatisticsSeries, "slots"> | undefined;

  constructor(range: SeriesRange, createdAt: number, now: number) {
    this.#now = now;
    this.#range = rangeMs[range];
    this.oldest = Math.max(now - this.#range, Math.min(createdAt, now));
  }

  add(item: Item): void {
    const counters = [...countersIn([item])].filter(({ slot }) => (slot + 1) * slotMs > this.oldest);
    if (counters.length === 0) return;
    this.#axis ??= this.#axisFrom(Math.min(...counters.map(({ slot }) => slot)) * slotMs);
    const { since, slotMs: length } = this.#axis;
    for (const { slot, counter, count } of counters) {
      const at = slot * slotMs - ((slot * slotMs) % length);
      if (at < since) continue;
      const window = this.#windows.get(at) ?? new Window();
      window.add(counter, count);
      this.#windows.set(at, window);
    }
  }

  series(): StatisticsSeries {
    const slots = [...this.#windows]
      .toSorted(([one], [other]) => one - other)
      .flatMap(([at, window]) => {
        const statistics = window.statistics();
        return statistics === undefined ? [] : [{ at, ...statistics }];
      });
    return { ...(this.#axis ?? this.#axisFrom(this.#now)), slots };
  }

  #axisFrom(firstAttempt: number): Omit<StatisticsSeries, "slots"> {
    const start = Math.max(this.oldest, Math.min(firstAttempt, this.#now - day));
    const length = slotFor(this.#now - start);
    const until = (Math.floor(this.#now / length) + 1) * length;
    return { since: Math.max(until - this.#range, start - (start % length)), until, slotMs: length };
  }
}
