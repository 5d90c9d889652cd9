import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PassEnd } from "../../../../shared/polling/feed-reader.ts";
import { isSourceFault, RecentVisits } from "../../../../shared/polling/visits/recent-visits.ts";
import { FakeClock } from "../../../support/fake-clock.ts";

/** So many visits of other feeds, so many of which failed. */
function after(visits: number, faults: number) {
  const clock = new FakeClock();
  const recent = new RecentVisits(clock);
  for (let n = 0; n < visits; n += 1) recent.ended("acme", { feedId: `other-${n}`, took: 5, failed: n < faults });
  const isOfInstance = (instanceFailures = 0, failingPart?: number) =>
    recent.isOfInstance({ instance: "acme", feedId: "one", instanceFailures }, failingPart);
  return { clock, recent, isOfInstance };
}

describe("a feed's failure", () => {
  test("is its own if the others are read in the same seconds", () => {
    expect(after(40, 0).isOfInstance()).toBe(false);
    expect(after(0, 0).isOfInstance()).toBe(false);
  });

  test("is the instance's if others fail, up to a number in a row", () => {
    const { isOfInstance } = after(40, 14);
    const inARow = Array.from({ length: 20 }, (_, before) => isOfInstance(before));
    // At a third of failing visits, seven in a row are one in a thousand.
    expect(inARow.indexOf(false)).toBe(6);
    expect(inARow.slice(6)).not.toContain(true);
  });

  test("proves nothing about the instance however often the feed itself fails", () => {
    const { recent, isOfInstance } = after(10, 0);
    for (let n = 0; n < 50; n += 1) recent.ended("acme", { feedId: "one", took: 5, failed: true });
    expect(isOfInstance()).toBe(false);
  });

  test("is judged by all workers' results if this process saw little", () => {
    expect(after(0, 0).isOfInstance(0, 0.4)).toBe(true);
    expect(after(0, 0).isOfInstance(9, 0.4)).toBe(false);
    expect(after(0, 0).isOfInstance(9, 0.9)).toBe(true);
  });

  test("is independent of old visits after the clock was set back", () => {
    const { clock, recent, isOfInstance } = after(40, 40);
    clock.advance(-60_000);
    recent.ended("acme", { feedId: "two", took: 5, failed: false });
    clock.advance(60_000);
    expect(isOfInstance()).toBe(false);
  });

  test("is independent of what happened half a minute ago, or at another instance", () => {
    const { clock, recent, isOfInstance } = after(40, 40);
    expect(isOfInstance()).toBe(true);
    expect(recent.isOfInstance({ instance: "beta", feedId: "one" }, undefined)).toBe(false);
    clock.advance(30_000);
    expect(isOfInstance()).toBe(false);
  });

  test("that is its own once in a row stays its own, whatever the share", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), fc.nat(400), (visits, faults, before) => {
        const { isOfInstance } = after(visits, Math.min(visits, faults));
        expect(!isOfInstance(before) && isOfInstance(before + 1)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });
});

test.each<[PassEnd, boolean]>([
  [{ outcome: "failed", reason: "unavailable" }, true],
  [{ outcome: "failed", reason: "unavailable_500" }, true],
  [{ outcome: "failed", reason: "unreadable_page" }, true],
  [{ outcome: "refused", by: "unauthorized" }, true],
  [{ outcome: "refused", by: "forbidden" }, false],
  [{ outcome: "failed", reason: "bad_request" }, false],
  [{ outcome: "failed", reason: "no_progress" }, false],
  [{ outcome: "failed", reason: "internal_error" }, false],
  [{ outcome: "parked", reason: "owner_gone" }, false],
  [{ outcome: "yielded" }, false],
  [{ outcome: "done" }, false],
])("whether %j may be the whole instance's: %s", (end, expected) => {
  expect(isSourceFault(end)).toBe(expected);
});

test("keeps at most two hundred visit durations", () => {
  const { recent } = after(0, 0);
  recent.ended("acme", { feedId: "slow", took: 9_000, failed: false });
  expect(recent.longest("acme")).toBe(9_000);
  for (let n = 0; n < 200; n += 1) recent.ended("acme", { feedId: "quick", took: 3, failed: false });
  expect(recent.longest("acme")).toBe(3);
  expect(recent.longest("beta")).toBe(0);
});
