import { expect, test } from "vitest";
import type { Feed } from "../../../../shared/schedule/feeds/feed.ts";
import {
  type FeedEvent,
  type FeedState,
  feedState,
  feedTransition,
  isInTrouble,
  isStalled,
  mustWait,
  pausedByOperator,
  resumed,
} from "../../../../shared/schedule/feeds/feed-state.ts";
import { newFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";

const minute = 60_000;
const now = 100 * minute;
const fresh = newFeed({ instance: "acme", kind: "project-timeline", query: {} });
const feeds: { readonly [state in FeedState]: Feed } = {
  active: fresh,
  backing_off: { ...fresh, status: "backing_off", failures: 2, failingSince: now - minute, retryAt: now },
  parked: { ...fresh, status: "parked", failures: 1, retryAt: now, lastError: "owner_gone" },
  stalled: { ...fresh, status: "backing_off", failures: 12, failingSince: 0, stalledSince: 60 * minute, retryAt: now },
  paused: { ...fresh, status: "paused" },
};
const input = { now, stallAfter: 60 * minute };
const failed: FeedEvent = { event: "failed", reason: "unavailable_500", jitter: 0 };
const after = (feed: Feed, happened: FeedEvent): FeedState =>
  feedState({ ...feed, ...feedTransition(feed, happened, input) } as Feed);

test.each([
  ["active", { event: "read" }, "active"],
  ["active", failed, "backing_off"],
  ["active", { event: "gave_up", reason: "bad_request" }, "stalled"],
  ["active", { event: "gave_up", reason: "access_lost" }, "stalled"],
  ["active", { event: "gave_up", reason: "owner_gone" }, "parked"],
  ["backing_off", failed, "backing_off"],
  ["backing_off", { event: "waited", until: now + 1 }, "active"],
  ["backing_off", { event: "gave_up", reason: "unreachable" }, "parked"],
  ["parked", { event: "read" }, "active"],
  ["parked", failed, "backing_off"],
  ["stalled", failed, "stalled"],
  ["stalled", { event: "gave_up", reason: "owner_gone" }, "stalled"],
  ["stalled", { event: "read" }, "active"],
] as const)("a feed that is %s and meets %o is %s", (from, happened, to) => {
  expect(feedState(feeds[from])).toBe(from);
  expect(after(feeds[from], happened)).toBe(to);
});

test("a feed stalls with its tenth failure in a row, and after an hour of failures", () => {
  expect(after({ ...feeds.backing_off, failures: 8 }, failed)).toBe("backing_off");
  expect(after({ ...feeds.backing_off, failures: 9 }, failed)).toBe("stalled");
  expect(after({ ...feeds.backing_off, failingSince: now - 60 * minute }, failed)).toBe("stalled");
});

test.each(["forbidden", "unavailable_403"])("a feed stalls with its second refusal in a row: %s", (reason) => {
  const refused = { ...failed, reason };
  expect(after(feeds.active, refused), "one may come from a proxy").toBe("backing_off");
  expect(after({ ...feeds.backing_off, failures: 1 }, refused)).toBe("stalled");
  expect(after({ ...feeds.backing_off, failures: 1 }, { ...refused, ofInstance: true })).toBe("backing_off");
});

test("a feed in any state can be paused, and is active again when resumed unless the operators were notified that it stalls", () => {
  for (const feed of Object.values(feeds)) {
    const paused = { ...feed, ...pausedByOperator };
    expect(feedState(paused)).toBe("paused");
    expect(feedState({ ...paused, ...resumed.set })).toBe(feed === feeds.stalled ? "stalled" : "active");
  }
});

test("a read writes nothing about a healthy feed", () => {
  expect(feedTransition(fresh, { event: "read" }, { now, stallAfter: minute })).toEqual({});
});

test("a visit that read on before it failed backs off like a first failure, but time still makes it stalled", () => {
  const failed = { event: "failed", reason: "unavailable", jitter: 1 } as const;
  const feed = {
    ...newFeed({ instance: "acme", kind: "person-timeline", query: {} }),
    failures: 8,
    failingSince: 1_000,
  };
  const input = { now: 60_000, stallAfter: 3_600_000 };
  expect(feedTransition(feed, { ...failed, progressed: true }, input)).toMatchObject({
    failures: 1,
    failingSince: 1_000,
    retryAt: 65_000,
    stalledSince: undefined,
  });
  expect(feedTransition(feed, failed, input)).toMatchObject({ failures: 9, retryAt: 960_000 });
  const late = { ...input, now: 3_700_000 };
  expect(feedTransition(feed, { ...failed, progressed: true }, late)).toMatchObject({ stalledSince: 3_700_000 });
});

test("a failure attributed to the instance makes no feed wait long, however many come in a row, but time still makes it stalled", () => {
  const input = { now, stallAfter: 60 * minute };
  const ofInstance = { event: "failed", reason: "unavailable_500", ofInstance: true } as const;
  let feed: Feed = { ...fresh, failures: 2 };
  for (let time = 1; time <= 30; time += 1) {
    feed = { ...feed, ...feedTransition(feed, { ...ofInstance, jitter: (time % 10) / 10 }, input) } as Feed;
    expect(feed).toMatchObject({ status: "backing_off", failures: 2, instanceFailures: time, failingSince: now });
    expect(feed.retryAt! - now).toBeGreaterThanOrEqual(500);
    expect(feed.retryAt! - now).toBeLessThan(2_000);
    expect(feedState(feed)).toBe("backing_off");
  }
  expect(feedTransition(feed, { ...ofInstance, jitter: 0, retryAfterMs: minute }, input).retryAt).toBe(now + minute);
  const late = { ...input, now: now + 60 * minute };
  expect(feedTransition(feed, { ...ofInstance, jitter: 0 }, late).stalledSince).toBe(late.now);
  const read = feedTransition(feed, { event: "read" }, input);
  expect({ ...feed, ...read }).toMatchObject({ status: "active", failures: 0, instanceFailures: undefined });
});

test.each<Partial<Feed>>([{ status: "backing_off" }, { failures: 1 }, { retryAt: now }, { stalledSince: 5 }])(
  "a read ends any remaining trouble: %j",
  (rest) => {
    expect(feedTransition({ ...fresh, ...rest }, { event: "read" }, input)).toEqual({
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
  const { retryAt, ...rest } = feedTransition(
    { ...fresh, failures },
    { event: "gave_up", reason: "owner_gone" },
    input,
  );
  expect(retryAt).toBe(now + wait * minute);
  expect(rest).toEqual({ status: "parked", failures: failures + 1, lastError: "owner_gone" });
});

test.each([
  [0, 0, 2_500],
  [0, 0.5, 3_750],
  [1, 0, 5_000],
  [20, 0, 7.5 * minute],
])("a failure after %i others, with the jitter %d, backs off for %d ms", (failures, jitter, wait) => {
  const transition = feedTransition({ ...fresh, failures }, { event: "failed", reason: "x", jitter }, input);
  expect(transition.retryAt).toBe(now + wait);
});

test("a feed is in trouble while its visits fail, stalled once that was noticed, and waits until its next attempt", () => {
  const troubled = (["active", "backing_off", "parked", "paused"] as const).filter((status) => isInTrouble({ status }));
  expect(troubled).toEqual(["backing_off", "parked"]);
  expect([isStalled({}), isStalled({ stalledSince: 5 })]).toEqual([false, true]);
  expect([{}, { retryAt: now }, { retryAt: now + 1 }].map((feed) => mustWait(feed, now))).toEqual([false, false, true]);
});

test("no feed waits for more than a day, and a longer wait from a wrong clock is ignored", () => {
  const day = 24 * 60 * minute;
  const asked = [
    { event: "failed", reason: "x", jitter: 0, retryAfterMs: 9 * day },
    { event: "waited", until: now + 9 * day },
  ] as const;
  expect(asked.map((event) => feedTransition(fresh, event, input).retryAt)).toEqual([now + day, now + day]);
  const waits = [day, day + 30_000, day + minute].map((wait) => mustWait({ retryAt: now + wait }, now));
  expect(waits).toEqual([true, true, false]);
});
