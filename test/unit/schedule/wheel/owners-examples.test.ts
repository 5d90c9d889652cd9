import { expect, test } from "vitest";
import { slotOf } from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { dormantLevel, ownerPeriods } from "../../../../shared/schedule/rates/owner-levels.ts";
import { ownersEstimate, slotsByWait, visitEstimate } from "../../../../shared/schedule/wheel/owners-estimate.ts";
import {
  advancedBy,
  feedsOf,
  type LevelCursor,
  newOwnersWheel,
  nextSlot,
  type OwnersWheel,
  passed,
} from "../../../../shared/schedule/wheel/owners-wheel.ts";

// Worked examples of the owners' wheel, computed outside the code. Level 5 has 8 slots, level 11 has 64.

const now = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;
const caps = { ownerGap: 5_000, ownerPeriod: 6 * hour, dormantPeriod: 48 * hour };

/** A wheel with the given cursors on some levels, while the others are empty and may not move. */
function wheelWith(
  levels: Readonly<Record<number, Partial<LevelCursor>>>,
  rest: Partial<OwnersWheel> = {},
): OwnersWheel {
  const wheel = newOwnersWheel(now);
  const cursors = wheel.levels.map((one, level) => ({ ...one, free: 0, ...levels[level] }));
  return { ...wheel, ...rest, levels: cursors };
}
const level = (wheel: OwnersWheel, at: number): LevelCursor => wheel.levels[at]!;

test("a level's number of feeds follows from what its cursor met, in this round and the one before", () => {
  const cursor = (rest: Partial<LevelCursor>): LevelCursor => ({
    slot: 0,
    owed: 0,
    free: 0,
    found: 0,
    turnAt: now,
    ...rest,
  });
  expect(feedsOf(cursor({}), 5)).toBe(0);
  expect(feedsOf(cursor({ slot: 2, found: 3 }), 5)).toBe(12);
  expect(feedsOf(cursor({ slot: 10, found: 3, foundBefore: 8 }), 5)).toBe(9);
  expect(feedsOf(cursor({ slot: 8, found: 0, foundBefore: 8 }), 5)).toBe(8);
});

test("time brings every level the slots of its cap, of its gap, and pages to read", () => {
  const held = { found: 0, foundBefore: 8 };
  const wheel = wheelWith({ 5: { ...held, owed: 0.5, free: 1 }, 17: { ...held, owed: 0 } });
  const after = advancedBy(wheel, 15_000, caps);
  // 8 slots in 6 h are 0.0056 in 15 s, 512 in 48 h are 0.0444; 8 slots in 5 s are 24.
  expect(level(after, 5).owed).toBeCloseTo(0.5056, 4);
  expect(level(after, 17).owed).toBeCloseTo(0.0444, 4);
  expect(level(after, 5).free).toBe(24);
  expect(after.reads).toBe(300);
  expect(advancedBy(after, 60_000, caps).reads).toBe(600);
});

test("no level is owed, or may pass, more than a round", () => {
  const wheel = wheelWith({ 5: { foundBefore: 8, owed: 7.9999, free: 3 } });
  const later = advancedBy(wheel, 3 * hour, caps);
  expect(level(later, 5)).toMatchObject({ owed: 8 });
  expect(level(advancedBy(wheel, 1_000, caps), 5)).toMatchObject({ free: 4.6 });
  expect(level(advancedBy(wheel, 4_000, caps), 5)).toMatchObject({ free: 8 });
});

test("an empty level is read at most once in three seconds, and each slot once in a tick", () => {
  const after = advancedBy(wheelWith({ 5: { free: 0.5 }, 0: { free: 0 } }), 15_000, caps);
  expect(level(after, 5).free).toBeCloseTo(5, 4);
  expect(level(after, 0).free).toBe(1);
});

