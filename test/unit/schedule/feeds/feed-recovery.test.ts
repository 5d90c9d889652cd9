import { expect, test } from "vitest";
import type { Feed } from "../../../../shared/schedule/feeds/feed.ts";
import { feedTransition, isInTrouble, isStalled, mustWait } from "../../../../shared/schedule/feeds/feed-state.ts";
import { ownerFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";

const one = ownerFeed("acme", { type: "Person", id: "p1" });
const now = 1_800_000_000_000;
const input = { now, stallAfter: 3_600_000 };
const minutes = 60_000;

test.each<Partial<Feed>>([{ status: "backing_off" }, { failures: 1 }, { retryAt: now }, { stalledSince: 5 }])(
  "a read ends any remaining trouble: %j",
  (rest) => {
    expect(feedTransition({ ...one, ...rest }, { event: "read" }, input)).toEqual({
      ...{ status: "active", failures: 0, failingSince: undefined },
      ...{ stalledSince: undefined, lastError: undefined, retryAt: undefined },
    });
  },
);

test.each([
  [0, 15],
  [1, 30],
  [3, 120],
  [7, 24 * 60],
  [40, 24 * 60],
])("a feed that gave up after %i failures is retried in %i minutes", (failures, wait) => {
  const { retryAt, ...rest } = feedTransition({ ...one, failures }, { event: "gave_up", reason: "owner_gone" }, input);
  expect(retryAt).toBe(now + wait * minutes);
  expect(rest).toEqual({ status: "parked", failures: failures + 1, lastError: "owner_gone" });
});

test.each([
  [0, 0, 2_500],
  [0, 0.5, 3_750],
  [1, 0, 5_000],
  [20, 0, 7.5 * minutes],
])("a failure after %i others, with the jitter %d, backs off for %d ms", (failures, jitter, wait) => {
  const transition = feedTransition({ ...one, failures }, { event: "failed", reason: "x", jitter }, input);
  expect(transition.retryAt).toBe(now + wait);
});

test("a feed is in trouble while its visits fail, stalled once that was noticed, and waits until its next attempt", () => {
  const troubled = (["active", "backing_off", "parked", "paused"] as const).filter((status) => isInTrouble({ status }));
  expect(troubled).toEqual(["backing_off", "parked"]);
  expect([isStalled({}), isStalled({ stalledSince: 5 })]).toEqual([false, true]);
  expect([{}, { retryAt: now }, { retryAt: now + 1 }].map((feed) => mustWait(feed, now))).toEqual([false, false, true]);
});

test("no feed waits for more than a day, and a longer wait from a wrong clock is ignored", () => {
  const day = 24 * 60 * minutes;
  const asked = [
    { event: "failed", reason: "x", jitter: 0, retryAfterMs: 9 * day },
    { event: "waited", until: now + 9 * day },
  ] as const;
  expect(asked.map((event) => feedTransition(one, event, input).retryAt)).toEqual([now + day, now + day]);
  const waits = [day, day + 30_000, day + minutes].map((wait) => mustWait({ retryAt: now + wait }, now));
  expect(waits).toEqual([true, true, false]);
});
