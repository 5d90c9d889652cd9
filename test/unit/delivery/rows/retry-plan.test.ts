import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attemptsOf, nextAttemptAt, queueDelayOf } from "../../../../shared/delivery/rows/retry-plan.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";

const now = Date.UTC(2026, 10, 21, 9);

describe("the due time of the next attempt", () => {
  const at = (attempt: number, fields: { chance?: number; retryAfter?: number } = {}) => {
    const { chance = 0, ...rest } = fields;
    const due = nextAttemptAt({ attempt, endedAt: now, ...rest }, defaultTimings, chance);
    return due === undefined ? undefined : (due - now) / 1_000;
  };

  it("follows the schedule and ends after 12 attempts and 75 hours", () => {
    const waits = Array.from({ length: 12 }, (_, attempt) => at(attempt + 1));
    const [minute, hour] = [60, 3_600];
    expect(waits).toEqual([
      ...[5, 30, 2 * minute, 5 * minute, 30 * minute],
      ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour, undefined],
    ]);
    const total = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0);
    expect(total / hour).toBeCloseTo(75.6, 1);
    expect(attemptsOf(defaultTimings)).toBe(12);
  });

  it("is never early, and at most a tenth late", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 11 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, chance) => {
          const wait = at(attempt)!;
          const due = at(attempt, { chance })!;
          expect(due).toBeGreaterThanOrEqual(wait);
          expect(due).toBeLessThanOrEqual(wait * 1.1 + 0.001);
        },
      ),
    );
  });

  it("is the later of the schedule and Retry-After", () => {
    expect(at(1, { retryAfter: 60_000 })).toBe(60);
    expect(at(4, { retryAfter: 60_000 })).toBe(300);
  });

  it("spreads the attempts of endpoints that ask for the same time, none of them early", () => {
    expect(at(1, { retryAfter: 60_000, chance: 0.5 })).toBe(63);
  });

  it("ignores Retry-After for the last attempt", () => {
    expect(at(12, { retryAfter: 60_000 })).toBeUndefined();
  });
});

it.each([
  ["first waits go through the queue", 1, 5_000, 5],
  ["a fraction of a second is rounded up", 1, 5_001, 6],
  ["what is due already goes at once", 2, -70, 0],
  ["the third is the last of them", 3, 120_000, 120],
  ["from the fourth on the backlog", 4, 300_000, undefined],
  ["the queue's longest delay", 1, 900_000, 900],
  ["longer than a queue can hold", 1, 900_001, undefined],
])("the place where the next attempt waits %s", (_, attempt, wait, expected) => {
  expect(queueDelayOf(attempt, wait, defaultTimings)).toBe(expected);
});
