import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bucketOfLatency, percentile } from "../../../../shared/delivery/statistics/latency-histogram.ts";

const histogramOf = (latencies: readonly number[]) => {
  const counts = new Map<number, number>();
  for (const ms of latencies) counts.set(bucketOfLatency(ms), (counts.get(bucketOfLatency(ms)) ?? 0) + 1);
  return counts;
};

describe("a histogram's percentile", () => {
  it("is undefined without counts", () => {
    expect(percentile(new Map(), 0.5)).toBeUndefined();
  });

  it("is in the exact one's bucket, whatever was counted", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 200 }),
        fc.constantFrom(0.5, 0.95),
        (latencies, share) => {
          const sorted = latencies.toSorted((one, other) => one - other);
          const exact = sorted[Math.ceil(share * sorted.length) - 1]!;
          const estimated = percentile(histogramOf(latencies), share)!;
          // Rounding may lift it to the bound between two buckets.
          expect(Math.abs(bucketOfLatency(estimated) - bucketOfLatency(exact))).toBeLessThanOrEqual(1);
          expect(estimated).toBeLessThanOrEqual(30_000);
        },
      ),
    );
  });

  it("counts durations above any deadline as the longest", () => {
    expect(percentile(histogramOf([90_000]), 0.5)).toBeLessThanOrEqual(30_000);
    expect(percentile(histogramOf([90_000]), 0.5)).toBeGreaterThan(20_000);
  });
});
