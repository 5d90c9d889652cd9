import fc from "fast-check";
import { expect, test } from "vitest";
import { risenWatermark } from "../../../../shared/polling/timelines/read-pass.ts";

const page = fc.record({
  positions: fc.array(fc.integer({ min: 0, max: 60 })).map((positions) => positions.sort((one, other) => one - other)),
  atEnd: fc.boolean(),
  serverNow: fc.integer({ min: 10, max: 50 }),
  margin: fc.constantFrom(0, 5),
});

test("hazard 7: the watermark only rises, and never exceeds server time less its margin by itself", () => {
  fc.assert(
    fc.property(page, fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }), (times, before) => {
      const after = risenWatermark(before, times);
      if (before !== undefined) expect(after).toBeGreaterThanOrEqual(before);
      if (after !== undefined && after !== before) expect(after).toBeLessThanOrEqual(times.serverNow - times.margin);
    }),
  );
});

test("hazard 3: the watermark never reaches the last millisecond of a page with a successor", () => {
  fc.assert(
    fc.property(page, (times) => {
      const after = risenWatermark(undefined, { ...times, atEnd: false });
      if (after !== undefined) expect(after).toBeLessThan(times.positions.at(-1) ?? 0);
    }),
  );
});

test("rows dated ahead don't count", () => {
  const times = { atEnd: true, serverNow: 100, margin: 1 };
  expect(risenWatermark(undefined, { ...times, positions: [40, 900] })).toBe(40);
  expect(risenWatermark(undefined, { ...times, positions: [900] })).toBeUndefined();
  expect(risenWatermark(undefined, { ...times, positions: [100] })).toBe(99);
});
