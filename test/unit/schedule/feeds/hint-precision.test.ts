import { expect, test } from "vitest";
import { FeedStore } from "../../../../shared/schedule/feeds/feed-store.ts";
import { ownerFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { HintPrecision } from "../../../../shared/schedule/feeds/hint-precision.ts";
import { OwnerFeeds } from "../../../../shared/schedule/feeds/owner-feeds.ts";
import { SubOwners } from "../../../../shared/schedule/feeds/sub-owners.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";

const owner = { type: "Person", id: "p1" } as const;

function world(fraction = 0.5) {
  const table = new MemoryTable("feeds");
  const clock = new FakeClock();
  const precision = new HintPrecision(table, clock, { fraction: () => fraction });
  const store = new FeedStore(table);
  return { table, clock, precision, store, owners: new OwnerFeeds(store, precision, new SubOwners(table)) };
}

test("precision is learned from the visits that hints led to, each kind for itself", async () => {
  const { precision, clock } = world();
  for (let visit = 0; visit < 96; visit += 1) await precision.learn("acme", "activity", visit % 4 === 0);
  clock.advance(120_000);
  expect(await precision.precisionOf("acme", "activity")).toBeCloseTo(0.26, 2);
  expect(await precision.precisionOf("acme", "record")).toBe(0.5);
  expect(await precision.precisionOf("other", "activity")).toBe(0.5);
});

test("a kind of hint that is hardly ever right is followed by sample only, and followed again once it is right", async () => {
  const { precision, clock } = world(0.5);
  for (let visit = 0; visit < 400; visit += 1) await precision.learn("acme", "activity", false);
  expect(await precision.isFollowed("acme", "activity")).toBe(false);
  const sampled = new HintPrecision(world().table, clock, { fraction: () => 0.01 });
  expect(await sampled.isFollowed("acme", "activity")).toBe(true);
  for (let visit = 0; visit < 20; visit += 1) await precision.learn("acme", "activity", true);
  clock.advance(120_000);
  expect(await precision.isFollowed("acme", "activity")).toBe(true);
});

test("what was learned long ago fades: the counts never grow beyond a thousand", async () => {
  const { precision, table } = world();
  for (let visit = 0; visit < 1_200; visit += 1) await precision.learn("acme", "record", true);
  const item = await table.get({ pk: "acme#hints", sk: "record" });
  expect(item?.["asked"]).toBeLessThan(1_000);
  expect(item?.["right"]).toBe(item?.["asked"]);
});

test("a hint that isn't followed leaves the feed where it is; a poll request without a hint is always served", async () => {
  const { precision, store, owners, clock } = world(0.5);
  const feed = ownerFeed("acme", owner);
  await store.putIfAbsent([feed]);
  for (let visit = 0; visit < 400; visit += 1) await precision.learn("acme", "activity", false);
  clock.advance(120_000);
  await owners.requestPoll("acme", [owner], "activity");
  expect(await store.load(feed.feedId)).toEqual(feed);
  await owners.requestPoll("acme", [owner], "record");
  expect(await store.load(feed.feedId)).toMatchObject({ hint: "record", nowRev: 1 });
  await owners.requestPoll("acme", [owner]);
  expect(await store.load(feed.feedId)).toMatchObject({ nowRev: 2 });
});
