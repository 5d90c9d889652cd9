import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AttemptStatistics } from "../../../../shared/delivery/statistics/attempt-statistics.ts";
import { bucketOfLatency, countersOf, percentile } from "../../../../shared/delivery/statistics/statistics-item.ts";
import type { Change } from "../../../../shared/kernel/ports/table.ts";
import { before } from "../../../support/around.ts";
import { countedTurns } from "../../../support/counted-turns.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { fullStatistics } from "../../../support/full-statistics.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";
import { testContext } from "../../../support/test-context.ts";

function process() {
  const clock = new FakeClock(Date.UTC(2026, 10, 21, 9));
  const table = new MemoryTable("deliveries");
  const logger = new SilentLogger();
  const writes: Change[] = [];
  before(table, "update", (change) => writes.push(change));
  const statistics = new AttemptStatistics({ ...testContext({ clock, logger }), table });
  const attempt = async (subscription = "sub_1") => {
    statistics.count(subscription, { at: clock.now(), ok: true, ms: 12 });
    await statistics.flush();
  };
  const made = async (subscription = "sub_1") => (await statistics.of([subscription]))[0]?.lastHour?.attempts;
  return { clock, table, logger, writes, statistics, attempt, made };
}

describe("attempt statistics", () => {
  it("are written at the first attempt, then once a minute per endpoint", async () => {
    const { clock, writes, attempt, made } = process();
    await attempt();
    expect(await made()).toBe(1);
    for (let second = 0; second < 120; second += 1) {
      clock.advance(1_000);
      await attempt();
    }
    expect(writes).toHaveLength(3);
    expect(await made()).toBe(121);
  });

  it("include an endpoint's last attempts with the next batch of any other", async () => {
    const { clock, attempt, made, statistics } = process();
    await attempt();
    await attempt();
    clock.advance(60_000);
    await attempt("sub_2");
    expect(await made()).toBe(2);
    await statistics.flush();
    expect(await made()).toBe(2);
  });

  it("cost at most one write in twenty attempts and one in five seconds, and lose no count", async () => {
    const { clock, writes, attempt, statistics } = process();
    const endpoints = Array.from({ length: 4_000 }, (_, n) => `sub_${n}`);
    for (const endpoint of endpoints) await attempt(endpoint);
    expect(writes.length).toBeLessThanOrEqual(30 + 4_000 / 20);
    for (let n = 0; n < 4_000; n += 1) {
      clock.advance(5_000);
      const before = writes.length;
      await statistics.flush();
      if (n > 0) expect(writes.length - before).toBeLessThanOrEqual(1);
    }
    const found = await statistics.of(endpoints);
    expect(writes).toHaveLength(4_000);
    expect(found.filter(({ lastDay }) => lastDay?.attempts !== 1)).toEqual([]);
  });

  it("count ten thousand endpoints until some are written, and those further", async () => {
    const { clock, statistics } = process();
    const count = (subscription: string) => {
      statistics.count(subscription, { at: clock.now(), ok: true });
    };
    for (let n = 0; n < 10_000; n += 1) count(`sub_${n}`);
    for (const subscription of ["sub_more", "sub_0"]) count(subscription);
    for (let n = 0; n < 350; n += 1) {
      clock.advance(150_000);
      await statistics.flush();
    }
    count("sub_more");
    await statistics.flush();
    const found = await statistics.of(["sub_0", "sub_9999", "sub_more"]);
    expect(found.map(({ lastDay }) => lastDay?.attempts)).toEqual([2, 1, 1]);
  });

  it("write thirty items at once, however long or however much they saved writes for", async () => {
    const { clock, writes, attempt, statistics } = process();
    for (let n = 0; n < 2_000; n += 1) statistics.count("sub_busy", { at: clock.now(), ok: true });
    const writesOf = async (prefix: string) => {
      const before = writes.length;
      for (let n = 0; n < 40; n += 1) statistics.count(`${prefix}_${n}`, { at: clock.now(), ok: true });
      await statistics.flush();
      return writes.length - before;
    };
    expect(await writesOf("first")).toBe(30);
    clock.advance(3_600_000);
    for (let n = 0; n < 20; n += 1) await statistics.flush();
    clock.advance(3_600_000);
    expect(await writesOf("second")).toBeLessThanOrEqual(32);
    // A clock that was set back loses nothing that was saved.
    clock.advance(3_600_000);
    await statistics.flush();
    clock.advance(-3_000_000);
    await attempt("after");
    expect(writes.at(-1)?.key.pk).toBe("after#statistics");
  });

  it.each([1, 10])(
    "are added up in slices for %i callers, one or two endpoints per event-loop turn, in the order of the endpoints",
    async (callers) => {
      const { clock, table, statistics } = process();
      const endpoints = Array.from({ length: 50 }, (_, n) => `sub_${n}`);
      const full = endpoints.filter((_, n) => n % 10 !== 0);
      await table.put(full.flatMap((one) => fullStatistics(one, clock.now())).map((item) => ({ item })));
      const size = endpoints.length / callers;
      const asked = Array.from({ length: callers }, (_, n) => endpoints.slice(n * size, (n + 1) * size));
      let found: Awaited<ReturnType<typeof statistics.of>>[number][] = [];
      const turns = await countedTurns(async () => {
        found = (await Promise.all(asked.map((some) => statistics.of(some)))).flat();
      });
      expect(turns).toBeGreaterThanOrEqual(22);
      expect(endpoints.filter((_, n) => found[n]?.lastDay !== undefined)).toEqual(full);
      expect(found[1]).toEqual({
        lastHour: { attempts: 6 * 48, successRate: 40 / 48, p50Ms: 300, p95Ms: 19_000 },
        lastDay: { attempts: 144 * 48, successRate: 40 / 48, p50Ms: 300, p95Ms: 19_000 },
      });
    },
  );

  it("drop an item once it is outside the longest range", async () => {
    const { clock, table, attempt } = process();
    await attempt();
    const [item] = table.items;
    const expires = Number(item?.["expiresAt"]) * 1_000;
    expect(expires - clock.now()).toBeGreaterThan(30 * 86_400_000);
    expect(expires - clock.now()).toBeLessThanOrEqual(30 * 86_400_000 + 6 * 3_600_000);
  });

  it("fail no delivery if the table refuses them", async () => {
    const { table, logger, attempt } = process();
    table.update = () => Promise.reject(new Error("throttled"));
    await attempt();
    expect(JSON.stringify(logger)).toContain("throttled");
  });
});

const histogramOf = (latencies: readonly number[]) => {
  const counts = new Map<number, number>();
  for (const ms of latencies) counts.set(bucketOfLatency(ms), (counts.get(bucketOfLatency(ms)) ?? 0) + 1);
  return counts;
};

it.each([
  { bucket: 0, latencies: [0, 5] },
  { bucket: 1, latencies: [5.1, 7] },
  { bucket: 2, latencies: [7.5] },
  { bucket: 23, latencies: [29_999, 30_000, 90_000] },
])("the bucket $bucket has latencies of $latencies ms", ({ bucket, latencies }) => {
  for (const ms of latencies) expect([ms, bucketOfLatency(ms)]).toEqual([ms, bucket]);
});

it("an attempt without a response counts no latency", () => {
  const at = Date.UTC(2026, 10, 21, 7, 15);
  expect(countersOf({ at, ok: true, ms: 12 })).toEqual(["ok7", "ms7_3"]);
  expect(countersOf({ at, ok: false })).toEqual(["failed7"]);
});

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
