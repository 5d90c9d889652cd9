import { expect, test } from "vitest";
import { adaptedRate } from "../../../../shared/schedule/budget/adapted-rate.ts";
import { PressureGauge } from "../../../../shared/schedule/budget/pressure-gauge.ts";
import { PressureWatch } from "../../../../shared/schedule/budget/pressure-watch.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";

function setUp() {
  const clock = new FakeClock();
  let writes = 0;
  const table = new MemoryTable("feeds", { onChange: () => void (writes += 1) });
  const gauge = new PressureGauge(table, clock);
  const watch = new PressureWatch({ gauge, clock, logger: new SilentLogger(), metrics: { record: () => undefined } });
  let plan = { rate: 8, ratedAt: clock.now(), at: clock.now() };
  const exchange = async (count: number, ms: number, answered = true) => {
    for (let one = 0; one < count; one += 1) {
      clock.advance(ms);
      await watch.exchanged("acme", { ms, answered });
    }
  };
  const rate = async () => {
    plan = { ...adaptedRate(plan, await gauge.of("acme"), 8, clock.now()), at: clock.now() };
    return plan.rate;
  };
  return { clock, gauge, exchange, rate, writes: () => writes };
}

test("hazard 64: answers that take twice as long as usual halve the rate, once per slow stretch", async () => {
  const { exchange, rate } = setUp();
  await exchange(200, 200);
  expect(await rate()).toBe(8);
  await exchange(50, 1_600);
  expect(await rate()).toBe(4);
  // The stretch that began before the rate was lowered doesn't lower it again.
  expect(await rate()).toBeLessThan(4.1);
  await exchange(100, 1_600);
  expect(await rate()).toBeLessThan(2.3);
});

test("the rate comes back slowly once answers are as fast as usual", async () => {
  const { clock, exchange, rate } = setUp();
  await exchange(100, 200);
  await exchange(50, 1_900);
  expect(await rate()).toBe(4);
  await exchange(50, 200);
  clock.advance(60_000);
  const soon = await rate();
  expect(soon).toBeGreaterThan(4);
  expect(soon).toBeLessThan(5);
  clock.advance(30 * 60_000);
  expect(await rate()).toBe(8);
});

test("a source that stays slower becomes usual in time, small times are never slow, and steady ones cost no writes", async () => {
  const { exchange, gauge, writes } = setUp();
  await exchange(2_000, 10);
  const before = writes();
  await exchange(50, 60);
  expect((await gauge.of("acme"))?.slowAt).toBe(0);
  expect(before).toBe(1);
  await exchange(50 * 200, 3_000);
  expect((await gauge.of("acme"))?.usualMs).toBeGreaterThan(1_400);
});

test("hazard 63: when nothing answers any more the instance is left alone, longer each time in a row", async () => {
  const { clock, exchange, gauge } = setUp();
  const holds: number[] = [];
  for (let opening = 0; opening < 9; opening += 1) {
    await exchange(20, 0, false);
    const { holdUntil = 0 } = (await gauge.of("acme")) ?? {};
    holds.push(holdUntil - clock.now());
    clock.advance(holdUntil - clock.now());
  }
  expect(holds).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000]);
  clock.advance(16 * 60_000);
  await exchange(20, 0, false);
  expect(((await gauge.of("acme"))?.holdUntil ?? 0) - clock.now()).toBe(5_000);
});

test("one answer among many failures is a route's trouble, not the instance's", async () => {
  const { exchange, gauge } = setUp();
  for (let round = 0; round < 10; round += 1) {
    await exchange(19, 10, false);
    await exchange(1, 10);
  }
  expect(await gauge.of("acme")).toBeUndefined();
});

test("what a clock noted that was set back since holds nothing up and lowers no rate", async () => {
  const { clock, gauge, rate } = setUp();
  clock.advance(3_600_000);
  await gauge.report("acme", 600_000);
  await gauge.open("acme");
  await gauge.tookUsually("acme", 100, clock.now());
  await gauge.tookUsually("acme", 10_000, clock.now());
  clock.advance(-3_600_000);
  expect(await gauge.of("acme")).toMatchObject({ holdUntil: 0, throttledAt: 0, slowAt: 0, openedAt: 0 });
  expect(await rate()).toBe(8);
  // Clocks of several workers differ a little: what one of them noted a moment ahead of another counts.
  clock.advance(10_000);
  await gauge.report("acme", 30_000);
  clock.advance(-5_000);
  expect((await gauge.of("acme"))?.holdUntil).toBeGreaterThan(clock.now());
});
