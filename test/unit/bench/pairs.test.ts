import { expect, test } from "vitest";
import { costOf, type Pass, ratiosOf, spreadOf, tooSlow, turnsOf } from "../../bench/compare/pairs.ts";

const pass = (cpuSeconds: number, units = 1_000): Pass => ({ units, cpuSeconds, memory: { resident: 1, peak: 2 } });

test("the sides take turns, and each begins as often as the other", () => {
  expect(turnsOf(4)).toEqual([
    ["now", "against"],
    ["against", "now"],
    ["now", "against"],
    ["against", "now"],
  ]);
});

test("a cost is in milliseconds for each unit", () => {
  expect(costOf(pass(2, 500))).toBe(4);
});

test("a ratio compares the two passes of a pair, not the medians of both sides", () => {
  // The machine is twice as slow in the second pair, and four times in the third.
  const pairs = [
    { now: pass(1.2), against: pass(1) },
    { now: pass(2.2), against: pass(2) },
    { now: pass(4), against: pass(4) },
  ];
  expect(ratiosOf(pairs)).toEqual({ median: 1.1, least: 1, most: 1.2 });
});

test("ratios are those of the costs for each unit", () => {
  expect(ratiosOf([{ now: pass(2, 2_000), against: pass(1, 500) }]).median).toBe(0.5);
});

test("a spread has the median, the least and the most", () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 });
});

test("an arm whose median is above the limit is named, and the others aren't", () => {
  const slow = { name: "replay", pairs: [{ now: pass(1.2), against: pass(1) }] };
  const fast = { name: "pull", pairs: [{ now: pass(1.1), against: pass(1) }] };
  expect(tooSlow([slow, fast], 1.1)).toEqual([
    "replay needs 1.20 times the CPU time that it needed there; at most 1.1 is allowed.",
  ]);
  expect(tooSlow([slow, fast], 1.2)).toEqual([]);
});
