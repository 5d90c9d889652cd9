import fc from "fast-check";
import { expect, test } from "vitest";
import { newSettlement, returnable, withGranted } from "../../../../shared/schedule/budget/token-bucket.ts";

test("unspent requests return once, a tick after their polls", () => {
  const first = withGranted(newSettlement, 14);
  expect(returnable(first, { spent: 10, unspent: 4 })).toBe(0);
  const second = withGranted(first, 14);
  expect(returnable(second, { spent: 10, unspent: 4 })).toBe(4);
  expect(returnable({ ...second, returned: 4 }, { spent: 10, unspent: 4 })).toBe(0);
});

test("however often polls run and report, no more is spent than was granted and didn't return", () => {
  const poll = fc.record({
    granted: fc.nat(30),
    runs: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(fc.array(poll, { maxLength: 5 }), { maxLength: 30 }), (ticks) => {
      let settlement = newSettlement;
      let reported = { spent: 0, unspent: 0 };
      for (const polls of ticks) {
        const back = returnable(settlement, reported);
        settlement = { ...settlement, returned: settlement.returned + back };
        expect(back === 0 || reported.spent + settlement.returned <= settlement.granted).toBe(true);
        settlement = withGranted(
          settlement,
          polls.reduce((sum, { granted }) => sum + granted, 0),
        );
        for (const { granted, runs } of polls) {
          for (const part of runs) {
            const spent = Math.floor(granted * part);
            reported = { spent: reported.spent + spent, unspent: reported.unspent + granted - spent };
          }
        }
      }
    }),
  );
});

test("a plan of an earlier version, and lost counters, return nothing that doesn't exist", () => {
  expect(returnable(newSettlement, { spent: 900, unspent: 400 })).toBe(0);
  expect(returnable({ granted: 500, grantedBefore: 480, returned: 120 }, { spent: 0, unspent: 14 })).toBe(0);
});
