import type { components } from "../../../api-client/api-types.ts";

export type Statistics = components["schemas"]["SubscriptionStatistics"];

/**
 * The last day's statistics by slot, of one endpoint or several, for charts. Null if nothing was sent or there were no
 * responses.
 */
export type Series = {
  /** Starts of slots in unix seconds, without gaps. */
  readonly times: number[];
  /** Attempts per minute with a 2xx response. */
  readonly delivered: number[];
  /** Attempts per minute that failed. */
  readonly failed: number[];
  /** The median and 95th percentile of response times (ms). For several endpoints, the slowest one's. */
  readonly p50Ms: (number | null)[];
  readonly p95Ms: (number | null)[];
};

export function seriesOf(all: readonly Statistics[]): Series {
  const series: Series = { times: [], delivered: [], failed: [], p50Ms: [], p95Ms: [] };
  const [first] = all;
  if (first === undefined) return series;
  const { slotSeconds } = first;
  // One response may be a slot older than another, so the axis covers both.
  const since = Math.min(...all.map((one) => Date.parse(one.since))) / 1_000;
  const until = Math.max(...all.map((one) => Date.parse(one.until))) / 1_000;
  const slots = Map.groupBy(
    all.flatMap((one) => one.slots),
    ({ at }) => Date.parse(at) / 1_000,
  );
  for (let at = since; at < until; at += slotSeconds) {
    const own = slots.get(at) ?? [];
    const minutes = slotSeconds / 60;
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

function slowest(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? null : Math.max(...known);
}

/** Points of a line through the values, in a box of this size. The highest value touches the top. */
export function pointsOf(values: readonly number[], { width, height }: { width: number; height: number }): string {
  const highest = Math.max(...values, 0);
  const step = width / Math.max(values.length - 1, 1);
  const y = (value: number) => (highest === 0 ? height : height - (value / highest) * height);
  return values.map((value, at) => `${(at * step).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
}

/** Adds up neighbours, so that a small chart includes them all. */
export function thinned(values: readonly number[], size: number): readonly number[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size).reduce((sum, value) => sum + value, 0),
  );
}
