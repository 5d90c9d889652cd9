import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { isTimed, scheduledClasses } from "../../../../shared/schedule/feeds/feed-kinds.ts";
import {
  levelOfClass,
  partitionAt,
  slotPartition,
  ticksOf,
} from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { advanced, allowed, newWheel, turnTime } from "../../../../shared/schedule/wheel/wheel.ts";

test("every feed is due exactly once in every period of its level, from any starting point", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }),
      fc.constantFrom("owners" as const, "rooms" as const),
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 0, max: 1e9 }),
      (feedId, name, level, start) => {
        const slot = slotPartition("acme", name, level, feedId);
        const due = Array.from({ length: ticksOf(name, level) }, (_, offset) =>
          partitionAt("acme", name, level, start + offset),
        );
        expect(due.filter((partition) => partition === slot)).toHaveLength(1);
      },
    ),
  );
});

test("time gives a class one round per period, and keeps no more than one round for later", () => {
  for (const name of scheduledClasses.filter(isTimed)) {
    const perTurn = 2 ** levelOfClass[name];
    const fresh = { ...newWheel(0), credit: 0 };
    const turn = turnTime(name, defaultTimings);
    expect(allowed(name, fresh, turn, defaultTimings).credit).toBeCloseTo(perTurn);
    const most = Math.max(perTurn, (perTurn * defaultTimings.tick) / turn);
    expect(allowed(name, fresh, 1_000 * turn, defaultTimings).credit).toBeCloseTo(most);
  }
});

test("each class goes round in its own period: half of it in half the time, and nothing while its clock is set back", () => {
  const periods = { timelines: 10_000, rooms: 20_000, small: 30_000, walks: 40_000, scrubs: 50_000 };
  const timings = {
    ...{ ...defaultTimings, timelinePeriod: 10_000, roomPeriod: 20_000, smallPeriod: 30_000 },
    ...{ walkPeriod: 40_000, scrubPeriod: 50_000 },
  };
  const fresh = { ...newWheel(0), credit: 0 };
  for (const name of scheduledClasses.filter(isTimed)) {
    expect(turnTime(name, timings)).toBe(periods[name]);
    expect(allowed(name, fresh, periods[name] / 2, timings).credit).toBeCloseTo(2 ** levelOfClass[name] / 2);
    expect(allowed(name, fresh, -5_000, timings).credit).toBe(0);
  }
});

test("short ticks add up to the same speed as long ones", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...scheduledClasses.filter(isTimed)),
      fc.integer({ min: 1, max: 75 }),
      (name, parts) => {
        const whole = allowed(name, { ...newWheel(0), credit: 0 }, 15_000, defaultTimings).credit;
        let wheel = { ...newWheel(0), credit: 0 };
        for (let part = 0; part < parts; part += 1) wheel = allowed(name, wheel, 15_000 / parts, defaultTimings);
        expect(wheel.credit).toBeCloseTo(whole, 6);
      },
    ),
  );
});

test("a whole round of the wheel is timed", () => {
  let wheel = newWheel(1_000);
  for (let tick = 0; tick < 2 ** levelOfClass.rooms; tick += 1) wheel = advanced("rooms", wheel, 61_000);
  expect(wheel).toMatchObject({ turnAt: 61_000, lastTurn: 60_000 });
});

test("a wheel keeps the ticks of one real tick, though its round is shorter", () => {
  const timings = { ...defaultTimings, tick: 60_000, timelinePeriod: 15_000 };
  const { credit } = allowed("timelines", newWheel(0), 60_000, timings);
  expect(credit).toBe(16);
});
