import type { components, operations } from "../../../api-client/api-types.ts";

export type Statistics = components["schemas"]["SubscriptionStatistics"];

export type Range = NonNullable<NonNullable<operations["getStatistics"]["parameters"]["query"]>["range"]>;

/** `words`: the words after `the last`. */
export const ranges: { readonly [range in Range]: { readonly seconds: number; readonly words: string } } = {
  "1h": { seconds: 3_600, words: "hour" },
  "24h": { seconds: 86_400, words: "24 hours" },
  "7d": { seconds: 7 * 86_400, words: "7 days" },
  "30d": { seconds: 30 * 86_400, words: "30 days" },
};

/**
 * Each list has a value for each time slot. In a slot without attempts, rates are 0. In a slot without responses,
 * response times are null.
 */
export type Series = {
  /** The start of each slot (unix seconds), oldest first and without gaps. */
  readonly times: number[];
  readonly slotSeconds: number;
  /** Attempts per minute with a 2xx response. */
  readonly delivered: number[];
  /** Attempts per minute that failed. */
  readonly failed: number[];
  /** Response times. Each value is the highest among the endpoints. */
  readonly p50Ms: (number | null)[];
  readonly p95Ms: (number | null)[];
};

/**
 * `now` is in unix seconds. The newest slot's rates are averages over the part of the slot before `now`, or over a
 * minute if that part is shorter.
 */
export function seriesOf(all: readonly Statistics[], now: number): Series {
  // A new endpoint's slots can be shorter than an older endpoint's, so the series uses the longest slot length.
  const slotSeconds = Math.max(0, ...all.map((one) => one.slotSeconds));
  const series: Series = { times: [], slotSeconds, delivered: [], failed: [], p50Ms: [], p95Ms: [] };
  if (all.length === 0) return series;
  const slotOf = (time: string) => Math.floor(Date.parse(time) / 1_000 / slotSeconds) * slotSeconds;
  // One endpoint's statistics can start a slot earlier than another's, so the axis starts with the earliest slot.
  const since = Math.min(...all.map((one) => slotOf(one.since)));
  const until = Math.max(...all.map((one) => Date.parse(one.until) / 1_000));
  const slots = Map.groupBy(
    all.flatMap((one) => one.slots),
    ({ at }) => slotOf(at),
  );
  for (let at = since; at < until; at += slotSeconds) {
    const own = slots.get(at) ?? [];
    // Statistics usually lag by a minute. If a slot that has just begun were shown as 0, it would look like an outage.
    if (own.length === 0 && series.times.length > 0 && now - at < 90) break;
    const minutes = Math.max(Math.min(at + slotSeconds, now) - at, 60) / 60;
    const ok = own.reduce((sum, { attempts, successRate }) => sum + Math.round(attempts * successRate), 0);
    const made = own.reduce((sum, { attempts }) => sum + attempts, 0);
    series.times.push(at);
    series.delivered.push(ok / minutes);
    series.failed.push((made - ok) / minutes);
    series.p50Ms.push(slowest(own.map(({ p50Ms }) => p50Ms)));
    series.p95Ms.push(slowest(own.map(({ p95Ms }) => p95Ms)));
  }
  return series;
}

/** The series' start (unix ms) if the series covers less time than `range`, or else undefined. */
export function lateStart({ times, slotSeconds }: Series, range: Range): number | undefined {
  const [first] = times;
  const isLate = times.length * slotSeconds < ranges[range].seconds;
  return first !== undefined && isLate ? first * 1_000 : undefined;
}

function slowest(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? null : Math.max(...known);
}

/** The points of an SVG polyline. The highest value touches the top, and a single value becomes a level line. */
export function pointsOf(given: readonly number[], { width, height }: { width: number; height: number }): string {
  const values = given.length === 1 ? [...given, ...given] : given;
  const highest = Math.max(...values, 0);
  const step = width / Math.max(values.length - 1, 1);
  const y = (value: number) => (highest === 0 ? height : height - (value / highest) * height);
  return values.map((value, at) => `${(at * step).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
}

/** Sums groups of neighbouring values, so that at most `most` values remain. */
export function thinned(values: readonly number[], most: number): readonly number[] {
  const size = Math.ceil(values.length / most);
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size).reduce((sum, value) => sum + value, 0),
  );
}
