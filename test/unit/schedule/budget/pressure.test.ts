import { expect, test } from "vitest";
import { compared, PressureGauge } from "../../../../shared/schedule/budget/pressure-gauge.ts";
import { PressureWatch } from "../../../../shared/schedule/budget/pressure-watch.ts";
import { type AdaptedRate, adaptedRate } from "../../../../shared/schedule/tick/refilled-plan.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { SeededRandomness } from "../../../support/seeded-randomness.ts";
import { testContext } from "../../../support/test-context.ts";

const quiet = { holdUntil: 0, slowAt: 0, slowMs: 0, unmoved: 0, openedAt: 0, openings: 0, spent: 0, unspent: 0 };

function setUp() {
  const clock = new FakeClock();
  let writes = 0;
  const table = new MemoryTable("feeds", { onChange: () => void (writes += 1) });
  const gauge = new PressureGauge(table, clock);
  const watch = new PressureWatch({ ...testContext({ clock }), gauge });
  let plan: AdaptedRate = { rate: 8, ratedAt: 0 };
  const exchange = async (count: number, ms: number, answered = true) => {
    for (let one = 0; one < count; one += 1) {
      clock.advance(Math.ceil(ms));
      await watch.exchanged("acme", { ms, answered });
    }
  };
  /** `latest`: a plan says nothing of later times once its clock was set back. */
  const rate = async (latest = Number.POSITIVE_INFINITY) => {
    plan = { ...plan, ratedAt: Math.min(plan.ratedAt, latest) };
    plan = adaptedRate(plan, await gauge.of("acme"), 8, clock.now());
    return plan.rate;
  };
  const refuse = async () => {
    await watch.exchanged("acme", { ms: 0, answered: false });
    await watch.refused("acme", 503, undefined);
  };
  return { clock, gauge, exchange, refuse, rate, writes: () => writes };
}

test("hazard 64: responses that take twice as long as usual lower the rate, once per slow episode", async () => {
  const { exchange, rate } = setUp();
  await exchange(200, 200);
  expect(await rate()).toBe(8);
  await exchange(50, 1_600);
  expect(await rate()).toBeCloseTo(5.6);
  // Requests that were granted before the rate was lowered don't lower it again.
  await exchange(50, 1_600);
  const before = await rate();
  expect(before).toBeGreaterThan(5.6);
  // The lower rate made answers faster, yet not fast: the rate is still what slows them.
  await exchange(50, 1_275);
  expect(await rate()).toBeLessThan(before);
});

test("a source that is as slow at a lower rate isn't slow because of us: the rate returns", async () => {
  const { clock, exchange, gauge, rate } = setUp();
  await exchange(200, 200);
  const rates: number[] = [];
  for (let minute = 0; minute < 10; minute += 1) {
    await exchange(50, 3_000);
    rates.push(await rate());
    clock.advance(60_000);
  }
  expect(Math.min(...rates)).toBeCloseTo(5.6);
  expect(rates.at(-1)).toBe(8);
  expect((await gauge.of("acme"))?.usualMs).toBeGreaterThan(2_500);
});

test("the rate returns within minutes, stays for a while, and then rises to the grant", async () => {
  const { clock, rate, gauge } = setUp();
  for (let episode = 0; episode < 3; episode += 1) {
    clock.advance(30_000);
    await gauge.report("acme");
    await rate();
  }
  const lowered = await rate();
  const from = lowered / 0.7;
  expect(lowered).toBeLessThan(4);
  const risen: number[] = [];
  for (let minute = 0; minute < 15; minute += 1) {
    clock.advance(60_000);
    risen.push(await rate());
  }
  expect(risen).toEqual(risen.toSorted((one, other) => one - other));
  expect(risen[2]).toBeCloseTo(from);
  expect(risen[3]! - risen[2]!).toBeLessThan(0.1 * from);
  expect(risen.at(-1)).toBe(8);
});

test("one refused response in fifty, at any rate, costs less than a fifth of the rate", async () => {
  const { clock, exchange, refuse, rate } = setUp();
  const chance = new SeededRandomness(64);
  let sum = 0;
  for (let second = 0; second < 3_600; second += 1) {
    for (let one = 0; one < 8; one += 1) {
      if (chance.fraction() < 0.02) await refuse();
      else await exchange(1, 0);
    }
    clock.advance(1_000);
    sum += await rate();
  }
  expect(sum / 3_600).toBeGreaterThan(0.8 * 8);
});

test("hazard 64: a source that refuses requests above its limit is read just below it", async () => {
  const { clock, exchange, refuse, rate, gauge } = setUp();
  const limit = 3;
  const rates: number[] = [];
  let refused = 0;
  let current = 8;
  for (let tick = 0; tick < 240; tick += 1) {
    for (let second = 0; second < 15; second += 1) {
      const sent = Math.floor(current * (second + 1)) - Math.floor(current * second);
      for (let one = 0; one < sent; one += 1) {
        if (one < limit) await exchange(1, 0);
        else {
          refused += 1;
          await refuse();
        }
      }
      clock.advance(1_000);
    }
    current = await rate();
    rates.push(current);
  }
  const later = rates.slice(40);
  const mean = later.reduce((sum, one) => sum + one, 0) / later.length;
  expect(mean).toBeGreaterThan(0.7 * limit);
  expect(mean).toBeLessThan(1.3 * limit);
  expect(refused).toBeLessThan(240 * 15 * 0.35);
  expect((await gauge.of("acme"))?.throttledAt).toBeGreaterThan(0);
});