test("caps that would take more than half of the recent budget stretch", () => {
  // 360 feeds in 6 h are one a minute. If one a minute is allowed, half of it supports caps of twice their length.
  const levels = { 11: { found: 0, foundBefore: 360 } };
  expect(advancedBy(wheelWith(levels, { allowed: 60, during: hour }), 0, caps).stretch).toBeCloseTo(2, 3);
  expect(advancedBy(wheelWith(levels, { allowed: 240, during: hour }), 0, caps).stretch).toBe(1);
  expect(advancedBy(wheelWith(levels, { allowed: 0, during: hour }), 0, caps).stretch).toBe(1_000);
  expect(advancedBy(wheelWith(levels), 0, caps).stretch, "nothing is known of the budget").toBe(1);
  expect(advancedBy(wheelWith({}, { allowed: 0, during: hour }), 0, caps).stretch, "nobody needs it").toBe(1);
  // Dormant owners wait eight times as long.
  const dormant = { [dormantLevel]: { found: 0, foundBefore: 8 * 360 } };
  expect(advancedBy(wheelWith(dormant, { allowed: 60, during: hour }), 0, caps).stretch).toBeCloseTo(2, 3);
  // Stretched caps bring slots more slowly.
  const stretched = advancedBy(wheelWith(levels, { allowed: 60, during: hour }), 15_000, caps);
  expect(level(stretched, 11).owed).toBeCloseTo((64 * 15) / (6 * 3_600 * 2), 4);
});

test("the recent budget is remembered for about an hour", () => {
  const after = advancedBy(wheelWith({}, { allowed: 100, during: hour }), hour, caps);
  expect(after.allowed).toBeCloseTo(36.7879, 3);
  expect(after.during).toBeCloseTo(hour * 1.367879, -2);
});

test("a slot left half read comes first, then the level furthest behind, then one level after the other", () => {
  const half = { level: 3, forced: false, seen: 2, after: "x" };
  const owed = {
    5: { owed: 2, free: 1 },
    11: { owed: 8, free: 1 },
    7: { owed: 16, free: 0.9 },
    9: { owed: 0.9, free: 5 },
  };
  expect(nextSlot(wheelWith(owed, { reading: half }))?.stop).toEqual(half);
  // 2 of 8 slots are more than 8 of 64; level 7 may not move, and level 9 owes less than a slot.
  expect(nextSlot(wheelWith(owed))?.stop).toEqual({ level: 5, forced: true, seen: 0 });
  expect(nextSlot(wheelWith({ 5: { owed: 1, free: 1 }, 11: { owed: 8, free: 1 } }))?.stop.level, "both an eighth").toBe(
    5,
  );
  expect(nextSlot(wheelWith({ 11: { owed: 9, free: 1 }, 5: { owed: 1, free: 1 } }))?.stop.level).toBe(11);
  expect(nextSlot(wheelWith({ 5: { free: 1 }, 11: { free: 1 } }, { next: 6, tick: 4 }))).toMatchObject({
    stop: { level: 11, forced: false, seen: 0 },
    wheel: { next: 11, tick: 4 },
  });
  expect(nextSlot(wheelWith({ 5: { free: 1 } }, { next: 6, tick: 4 }))).toMatchObject({
    stop: { level: 5 },
    wheel: { next: 5, tick: 5 },
  });
  expect(nextSlot(wheelWith({ 5: { free: 0.9 } }))).toBeUndefined();
});

test("a slot that was read moves its level's cursor, and the virtual tick behind the last level", () => {
  const wheel = wheelWith({ 5: { slot: 6, owed: 0.5, free: 3, found: 4, turnAt: now - hour } }, { next: 5, tick: 7 });
  const once = passed(wheel, { level: 5, forced: false, seen: 2 }, now);
  expect(once).toMatchObject({ next: 6, tick: 7, movedAt: now });
  expect(level(once, 5)).toMatchObject({ slot: 7, owed: -0.5, free: 2, found: 6, turnAt: now - hour });
  const twice = passed(once, { level: 5, forced: true, seen: 1 }, now);
  expect(twice, "what is forced is no part of the virtual tick").toMatchObject({ next: 6, tick: 7 });
  expect(level(twice, 5)).toStrictEqual({
    ...{ slot: 8, owed: -1, free: 1, found: 0, foundBefore: 7, turnAt: now, lastTurn: hour },
  });
  const last = ownerPeriods.length - 1;
  expect(passed(wheel, { level: last, forced: false, seen: 0 }, now)).toMatchObject({ next: 0, tick: 8 });
  expect(passed(wheel, { level: last, forced: true, seen: 0 }, now)).toMatchObject({ next: 5, tick: 7 });
});

