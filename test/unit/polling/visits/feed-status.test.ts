import { expect, test } from "vitest";
import { statusPatch } from "../../../../shared/polling/visits/feed-status.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const minute = 60_000;
const input = {
  now: 1_000_000,
  polledAtGap: minute,
  stallAfter: 60 * minute,
  progressed: true,
  ranOut: false,
  jitter: 1,
};

test("a failure backs off for as long as the source asks, and a successful poll ends that", () => {
  const { feed } = new PollingFixture("project-timeline");
  const asked = statusPatch(feed, { outcome: "failed", reason: "unavailable_429", retryAfterMs: 3_600_000 }, input);
  expect(asked.retryAt).toBe(input.now + 3_600_000);
  const polledAt = input.now;
  const failing = { ...feed, status: "backing_off", failures: 3, retryAt: 5, lastError: "x", polledAt } as const;
  const recovered = { status: "active", failures: 0, retryAt: undefined, lastError: undefined };
  expect(statusPatch(failing, { outcome: "done" }, input)).toEqual(recovered);
});

test.each([
  ["project-timeline", 5_000],
  ["owner", 20_000],
] as const)(
  "after a failure that followed a read, a feed of kind %s waits %s ms: an owner's visit starts over each time",
  (kind, wait) => {
    const { feed } = new PollingFixture(kind);
    const failed = { outcome: "failed", reason: "unavailable_500" } as const;
    expect(statusPatch({ ...feed, failures: 2 }, failed, input).retryAt).toBe(input.now + wait);
  },
);

test("a feed whose visits run out for an hour before they read anything stalls, though none of them failed", () => {
  const { feed } = new PollingFixture("company-template");
  const starved = { ...input, progressed: false, ranOut: true };
  const first = statusPatch(feed, { outcome: "yielded" }, starved);
  expect(first).toEqual({ failingSince: input.now });
  const waiting = { ...feed, failingSince: input.now };
  const at = (minutes: number) => ({ ...starved, now: input.now + minutes * minute });
  expect(statusPatch(waiting, { outcome: "yielded" }, at(59))).toEqual({});
  const stalled = statusPatch(waiting, { outcome: "yielded" }, at(60));
  expect(stalled).toEqual({ failingSince: input.now, stalledSince: at(60).now, lastError: "out_of_requests" });
  const lasting = { ...waiting, stalledSince: at(60).now, lastError: "out_of_requests" };
  expect(statusPatch(lasting, { outcome: "yielded" }, at(90))).toEqual({});
  expect(statusPatch(lasting, { outcome: "yielded" }, { ...at(91), progressed: true })).toMatchObject({
    failingSince: undefined,
    stalledSince: undefined,
    lastError: undefined,
  });
  expect(statusPatch(waiting, { outcome: "done" }, at(2))).toMatchObject({ failingSince: undefined });
});

test("a visit that waits comes again at its time", () => {
  const { feed } = new PollingFixture("project-timeline");
  expect(statusPatch({ ...feed, failures: 2 }, { outcome: "waiting", until: 7 }, input)).toMatchObject({ retryAt: 7 });
});

test("a poll's time is noted, unless there was nothing to poll, it was noted a moment ago, or the feed is an owner's", () => {
  const { feed } = new PollingFixture("project-timeline");
  const owner = new PollingFixture("owner", {}, { type: "Company", id: "a" }).feed;
  const done = { outcome: "done" } as const;
  const noted = { polledAt: input.now };
  expect(statusPatch(feed, done, input)).toEqual(noted);
  expect(statusPatch({ ...feed, polledAt: input.now - minute }, done, input)).toEqual(noted);
  expect(statusPatch({ ...feed, polledAt: input.now - minute + 1 }, done, input)).toEqual({});
  expect(statusPatch(feed, { ...done, idle: true }, input)).toEqual({});
  expect(statusPatch(owner, done, input)).toEqual({});
});

test.each([
  [{ outcome: "done" }, undefined],
  [{ outcome: "yielded" }, 2],
  [{ outcome: "refused", by: "forbidden" }, 2],
  [{ outcome: "failed", reason: "unavailable" }, 2],
] as const)(
  "a visit that ran out of requests and ended as %o counts as short, unless it was done",
  (end, shortVisits) => {
    const feed = { ...new PollingFixture("owner", {}, { type: "Company", id: "a" }).feed, shortVisits: 1 };
    expect(statusPatch(feed, end, { ...input, ranOut: true })).toMatchObject({ shortVisits });
  },
);
