import { expect, test } from "vitest";
import type { VisitEnd } from "../../../../shared/polling/feed-reader.ts";
import { leavingOf, soonAgain } from "../../../../shared/polling/visits/leaving-of.ts";
import type { FeedKind } from "../../../../shared/schedule/feeds/feed.ts";
import { newFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { laterWidth } from "../../../../shared/schedule/feeds/wheel-partition.ts";

const [level, rev, retryAt] = [3, 7, 5_000];
const slot = { to: "slot", level, nowRevAtStart: rev };
const later = { to: "later", until: retryAt, nowRevAtStart: rev };
const failed: VisitEnd = { outcome: "failed", reason: "unavailable" };
const refused: VisitEnd = { outcome: "refused", by: "forbidden" };
const skipped: VisitEnd = { outcome: "skipped" };

test.each<[string, FeedKind, VisitEnd, object, { drained?: boolean; retryAt?: undefined }?]>([
  ["rests until its slot", "person-timeline", { outcome: "done" }, slot],
  ["goes on at the next tick", "person-timeline", { outcome: "yielded" }, { to: "now" }],
  ["goes on ahead of others", "person-walk", { outcome: "yielded", ahead: true }, { to: "ahead" }],
  ["waits at the next tick", "owner", { outcome: "waiting", until: 9 }, { to: "now" }],
  ["is tried after its backoff, though its slot passes before", "person-timeline", failed, later],
  ["is tried after its backoff, as its first contact isn't done", "owner", failed, later, { drained: false }],
  ["is tried at its slot", "owner", failed, slot],
  ["is tried at its slot", "person-timeline", failed, slot, { retryAt: undefined }],
  ["is tried at its slot", "person-timeline", refused, slot],
  ["is tried as soon as its backoff is over", "person-walk", failed, { to: "now" }],
  ["is tried as soon as its backoff is over", "person-walk", refused, { to: "now" }],
  ["is tried as soon as its backoff is over", "person-walk", skipped, { to: "now" }],
  ["rests until its slot", "person-walk", { outcome: "done" }, slot],
])("a feed %s (%s, %o)", (_, kind, end, expected, { drained = true, ...rest } = {}) => {
  const feed = { ...newFeed({ instance: "acme", kind, query: {} }), drained };
  expect(leavingOf(feed, rev, end, level, "retryAt" in rest ? undefined : retryAt)).toEqual(expected);
});

test("after a failure of its instance a feed is tried as soon as its backoff is over", () => {
  expect(soonAgain(1_000 + laterWidth - 1, 1_000, rev)).toEqual({ to: "now" });
  expect(soonAgain(1_000 + laterWidth, 1_000, rev)).toEqual({ ...later, until: 1_000 + laterWidth });
});