/** An owner's feed in a slot of level 5. */
const feedIn = (slot: number): string => {
  for (let number = 0; ; number += 1)
    if (slotOf("owners", 5, `acme#owner#Person#${number}`) === slot) return `acme#owner#Person#${number}`;
};

test("an owner's last visit follows from its slot: in this round, or in the one before", () => {
  const wheel = wheelWith({ 5: { slot: 12, turnAt: now - hour, lastTurn: 4 * hour } }, { movedAt: now });
  // Four slots in an hour: the second was passed at three eighths of it.
  expect(visitEstimate(wheel, 5, feedIn(1), now)).toEqual({ period: 4 * hour, polledAt: now - hour + (3 / 8) * hour });
  expect(visitEstimate(wheel, 5, feedIn(6), now)).toEqual({
    period: 4 * hour,
    polledAt: now - hour - 4 * hour * (1 - 6.5 / 8),
  });
});

test("slots are ordered by how long ago they were passed, for levels with owners, and dormant ones last", () => {
  const round = { foundBefore: 8, turnAt: now - hour, lastTurn: 4 * hour };
  const wheel = wheelWith(
    { 3: { ...round, slot: 6, turnAt: now - 2 * hour }, 2: { ...round, slot: 4 } },
    { movedAt: now },
  );
  // Level 3 has 4 slots, level 2 has 3: 6 is the third slot of its round, 4 the second.
  expect(slotsByWait(wheel)).toEqual([
    ...[
      [3, 2],
      [2, 1],
      [3, 3],
      [2, 2],
      [3, 0],
      [2, 0],
      [3, 1],
    ].map(([at, slot]) => ({ level: at, slot })),
  ]);
  expect(slotsByWait(wheelWith({ 17: round, 0: { ...round, slot: 1 } })).slice(0, 2)).toEqual([
    { level: 0, slot: 0 },
    { level: 17, slot: 0 },
  ]);
  const first = wheelWith({ 2: { slot: 1, found: 1, turnAt: now - hour } }, { movedAt: now });
  expect(slotsByWait(first).map(({ slot }) => slot)).toEqual([1, 2, 0]);
  expect(slotsByWait(newOwnersWheel(now))).toEqual([]);
});

test("before a round is whole, only its pace so far is known", () => {
  const wheel = wheelWith({ 5: { slot: 2, turnAt: now - hour } }, { movedAt: now });
  expect(visitEstimate(wheel, 5, feedIn(0), now)).toEqual({ period: 4 * hour, polledAt: now - 0.75 * hour });
  expect(visitEstimate(wheel, 5, feedIn(5), now)).toEqual({ period: 4 * hour, polledAt: undefined });
  const fresh = wheelWith({ 5: { slot: 0, turnAt: now - hour } });
  expect(visitEstimate(fresh, 5, feedIn(5), now)).toEqual({ period: undefined, polledAt: undefined });
  expect(visitEstimate(fresh, 99, feedIn(5), now), "a level that no wheel has").toEqual({
    period: undefined,
    polledAt: undefined,
  });
});

test("a wheel counts its owners, the dormant ones separately, with the longest wait", () => {
  const active = { slot: 8, foundBefore: 8, turnAt: now - hour, lastTurn: 2 * hour };
  const dormant = { slot: 512, foundBefore: 100, turnAt: now - 3 * hour, lastTurn: 40 * hour };
  const both = wheelWith({ 5: active, [dormantLevel]: dormant }, { stretch: 1.5 });
  expect(ownersEstimate(both, now)).toEqual({
    ...{ owners: 108, dormant: 100, lag: 3 * hour, dormantLag: 43 * hour, stretch: 1.5 },
  });
  expect(ownersEstimate(wheelWith({ 5: active }), now)).toMatchObject({ owners: 8, dormant: 0, dormantLag: undefined });
  expect(ownersEstimate(wheelWith({}), now)).toMatchObject({ owners: 0, dormant: 0, lag: undefined });
});
