import { expect, test } from "vitest";
import type { Change, Key } from "../../../../shared/kernel/ports/table.ts";
import { FeedStore } from "../../../../shared/schedule/feeds/feed-store.ts";
import { ownerFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { HintPrecision } from "../../../../shared/schedule/feeds/hint-precision.ts";
import { OwnerFeeds } from "../../../../shared/schedule/feeds/owner-feeds.ts";
import { SubOwners } from "../../../../shared/schedule/feeds/sub-owners.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";

const owner = { type: "Person", id: "p1" } as const;

function world(fraction = 0.5) {
  const table = new MemoryTable("feeds");
  const clock = new FakeClock();
  const precision = new HintPrecision(table, clock, { fraction: () => fraction });
  const store = new FeedStore(table);
  return { table, clock, precision, store, owners: new OwnerFeeds(store, precision, new SubOwners(table)) };
}

test("precision is learned from the visits that hints led to, for each kind separately", async () => {
  const { precision, clock } = world();
  for (let visit = 0; visit < 96; visit += 1) await precision.learn("acme", "activity", visit % 4 === 0);
  clock.advance(120_000);
  expect(await precision.precisionOf("acme", "activity")).toBeCloseTo(0.26, 2);
  expect(await precision.precisionOf("acme", "record")).toBe(0.5);
  expect(await precision.precisionOf("other", "activity")).toBe(0.5);
});

test("a kind of hint that is hardly ever right is followed by sample only, and followed again once it is right", async () => {
  const { table, precision, clock } = world(0.5);
  for (let visit = 0; visit < 400; visit += 1) await precision.learn("acme", "activity", false);
  expect(await precision.isFollowed("acme", "activity")).toBe(false);
  const isFollowedAt = (fraction: number) =>
    new HintPrecision(table, clock, { fraction: () => fraction }).isFollowed("acme", "activity");
  expect([await isFollowedAt(0.049), await isFollowedAt(0.05)]).toEqual([true, false]);
  for (let visit = 0; visit < 20; visit += 1) await precision.learn("acme", "activity", true);
  clock.advance(120_000);
  expect(await precision.isFollowed("acme", "activity")).toBe(true);
});

test("old observations fade: the counts never grow beyond a thousand", async () => {
  const { precision, table } = world();
  for (let visit = 0; visit < 1_200; visit += 1) await precision.learn("acme", "record", true);
  const item = await table.get({ pk: "acme#hints", sk: "record" });
  expect(item?.["asked"]).toBeLessThan(1_000);
  expect(item?.["asked"], "halved at a thousand").toBe(700);
  expect(item?.["right"]).toBe(item?.["asked"]);
});

test("a kind of hint is followed while one in fifty is expected to be right, and no longer", async () => {
  const { precision, clock } = world(0.9);
  for (let visit = 0; visit < 96; visit += 1) await precision.learn("acme", "activity", false);
  expect(await precision.precisionOf("acme", "activity")).toBe(0.02);
  expect(await precision.isFollowed("acme", "activity")).toBe(true);
  await precision.learn("acme", "activity", false);
  clock.advance(60_000);
  expect(await precision.isFollowed("acme", "activity")).toBe(false);
});

test("a read is reused for a minute, because hints come by the hundred", async () => {
  const { precision, clock } = world();
  expect(await precision.precisionOf("acme", "record")).toBe(0.5);
  for (let visit = 0; visit < 4; visit += 1) await precision.learn("acme", "record", true);
  clock.advance(59_999);
  expect(await precision.precisionOf("acme", "record")).toBe(0.5);
  clock.advance(1);
  expect(await precision.precisionOf("acme", "record")).toBe(0.75);
});

test("counts are halved at a thousand, unless another worker counted meanwhile", async () => {
  const { table, clock, precision } = world();
  for (let visit = 0; visit < 999; visit += 1) await precision.learn("acme", "record", visit % 2 === 0);
  const counts = async () => table.get({ pk: "acme#hints", sk: "record" });
  expect(await counts()).toMatchObject({ asked: 999, right: 500 });
  // Another worker's visit ends between this one's count and its halving.
  const raced = faked(MemoryTable, {
    get: async (key: Key) => {
      const item = await table.get(key);
      await table.update({ key, add: { asked: 1 } });
      return item;
    },
    update: (change: Change) => table.update(change),
  });
  await new HintPrecision(raced, clock, { fraction: () => 0.5 }).learn("acme", "record", true);
  expect(await counts()).toMatchObject({ asked: 1_001, right: 501 });
  await precision.learn("acme", "record", true);
  expect(await counts()).toMatchObject({ asked: 501, right: 251 });
});

test("an unreadable stored count is named", async () => {
  const { table, precision } = world();
  await table.put([{ item: { pk: "acme#hints", sk: "record", asked: "many" } }]);
  await expect(precision.precisionOf("acme", "record")).rejects.toThrow(
    "precision of record hints of acme has an unknown shape at asked",
  );
});

test("an ignored hint leaves the feed where it is; a poll request without a hint is always served", async () => {
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
