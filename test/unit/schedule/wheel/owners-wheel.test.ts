import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { slotOf } from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { dormantLevel, ownerPeriods } from "../../../../shared/schedule/rates/owner-levels.ts";
import { ownersEstimate, visitEstimate } from "../../../../shared/schedule/wheel/owners-estimate.ts";
import {
  advancedBy,
  newOwnersWheel,
  nextSlot,
  type OwnersWheel,
  passed,
} from "../../../../shared/schedule/wheel/owners-wheel.ts";

const tick = 15_000;
const hour = 3_600_000;
const started = Date.UTC(2026, 10, 21);

type Passing = { readonly level: number; readonly slot: number; readonly at: number };

/** Turns a wheel with one feed in every slot of `populated`, with a budget of this many feeds per tick. */
function turn(populated: readonly number[], perTick: number, ticks: number) {
  let wheel: OwnersWheel = newOwnersWheel(started);
  const passings: Passing[] = [];
  let now = started;
  let budget = 0;
  for (let n = 0; n < ticks; n += 1) {
    now += tick;
    wheel = advancedBy(wheel, tick, defaultTimings);
    budget = Math.min(Math.max(1, 2 * perTick), budget + perTick);
    let sent = 0;
    for (let reads = 0; reads < 300; reads += 1) {
      const next = nextSlot(wheel);
      if (next === undefined) break;
      const { level } = next.stop;
      const seen = populated.includes(level) ? 1 : 0;
      if (sent + seen > budget) break;
      sent += seen;
      passings.push({ level, slot: (wheel.levels[level]?.slot ?? 0) % (ownerPeriods[level] ?? 1), at: now });
      wheel = passed(next.wheel, { ...next.stop, seen }, now);
    }
    budget -= sent;
    wheel = { ...wheel, allowed: wheel.allowed + (sent > 0 ? sent : perTick) };
  }
  return { wheel, passings, now };
}

const gaps = (passings: readonly Passing[], level: number, slot = 0) => {
  const at = passings.filter((one) => one.level === level && one.slot === slot).map((one) => one.at);
  return at.slice(1).map((time, n) => time - (at[n] ?? 0));
};

test("a level's slots are passed in order without gaps, whatever the budget", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.subarray([2, 5, 7, 9, 11]), (perTick, populated) => {
      const { passings } = turn(populated, perTick, 60);
      for (const level of ownerPeriods.keys()) {
        const slots = passings.filter((one) => one.level === level).map(({ slot }) => slot);
        expect(slots).toEqual(slots.map((_, n) => n % (ownerPeriods[level] ?? 1)));
      }
    }),
    { numRuns: 10 },
  );
});

test("periods keep their ratios while the budget is short", () => {
  const { passings } = turn([7, 11], 1, 3_000);
  const mean = (level: number) => {
    const all = gaps(passings, level);
    return all.reduce((sum, gap) => sum + gap, 0) / all.length;
  };
  expect(mean(11) / mean(7)).toBeCloseTo(64 / 16, 0);
});

test("half the budget makes every period twice as long", () => {
  const mean = (perTick: number) => {
    const all = gaps(turn([9, 11], perTick, 3_000).passings, 9);
    return all.reduce((sum, gap) => sum + gap, 0) / all.length;
  };
  expect(mean(1) / mean(2)).toBeCloseTo(2, 0);
});

test("a level cursor whose round would take longer than its cap is moved on by time", () => {
  // 384 feeds a turn that may take 6 h; the level before takes all the rest.
  const { passings } = turn([8, 16], 1, 6_000);
  expect(gaps(passings, 16).length).toBeGreaterThan(2);
  for (const gap of gaps(passings, 16)) expect(gap).toBeLessThanOrEqual(1.05 * defaultTimings.ownerPeriod);
});

test("caps that would take more than half the budget stretch, and a metric says so", () => {
  const populated = [dormantLevel - 1, dormantLevel - 2, dormantLevel - 3];
  const { wheel } = turn(populated, 0.05, 6_000);
  expect(wheel.stretch).toBeGreaterThan(1.2);
  expect(ownersEstimate(wheel, started + 6_000 * tick).stretch).toBe(wheel.stretch);
});

test("a slot isn't passed twice within the gap, however large the budget", () => {
  const { passings } = turn([0, 1, 2], 1_000, 200);
  expect(passings.filter(({ level }) => level === 0).length).toBeLessThanOrEqual(
    (200 * tick) / defaultTimings.ownerGap + 1,
  );
});

test("a slot of an empty level is read once in a tick", () => {
  const { passings } = turn([13], 150, 60);
  const ofEmpty = passings.filter(({ level }) => level !== 13);
  const reads = new Set(ofEmpty.map(({ level, slot, at }) => `level ${level}, slot ${slot}, ${at}`));
  expect(reads.size).toBe(ofEmpty.length);
  // Empty ones are still read: the fastest at every tick.
  expect(gaps(passings, 0).every((gap) => gap === tick)).toBe(true);
});

test("when a feed was visited, and how often it is, follows from its level cursor's position", () => {
  const { wheel, passings, now } = turn([7, 11], 1, 3_000);
  for (const feedId of ["acme#owner#Person#a", "acme#owner#Person#b", "acme#owner#Company#c"]) {
    const slot = slotOf("owners", 11, feedId);
    const at = passings.filter((one) => one.level === 11 && one.slot === slot).at(-1)?.at ?? 0;
    const { polledAt = 0, period = 0 } = visitEstimate(wheel, 11, feedId, now);
    expect(Math.abs(polledAt - at)).toBeLessThan(0.1 * period);
    expect(Math.abs(period - (gaps(passings, 11, slot).at(-1) ?? 0))).toBeLessThan(0.1 * period);
  }
});

test("the lag follows a wheel that slows down or stops", () => {
  const { wheel, passings, now } = turn([7, 11], 1, 3_000);
  const last = new Map(passings.filter(({ level }) => level === 11).map(({ slot, at }) => [slot, at]));
  const oldest = now - Math.min(...last.values());
  expect(Math.abs((ownersEstimate(wheel, now).lag ?? 0) - oldest)).toBeLessThan(0.1 * oldest);
  expect(ownersEstimate(wheel, now + hour).lag).toBeCloseTo((ownersEstimate(wheel, now).lag ?? 0) + hour, -1);
});

test("the cursor of an empty level is passed once in the gap if that is longer than an empty slot's time", () => {
  const wheel = newOwnersWheel(started);
  const levels = wheel.levels.map((one) => ({ ...one, free: 0 }));
  const caps = { ...defaultTimings, ownerGap: 15_000, ownerPeriod: hour };
  const free = advancedBy({ ...wheel, levels }, 6_000, caps).levels.map((one) => one.free);
  expect(free.slice(0, 4)).toEqual([0.4, 0.8, 1.2, 1.6]);
  expect(free[10]).toBe(2);
  const found = { ...wheel, levels: levels.map((one) => ({ ...one, found: 1, foundBefore: 1 })) };
  expect(advancedBy(found, 6_000, caps).levels[10]?.free).toBe(19.2);
});
