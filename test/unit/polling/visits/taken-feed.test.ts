import { expect, test } from "vitest";
import { takenFeed } from "../../../../shared/polling/visits/poll-feeds.ts";
import type { Feed } from "../../../../shared/schedule/feeds/feed.ts";
import { newFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { restingPartitionOf } from "../../../../shared/schedule/feeds/wheel-partition.ts";

const [now, sentUntil, takeUntil] = [1_000, 2_000, 3_000];
const fresh = newFeed({ instance: "acme", kind: "person-timeline", query: {} });
const feed: Feed = { ...fresh, wheel: restingPartitionOf(fresh, fresh.level) };
const requested: Feed = { ...feed, wheel: "acme#now#0" };

/** What becomes of a feed that can be taken after so many changes by others. */
async function taken(read: Feed, until: number | undefined, changes = 0, loaded: Feed | undefined = read) {
  let takes = 0;
  const feeds = { take: async () => (takes += 1) > changes, load: async () => loaded };
  return { feed: await takenFeed(feeds, read, { now, sentUntil, takeUntil: until }), takes };
}

test("a quick visit makes no mark: a feed in its slot is visited as it is, a requested one under its message's mark", async () => {
  expect(await taken(feed, undefined)).toEqual({ feed, takes: 0 });
  expect(await taken(requested, undefined)).toEqual({ feed: { ...requested, underWayUntil: sentUntil }, takes: 0 });
  const marked = { ...requested, underWayUntil: 5 };
  expect(await taken(marked, undefined)).toEqual({ feed: marked, takes: 0 });
});

test("a feed that another message visits isn't visited, and one of the same message is", async () => {
  expect(await taken({ ...requested, underWayUntil: 1_500 }, undefined)).toEqual({ feed: undefined, takes: 0 });
  expect(await taken({ ...requested, underWayUntil: sentUntil }, undefined)).toMatchObject({
    feed: { underWayUntil: sentUntil },
  });
});

test("a visit that may last takes its feed, unless the feed is paused or waits", async () => {
  expect(await taken(feed, takeUntil)).toEqual({ feed: { ...feed, underWayUntil: takeUntil }, takes: 1 });
  for (const rest of [{ status: "paused" }, { status: "backing_off", retryAt: now + 1 }] as const)
    expect(await taken({ ...feed, ...rest }, takeUntil)).toMatchObject({ feed: { ...feed, ...rest }, takes: 0 });
});

test("a feed that others keep changing is left after three tries, and one that is gone at once", async () => {
  expect(await taken(feed, takeUntil, 2)).toEqual({ feed: { ...feed, underWayUntil: takeUntil }, takes: 3 });
  expect(await taken(feed, takeUntil, 3)).toEqual({ feed: undefined, takes: 3 });
  const gone = { take: async () => false, load: async () => undefined };
  expect(await takenFeed(gone, feed, { now, sentUntil, takeUntil })).toBeUndefined();
});
