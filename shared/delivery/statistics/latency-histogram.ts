/** The upper limits (ms) of the buckets in which latencies are counted. The longest deadline of an attempt is 30 s. */
const bounds = [
  ...[5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700],
  ...[1_000, 1_500, 2_000, 3_000, 5_000, 7_000, 10_000, 15_000, 20_000, 30_000],
];

/** The number of buckets. */
export const latencyBuckets = bounds.length;

/** The number of latencies in each bucket. */
export type LatencyHistogram = ReadonlyMap<number, number>;

/** The bucket of a latency (ms). */
export function bucketOfLatency(ms: number): number {
  const bucket = bounds.findIndex((bound) => ms <= bound);
  return bucket < 0 ? bounds.length - 1 : bucket;
}

/**
 * The latency (ms) that the given fraction of attempts doesn't exceed, interpolated within its bucket; undefined if
 * there are none.
 *
 * @example percentile(histogram, 0.95)
 */
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
