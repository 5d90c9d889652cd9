import { expect, test } from "vitest";
import { firstLimit, raisedLimit, rememberedLimit } from "../../../../shared/polling/rows/page-limit.ts";

const hour = 3_600_000;

test("a lowered size is raised by a step once it has held for an hour", () => {
  expect(raisedLimit({ size: 100, at: 0 }, hour - 1)).toBeUndefined();
  expect(raisedLimit({ size: 100, at: 0 }, hour)).toEqual({ pageLimit: { size: 200, at: hour } });
});

test("a size that is raised to the first one tried is forgotten", () => {
  expect(firstLimit({})).toBe(1_000);
  for (const size of [500, 999, 1_000]) expect(raisedLimit({ size, at: 0 }, hour)).toEqual({ pageLimit: undefined });
});

test("full rows are asked for a hundred at a time", () => {
  expect(firstLimit({ view: "full" })).toBe(100);
});

test("one that was lowered by a clock that was ahead is raised at once, not when the clock is there again", () => {
  expect(raisedLimit({ size: 100, at: 720 * hour }, 0)).toEqual({ pageLimit: { size: 200, at: 0 } });
});

test("no list is remembered as one to be read row by row", () => {
  expect([1, 10, 200].map((size) => rememberedLimit(size, 5))).toEqual([
    { size: 10, at: 5 },
    { size: 10, at: 5 },
    { size: 200, at: 5 },
  ]);
});
