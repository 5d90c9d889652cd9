import { describe, expect, it } from "vitest";
import { AttemptStatistics } from "../../../../shared/delivery/statistics/attempt-statistics.ts";
import type { SeriesRange } from "../../../../shared/delivery/statistics/statistics-series.ts";
import type { Table } from "../../../../shared/kernel/ports/table.ts";
import { around } from "../../../support/around.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { fullStatistics } from "../../../support/full-statistics.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const ranges: readonly SeriesRange[] = ["1h", "24h", "7d", "30d"];

function process(now = Date.UTC(2026, 10, 21, 9, 5)) {
  const clock = new FakeClock(now);
  const table = new MemoryTable("deliveries");
  const statistics = new AttemptStatistics({ ...testContext({ clock }), table });
  const attempt = async (at: number, ok = true) => {
    statistics.count("sub_1", { at, ok, ms: 12 });
    await statistics.flush();
    clock.advance(minute);
    await statistics.flush();
  };
  const series = (range: SeriesRange, createdAt = 0) => statistics.seriesOf({ id: "sub_1", createdAt }, range);
  return { clock, table, statistics, attempt, series };
}

describe("an endpoint's statistics over time", () => {
  it("have slots that fit the range", async () => {
    const { attempt, series, clock } = process();
    await attempt(clock.now() - 30 * day + hour);
    await attempt(clock.now());
    const shown = await Promise.all(ranges.map(async (range) => [range, await series(range)] as const));
    const shapes = shown.map(([range, { since, until, slotMs }]) => [range, (until - since) / slotMs, slotMs / minute]);
    expect(shapes).toEqual([
      ["1h", 6, 10],
      ["24h", 144, 10],
      // Nothing is known of the time before the first attempt in the range.
      ["7d", 145, 10],
      ["30d", 120, 360],
    ]);
    for (const [, { until }] of shown) expect(until).toBeGreaterThan(clock.now());
  });

  it.each(ranges)("start with a young subscription, in the range %s", async (range) => {
    const { attempt, series, clock } = process();
    const createdAt = clock.now() - 25 * minute;
    await attempt(clock.now() - 5 * minute, false);
    const { since, until, slotMs, slots } = await series(range, createdAt);
    expect([since, slotMs]).toEqual([createdAt - (createdAt % (10 * minute)), 10 * minute]);
    expect(until - clock.now()).toBeLessThanOrEqual(slotMs);
    expect(slots).toMatchObject([{ attempts: 1, successRate: 0 }]);
  });

  it("start with the first attempt if an older subscription has been quiet, but cover the last day", async () => {
    const { attempt, series, clock } = process();
    const first = clock.now() - 3 * day;
    await attempt(first);
    expect(await series("30d")).toMatchObject({ since: first - (first % hour), slotMs: hour });
    const quiet = await process().series("30d");
    expect(quiet).toMatchObject({ slotMs: 10 * minute, slots: [] });
    expect(quiet.until - quiet.since).toBe(day + 10 * minute);
  });

  it("add up all slots of thirty days, whatever the minute", async () => {
    for (const now of [Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 21, 5, 59, 59), Date.UTC(2026, 10, 21, 6, 0, 1)]) {
      const { table, series } = process(now);
      await table.put(fullStatistics("sub_1", now, now - 30 * day).map((item) => ({ item })));
      const { slots, since, until } = await series("30d");
      expect(slots.map(({ at }) => at)).toEqual(Array.from({ length: 120 }, (_, n) => since + n * 6 * hour));
      expect(
        slots.slice(0, -1).every(({ attempts, successRate }) => attempts === 36 * 48 && successRate === 40 / 48),
      ).toBe(true);
      expect(until).toBe(since + 30 * day);
      expect((await series("7d")).slots).toHaveLength(168);
    }
  });

  it("are read at half the price, because they may lag anyway", async () => {
    const { attempt, series, statistics, table, clock } = process();
    await attempt(clock.now());
    const asked: unknown[] = [];
    around(table, "getAll", (getAll) => async (...[keys, options]: Parameters<Table["getAll"]>) => {
      asked.push(options);
      return getAll(keys);
    });
    await statistics.of(["sub_1"]);
    await series("1h");
    expect(asked).toEqual([{ consistent: false }, { consistent: false }]);
  });

  it("have their slots in order, whatever the order of attempts", async () => {
    const { attempt, series, clock } = process();
    const now = clock.now();
    for (const before of [0, 40, 20]) await attempt(now - before * minute);
    const slots = [40, 20, 0].map((before) => now - before * minute).map((at) => at - (at % (10 * minute)));
    expect((await series("24h")).slots.map(({ at }) => at)).toEqual(slots);
  });

  it("may lie in the future of a clock that was set back", async () => {
    const { series, clock } = process();
    const { since, until } = await series("7d", clock.now() + day);
    expect(until - since).toBe(10 * minute);
  });
});
