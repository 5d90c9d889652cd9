import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { newChangeRate, rateOf, withObserved } from "../../../../shared/schedule/rates/change-rate.ts";
import {
  capOf,
  dormantLevel,
  gapOf,
  ownerLevel,
  ownerPeriods,
} from "../../../../shared/schedule/rates/owner-levels.ts";

const day = 24 * 3_600_000;
const now = Date.UTC(2026, 10, 21, 12);
const quietFor = (days: number) => newChangeRate(now - days * day);
const changing = (perYear: number) => {
  const times = Array.from({ length: perYear }, (_, n) => now - 365 * day + ((n + 0.5) * 365 * day) / perYear);
  return withObserved(quietFor(365), { times, history: true }, now);
};

test("periods follow the square root of the rate, within a step of the ladder", () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 300 }), (perYear) => {
      const slow = changing(perYear);
      const fast = changing(perYear * 16);
      // Long after the last change, where no burst lifts the rate.
      const later = now + 2 * day;
      const period = (of: typeof slow) => ownerPeriods[ownerLevel(of, later, defaultTimings)] ?? 0;
      const wanted = Math.sqrt(rateOf(fast, later) / rateOf(slow, later));
      const ratio = period(slow) / period(fast);
      expect(Math.abs(Math.log2(ratio / wanted))).toBeLessThan(0.9);
    }),
    { numRuns: 30 },
  );
});

test("an owner without a change in a year is dormant, one with a change a month isn't", () => {
  expect(ownerLevel(quietFor(365), now, defaultTimings)).toBeGreaterThanOrEqual(dormantLevel);
  expect(ownerLevel(changing(12), now + day, defaultTimings)).toBeLessThan(dormantLevel);
});

test("quiet time moves an owner down its ladder one step at a time, rarely", () => {
  const known = changing(365);
  const levels = Array.from({ length: 400 }, (_, n) => ownerLevel(known, now + (n + 1) * day, defaultTimings));
  const steps = levels.slice(1).map((level, n) => level - (levels[n] ?? 0));
  expect(Math.min(...steps)).toBe(0);
  expect(Math.max(...steps)).toBe(1);
  expect(steps.filter((step) => step > 0).length).toBeLessThanOrEqual(12);
});

test("with short caps, no level is slower than a wheel at full speed needs", () => {
  const timings = { ownerGap: 5_000, ownerPeriod: 8_000, dormantPeriod: 8_000 };
  expect(ownerLevel(quietFor(365), now, timings)).toBe(0);
});

/** An owner with this many changes per day, whose last one has an unknown time. */
const perDay = (changes: number) => ({ ...quietFor(365), moments: 85.57 * changes - 0.15, at: now });

test("worked examples: the level is the one with the nearest period by ratio", () => {
  const period = (changes: number) => ownerPeriods[ownerLevel(perDay(changes), now, defaultTimings)];
  // A change per minute needs every tick, one per day the root of 1440: 37.9.
  expect(period(1440)).toBe(1);
  expect(period(1440 / 1.3 ** 2)).toBe(1);
  expect(period(1440 / 1.6 ** 2)).toBe(2);
  expect(period(1440 / 5.5 ** 2)).toBe(6);
  expect(period(1)).toBe(32);
  expect(period(1 / 4)).toBe(64);
  expect(ownerPeriods[ownerLevel(quietFor(3_650), now, defaultTimings)]).toBe(1024);
});

test("dormant owners wait longer, from their level on", () => {
  const { ownerPeriod, dormantPeriod } = defaultTimings;
  expect([0, dormantLevel - 1, dormantLevel, 20].map((level) => capOf(level, defaultTimings))).toEqual([
    ...[ownerPeriod, ownerPeriod],
    ...[dormantPeriod, dormantPeriod],
  ]);
});

test("a level that takes exactly the cap is slow enough", () => {
  const timings = { ownerGap: 5_000, ownerPeriod: 40_000, dormantPeriod: 40_000 };
  expect(ownerPeriods[ownerLevel(quietFor(365), now, timings)]).toBe(8);
});

test.each([
  { ownerGap: 60_000, ownerPeriod: 900_000, gap: 60_000 },
  { ownerGap: 60_000, ownerPeriod: 5_000, gap: 5_000 },
  { ownerGap: 0, ownerPeriod: 5_000, gap: 1 },
])(
  "visits of an owner are at least $gap ms apart, with a requested $ownerGap and a cap of $ownerPeriod",
  ({ gap, ...caps }) => {
    expect(gapOf({ ...caps, dormantPeriod: day })).toBe(gap);
  },
);
