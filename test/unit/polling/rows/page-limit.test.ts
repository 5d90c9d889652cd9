import { expect, test } from "vitest";
import {
  firstLimit,
  largerLimit,
  lighterLimit,
  raisedLimit,
  rememberedLimit,
  smallerLimit,
} from "../../../../shared/polling/rows/page-sizes.ts";

const hour = 3_600_000;

test("a lowered size is raised by a step after an hour", () => {
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

test("a size lowered by a clock that was ahead is raised at once, not when that time comes", () => {
  expect(raisedLimit({ size: 100, at: 720 * hour }, 0)).toEqual({ pageLimit: { size: 200, at: 0 } });
});

test("a page that is refused is asked for in steps down to ten rows, one that is too large down to a single row", () => {
  expect([1_000, 60, 50, 10, 5].map(smallerLimit)).toEqual([500, 50, 20, undefined, undefined]);
  expect([1_000, 10, 5, 1].map(lighterLimit)).toEqual([500, 1, 1, undefined]);
});

test("a page whose rows have one time is asked for with 5,000 rows, unless it was or its rows are full ones", () => {
  expect([1_000, 4_999, 5_000].map((limit) => largerLimit({}, limit))).toEqual([5_000, 5_000, undefined]);
  expect(largerLimit({ view: "full" }, 100)).toBeUndefined();
});

test("no list is stored as one to be read row by row", () => {
  expect([1, 10, 200].map((size) => rememberedLimit(size, 5))).toEqual([
    { size: 10, at: 5 },
    { size: 10, at: 5 },
    { size: 200, at: 5 },
  ]);
});
