import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  type Known,
  knownBeforeTies,
  knownOf,
  knownRemovals,
  leastOf,
  openIn,
} from "../../../shared/api/completeness/known-until.ts";

const time = fc.integer({ min: 1_000_000, max: 2_000_000_000 });
const read = fc.record({ from: time, by: time, lateness: fc.integer({ min: 0, max: 900_000 }) });
const known: fc.Arbitrary<Known> = fc.oneof(
  time.map((until) => ({ until })),
  fc.constant({ until: undefined, reason: "not_noted" } as const),
);
const behind = 120_000;

describe("what a feed's readings show", () => {
  test("it never reaches a reading that wasn't published, nor the time that a change may be late", () => {
    fc.assert(
      fc.property(fc.array(read), time, (completeReads, published) => {
        const { until } = knownOf({ drained: true, completeReads }, published, behind);
        const counting = completeReads.filter(({ by }) => by < published);
        if (counting.length === 0) return until === undefined;
        return (
          until !== undefined &&
          counting.some(({ from, lateness }) => until <= from - 2 * lateness && until <= from - behind) &&
          counting.every(({ from, lateness }) => until >= from - Math.max(2 * lateness, behind))
        );
      }),
    );
  });

  test("it doesn't fall when more is published", () => {
    fc.assert(
      fc.property(fc.array(read), time, fc.nat(1e9), (completeReads, published, more) => {
        const feed = { drained: true, completeReads };
        const [before, after] = [knownOf(feed, published, behind), knownOf(feed, published + more, behind)];
        return before.until === undefined || (after.until ?? 0) >= before.until;
      }),
    );
  });

  it("doesn't count a reading whose last change was written in the millisecond in which publishing stopped", () => {
    const completeReads = [{ from: 50, by: 100, lateness: 0 }];
    expect(knownOf({ drained: true, completeReads }, 100, 0)).toEqual({ until: undefined, reason: "not_published" });
    expect(knownOf({ drained: true, completeReads }, 101, 0)).toEqual({ until: 50 });
  });

  it("says why nothing is known", () => {
    const completeReads = [{ from: 5, by: 6, lateness: 0 }];
    expect(knownOf(undefined, 100, 0)).toEqual({ until: undefined, reason: "first_contact" });
    expect(knownOf({ drained: false }, 100, 0)).toEqual({ until: undefined, reason: "first_contact" });
    expect(knownOf({ drained: true }, 100, 0)).toEqual({ until: undefined, reason: "not_noted" });
    const lagged = { from: 90, by: 95, lateness: 0, removalsOnly: true as const };
    const walk = { drained: true, completeReads: [{ from: 50, by: 60, lateness: 0 }, lagged] };
    expect(knownOf(walk, 100, 0)).toEqual({ until: 50 });
    expect(knownOf(walk, 100, 0, "removals")).toEqual({ until: 90 });
    expect(knownOf({ drained: true, completeReads }, undefined, 0)).toEqual({
      until: undefined,
      reason: "not_published",
    });
  });
});

describe("what is known of all together", () => {
  test("it is the minimum, and nothing if nothing is known of one", () => {
    fc.assert(
      fc.property(fc.array(known, { minLength: 1 }), (all) => {
        const least = leastOf(all);
        const times = all.map(({ until }) => until);
        if (times.includes(undefined)) return least.until === undefined;
        return times.includes(least.until) && times.every((one) => (one ?? 0) >= (least.until ?? 0));
      }),
    );
  });

  it("is nothing if there is nothing", () => {
    expect(leastOf([]).until).toBeUndefined();
  });
});

const lateness = 1_000;

it("what is known of rows that share a millisecond ends before a millisecond that no walk has shown since", () => {
  const ties = [50_000];
  const until = (walked: Known) => knownBeforeTies({ until: 90_000 }, { ties, lateness, walked }).until;
  expect(until({ until: undefined, reason: "not_noted" })).toBe(49_999);
  expect(until({ until: 50_999 })).toBe(49_999);
  expect(until({ until: 51_000 })).toBe(90_000);
});

test("removals are known for records that the walk looked for", () => {
  expect(knownRemovals({ until: 9_000 }, { candidateAge: 4_000 })).toEqual({ until: 5_000 });
});

describe("a period", () => {
  const facts = { changes: { until: 100 }, removals: { until: 80 }, connectedAt: 10, uncertain: [], now: 200 };

  it("is complete up to what is known of changes and of removals", () => {
    expect(openIn({ from: 10, to: 80 }, facts)).toEqual([]);
    expect(openIn({ from: undefined, to: 81 }, facts)).toEqual(["removals_not_known"]);
    expect(openIn({ from: 9, to: 101 }, facts)).toEqual([
      ...["changes_not_known", "removals_not_known", "before_connection"],
    ]);
    expect(openIn({ from: 10, to: 201 }, facts)).toContain("in_the_future");
    expect(openIn({ from: 10, to: 20 }, { ...facts, connectedAt: undefined })).toEqual(["before_connection"]);
  });

  it("isn't complete if something uncertain began before its end, or at an unknown time", () => {
    const uncertain = (since: string | undefined) => openIn({ from: 10, to: 50 }, { ...facts, uncertain: [since] });
    expect(uncertain(new Date(49).toISOString())).toEqual(["uncertain"]);
    expect(uncertain(new Date(50).toISOString())).toEqual([]);
    expect(uncertain(undefined)).toEqual(["uncertain"]);
  });
});