test("the spending of polls is gathered, and written at most once in five seconds", async () => {
  const { clock, gauge, writes } = setUp();
  for (let one = 0; one < 8; one += 1) {
    await gauge.settle("acme", { spent: 2, unspent: 3 });
    clock.advance(1_000);
  }
  expect(writes()).toBe(2);
  expect(await gauge.of("acme")).toMatchObject({ spent: 12, unspent: 18 });
  clock.advance(5_000);
  await gauge.settle("acme", { spent: 0, unspent: 0 });
  expect(await gauge.of("acme")).toMatchObject({ spent: 16, unspent: 24 });
});

test("hazard 63: when nothing responds any more the instance is put on hold, longer each time in a row", async () => {
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

test("hundreds of requests that fail at the same moment are one break", async () => {
  const { gauge } = setUp();
  const holds = await Promise.all(Array.from({ length: 20 }, () => gauge.open("acme")));
  expect(holds.toSorted((one, other) => other - one).slice(0, 2)).toEqual([5_000, 0]);
  expect(await gauge.of("acme")).toMatchObject({ openings: 1 });
});

test("an outage lowers the rate once, however long it lasts: missing responses don't prove that it is slow because of us", async () => {
  const { clock, exchange, gauge, rate } = setUp();
  await rate();
  for (let opening = 0; opening < 9; opening += 1) {
    await exchange(20, 0, false);
    const { holdUntil = 0 } = (await gauge.of("acme")) ?? {};
    clock.advance(holdUntil - clock.now());
    expect(await rate()).toBeGreaterThanOrEqual(8 * 0.69);
  }
  expect(await rate()).toBe(8);
});

test("pressure lowers the rate once, though the clock is set back behind its start", async () => {
  const { clock, gauge, rate } = setUp();
  clock.advance(60_000);
  await gauge.report("acme");
  expect(await rate()).toBeCloseTo(5.6);
  clock.advance(-40_000);
  for (let second = 0; second < 60; second += 1) {
    clock.advance(1_000);
    expect(await rate(clock.now())).toBeGreaterThan(5.5);
  }
});

test("one response among many failures shows trouble on a route, not at the instance", async () => {
  const { exchange, gauge } = setUp();
  for (let round = 0; round < 10; round += 1) {
    await exchange(19, 10, false);
    await exchange(1, 10);
  }
  expect(await gauge.of("acme")).toBeUndefined();
});

test("a slow first stretch of a process, whose requests took fractions of a ms, leaves a readable pressure", async () => {
  const { clock, gauge, exchange } = setUp();
  await gauge.isWorse("acme", "slow", 20, clock.now());
  await exchange(50, 1_600.25);
  expect((await gauge.of("acme"))?.slowAt).toBeGreaterThan(0);
});

test("slowness and failures lower the rate to a half, however often they come; refusals lower it further", () => {
  let plan: AdaptedRate = { rate: 200, ratedAt: 0 };
  let now = 0;
  for (let episode = 0; episode < 20; episode += 1) {
    now += 25_000;
    const symptom = episode % 2 === 0 ? { slowAt: now } : { failingAt: now };
    plan = adaptedRate(plan, { ...quiet, throttledAt: 0, ...symptom }, 200, now);
    expect(plan.rate).toBeGreaterThanOrEqual(100);
  }
  expect(plan.rate).toBeLessThan(140);
  now += 25_000;
  expect(adaptedRate(plan, { ...quiet, throttledAt: now }, 200, now).rate).toBeLessThan(100);
});

test("however often a source refuses or doesn't respond, the rate stays at a thirty-second, and is whole again within half an hour", () => {
  let plan: AdaptedRate = { rate: 200, ratedAt: 0 };
  let now = 0;
  for (let episode = 0; episode < 100; episode += 1) {
    now += 25_000;
    plan = adaptedRate(plan, { ...quiet, throttledAt: now }, 200, now);
    expect(plan.rate).toBeGreaterThanOrEqual(200 / 32);
    now += 1_000;
    plan = adaptedRate(plan, { ...quiet, throttledAt: now - 1_000 }, 200, now);
    expect(plan.rate).toBeGreaterThanOrEqual(200 / 32);
  }
  plan = adaptedRate(plan, { ...quiet, throttledAt: now - 1_000 }, 200, now + 30 * 60_000);
  expect(plan.rate).toBe(200);
  // What an earlier version left in a plan, too.
  expect(adaptedRate({ ratedAt: now, ratedFrom: 0.00007 }, undefined, 200, now + 60_000).rate).toBeGreaterThan(6);
});

test("a small change of a value near 0 isn't written", () => {
  const steady = { usual: 0, worse: 0, worseAt: 0, unmoved: 0 };
  expect(compared(steady, 50, 0, 1_000)).toEqual({ isWorse: false });
  expect(compared(steady, 900, 0, 1_000)).toMatchObject({ changed: { usual: 45 } });
});

test("a rate lowered under a small limit is whole again within half an hour of a larger one", () => {
  const lowered = { ratedAt: 0, ratedFrom: 0.05, pressedAt: 0 };
  const rates = [0, 10, 30].map((minutes) => adaptedRate(lowered, undefined, 200, minutes * 60_000).rate);
  expect(rates[0]).toBe(200 / 32);
  expect(rates[2]).toBe(200);
});
