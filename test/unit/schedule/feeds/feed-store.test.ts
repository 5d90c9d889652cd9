import { expect, test } from "vitest";
import { FeedStore } from "../../../../shared/schedule/feeds/feed-store.ts";
import { feedsOfInstance, ownerFeed, roomFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { OwnerFeeds } from "../../../../shared/schedule/feeds/owner-feeds.ts";
import { SubOwners } from "../../../../shared/schedule/feeds/sub-owners.ts";
import { slotPartition } from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { MemoryTable } from "../../../support/memory-table.ts";

const owner = { type: "Person", id: "p#1" } as const;
const one = ownerFeed("acme", owner);

async function storeWith(...feeds: Parameters<FeedStore["putIfAbsent"]>[0]) {
  const store = new FeedStore(new MemoryTable("feeds"));
  await store.putIfAbsent(feeds);
  return store;
}

test("hazard 9: every feed of an instance has its own id, and persons and companies have both keys", () => {
  const feeds = feedsOfInstance("acme", ["r1", "r2"]);
  expect(new Set(feeds.map(({ feedId }) => feedId)).size).toBe(feeds.length);
  expect(feeds.filter(({ kind }) => kind.endsWith("timeline")).map(({ kind, query }) => [kind, query["key"]])).toEqual([
    ["person-timeline", "created"],
    ["person-timeline", "modified"],
    ["company-timeline", "created"],
    ["company-timeline", "modified"],
    ["project-timeline", undefined],
    ["activity-timeline", undefined],
  ]);
});

test("first contact is the timelines without `modified`, journals and rooms", () => {
  const open = feedsOfInstance("acme", ["r"]).filter(({ drained }) => !drained);
  expect(open.map(({ kind }) => kind)).toEqual([
    "person-timeline",
    "company-timeline",
    "project-timeline",
    "activity-timeline",
    "company-template",
    "project-template",
    "room",
  ]);
  expect(one.drained).toBe(false);
});

test("a checkpoint is saved once per revision; undefined removes it", async () => {
  const store = await storeWith(one);
  expect(await store.save(one, { checkpoint: { a: 1 }, lastError: "x", retryAt: 5 })).toEqual({
    outcome: "ok",
    rev: 1,
  });
  expect(await store.save(one, { checkpoint: { a: 2 } })).toEqual({ outcome: "conflict" });
  await store.save({ ...one, rev: 1 }, { lastError: undefined, retryAt: undefined });
  expect(await store.load(one.feedId)).toEqual({ ...one, checkpoint: { a: 1 }, rev: 2 });
});

test("a visit's last write saves its feed and returns it to its slot, or to the next tick", async () => {
  const wanted = { ...one, hint: "record" as const };
  const store = await storeWith(wanted);
  const slot = { to: "slot", level: one.level + 1, nowRevAtStart: 0 } as const;
  expect(await store.save(wanted, { checkpoint: 1 }, slot)).toEqual({ outcome: "ok", rev: 1 });
  const wheel = slotPartition("acme", "owners", one.level + 1, one.feedId);
  const left = { ...one, checkpoint: 1, rev: 1, level: one.level + 1, wheel };
  expect(await store.load(one.feedId)).toEqual(left);
  expect(await store.save(left, { checkpoint: undefined }, { to: "now" })).toEqual({
    outcome: "ok",
    rev: 2,
  });
  const again = await store.load(one.feedId);
  expect(again).toMatchObject({ rev: 2, nowRev: 1 });
  expect(again?.checkpoint).toBeUndefined();
  expect(again?.wheel).toContain("#owners#now#");
});

test("a visit's last write keeps a poll request that was made meanwhile, and overwrites no other worker's write", async () => {
  const store = await storeWith(one);
  await store.requestPoll([one.feedId]);
  const slot = { to: "slot", level: one.level, nowRevAtStart: 0 } as const;
  expect(await store.save(one, { checkpoint: 1 }, slot)).toEqual({ outcome: "ok", rev: 1 });
  const saved = await store.load(one.feedId);
  expect(saved).toMatchObject({ checkpoint: 1, rev: 1, nowRev: 1 });
  expect(saved?.wheel).toContain("#owners#now#");
  for (const leaving of [slot, { to: "now" } as const]) {
    expect(await store.save(one, { checkpoint: 2 }, leaving)).toEqual({ outcome: "conflict" });
  }
  expect(await store.load(one.feedId)).toEqual(saved);
});

test("a poll request doesn't disturb a checkpoint that is being written", async () => {
  const store = await storeWith(one);
  await store.requestPoll([one.feedId]);
  expect(await store.save(one, { checkpoint: 1 })).toMatchObject({ outcome: "ok" });
  expect(await store.load(one.feedId)).toMatchObject({ nowRev: 1, checkpoint: 1 });
});

test("a poll request for a missing feed doesn't create it", async () => {
  const store = await storeWith();
  await store.requestPoll([one.feedId]);
  expect(await store.load(one.feedId)).toBeUndefined();
});

test("an owner that returns has its parked feed continue and read everything; a paused one stays paused", async () => {
  const table = new MemoryTable("feeds");
  const store = new FeedStore(table);
  const owners = new OwnerFeeds(store, { isFollowed: async () => true }, new SubOwners(new MemoryTable("feeds")));
  await owners.assert("acme", [owner]);
  const parked = { status: "parked", failures: 4, lastError: "owner_gone", retryAt: 9_999 } as const;
  await store.save(one, parked);
  await owners.wake("acme", [owner]);
  const alive = await store.load(one.feedId);
  expect(alive).toMatchObject({ status: "active", failures: 0, dirtyRev: 1, nowRev: 1 });
  expect([alive?.retryAt, alive?.lastError]).toEqual([undefined, undefined]);
  await store.pause(one.feedId);
  await owners.wake("acme", [owner]);
  expect(await store.load(one.feedId)).toMatchObject({ status: "paused" });
});

test("owners get feeds, rooms don't; hints and walks are poll requests", async () => {
  const table = new MemoryTable("feeds");
  const store = new FeedStore(table);
  await store.putIfAbsent(feedsOfInstance("acme", ["r"]));
  const owners = new OwnerFeeds(store, { isFollowed: async () => true }, new SubOwners(new MemoryTable("feeds")));
  await owners.assert("acme", [owner, { type: "Room", id: "unregistered" }]);
  expect(await store.load(one.feedId)).toEqual(one);
  expect(await store.load(roomFeed("acme", "unregistered").feedId)).toBeUndefined();
  await owners.requestPoll("acme", [owner, { type: "Room", id: "r" }]);
  await owners.requestWalk("acme", "company");
  const wanted = table.items.filter((item) => item["nowRev"] === 1).map(({ pk }) => pk);
  const walk = feedsOfInstance("acme", []).find(({ kind }) => kind === "company-walk")!;
  expect(wanted.toSorted()).toEqual([one.feedId, roomFeed("acme", "r").feedId, walk.feedId].toSorted());
});
