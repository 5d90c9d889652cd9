import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { type Lateness, lateRows, overlapOf, withLate } from "../../../../shared/polling/timelines/lateness.ts";

const { fastOverlap, fastOverlapMin, fastOverlapMax } = defaultTimings;
const many = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

test("hazard 4: the overlap is twice the lateness that one row in a thousand exceeds, between its bounds", () => {
  const measured = withLate(withLate(undefined, many(5_000, 0), 0), many(10, 80_000), 0);
  expect(overlapOf(measured, defaultTimings)).toBe(180_000);
  expect(overlapOf(withLate(undefined, many(5_000, 0), 0), defaultTimings)).toBe(fastOverlapMin);
  expect(overlapOf(withLate(undefined, many(10, 3_600_000), 0), defaultTimings)).toBe(fastOverlapMax);
});

test("one late row among thousands lengthens the overlap to twice its lateness, but at most to a minute", () => {
  const overlapWith = (late: number) => overlapOf(withLate(undefined, [...many(5_000, 0), late], 0), defaultTimings);
  expect([1_000, 10_000, 20_000, 30_000, 600_000].map(overlapWith)).toEqual([15_000, 20_000, 40_000, 60_000, 60_000]);
  expect(overlapOf({ counts: [5_000, ...many(15, 0), 0], at: 0 }, defaultTimings)).toBe(fastOverlapMin);
});

test("lateness is counted by buckets, without trailing zeros, and halves in a week", () => {
  const once = withLate(undefined, [0], 5);
  expect(once).toEqual({ counts: [1], at: 5 });
  expect(withLate(once, [], 9)).toBe(once);
  expect(withLate(once, [1_000, 1_001], 6)).toEqual({ counts: [1, 1, 1], at: 5 });
  expect(withLate(once, [3_600_000], 5)?.counts).toEqual([1, ...many(15, 0), 1]);
  expect(withLate({ counts: [4], at: 0 }, [0], 7 * 86_400_000)).toEqual({ counts: [3], at: 7 * 86_400_000 });
});

test("few rows can widen the overlap, but not narrow it", () => {
  expect(overlapOf(undefined, defaultTimings)).toBe(fastOverlap);
  expect(overlapOf(withLate(undefined, many(20, 0), 0), defaultTimings)).toBe(fastOverlap);
  expect(overlapOf(withLate(undefined, many(1, 200_000), 0), defaultTimings)).toBe(480_000);
});

test("lateness from weeks ago counts less and less, even if rows come every minute", () => {
  let measured: Lateness | undefined = withLate(undefined, many(300, 400_000), 0);
  expect(overlapOf(measured, defaultTimings)).toBe(fastOverlapMax);
  for (let minute = 1; minute < 120 * 1_440; minute += 7) measured = withLate(measured, many(5, 0), minute * 60_000);
  expect(overlapOf(measured, defaultTimings)).toBe(fastOverlapMin);
  expect(JSON.stringify(measured).length).toBeLessThan(200);
});

test("the overlap always stays within its bounds and covers what most rows need", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2_000_000 }), { minLength: 1, maxLength: 400 }), (late) => {
      const overlap = overlapOf(withLate(undefined, late, 0), defaultTimings);
      expect(overlap).toBeGreaterThanOrEqual(fastOverlapMin);
      expect(overlap).toBeLessThanOrEqual(fastOverlapMax);
      const covered = late.filter((ms) => ms <= overlap || overlap === fastOverlapMax).length;
      expect(covered).toBeGreaterThanOrEqual(Math.floor(late.length * 0.999));
    }),
  );
});

test("only news is late, and a modified record isn't late in the timeline by created", () => {
  const row = (id: string, created: string, modified?: string) => ({ id, created, ...(modified && { modified }) });
  const rows = [
    row("late", "2026-01-05T12:00:00Z"),
    row("known", "2026-01-05T12:00:00Z"),
    row("edited", "2026-01-05T11:00:00Z", "2026-01-05T12:00:00Z"),
    row("ahead", "2026-01-05T13:00:00Z"),
    { id: 7 },
  ];
  const watermark = Date.UTC(2026, 0, 5, 12, 0, 30);
  expect(lateRows(rows, ["late", "edited", "ahead"], "created", watermark)).toEqual([30_000, 0]);
  expect(lateRows(rows, undefined, "created", watermark)).toEqual([]);
});

test("lateness measured by a clock that was ahead starts to fade once the clock is right", () => {
  const month = 30 * 86_400_000;
  let measured: Lateness | undefined = withLate(undefined, many(300, 400_000), 12 * month);
  for (let hour = 1; hour < 4 * 30 * 24; hour += 1) measured = withLate(measured, many(5, 0), hour * 3_600_000);
  expect(overlapOf(measured, defaultTimings)).toBe(fastOverlapMin);
});
