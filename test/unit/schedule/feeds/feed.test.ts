import { describe, expect, test } from "vitest";
import type { Item } from "../../../../shared/kernel/ports/table.ts";
import type { Feed } from "../../../../shared/schedule/feeds/feed.ts";
import { FeedStore } from "../../../../shared/schedule/feeds/feed-store.ts";
import { feedItem } from "../../../../shared/schedule/feeds/feed-write.ts";
import { fixedFeeds, ownerFeed, roomFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { MemoryTable } from "../../../support/memory-table.ts";

const one = ownerFeed("acme", { type: "Person", id: "p1" });
const changeRate = { moments: 1.5, following: 0.5, at: 9, since: 1, last: 8 };
const stats = { rows: 5, duplicates: 4, missed: 3, quarantined: 2, pages: 1 };

async function storeWith(...items: Item[]) {
  const table = new MemoryTable("feeds");
  await table.put(items.map((item) => ({ item })));
  return new FeedStore(table);
}

describe("a stored feed", () => {
  test.each<Partial<Feed>>([
    { status: "active", hint: "record" },
    {
      status: "backing_off",
      hint: "activity",
      failures: 2,
      retryAt: 7,
      lastError: "x",
      failingSince: 5,
      stalledSince: 6,
    },
    { status: "parked", hint: "document", drained: true, polledAt: 3, watermark: 2, knownSince: 1 },
    {
      status: "paused",
      shortVisits: 2,
      dirtyRev: 4,
      rewind: { to: 5, anew: true },
      rewoundFor: 3,
      retryQuarantined: true,
    },
    { pageLimit: { size: 1, at: 5 }, stats, changeRate, checkpoint: { cursor: "c" }, level: 20 },
    { visits: [[1, 2, 3, 4, 5, 6, 7, "read"]] },
  ])("is read as it was written: %j", async (rest) => {
    const feed = { ...one, ...rest };
    const store = await storeWith(feedItem(feed));
    expect(await store.load(one.feedId)).toEqual(feed);
    expect(await store.loadAll([one.feedId])).toEqual([feed]);
  });

  test("is read whatever its kind and class", async () => {
    const feeds = [...fixedFeeds("acme"), one, roomFeed("acme", "r1")];
    const store = await storeWith(...feeds.map(feedItem));
    expect(await store.loadAll(feeds.map(({ feedId }) => feedId))).toEqual(feeds);
  });

  test("of an earlier version has its rate of changes under the former name", async () => {
    const store = await storeWith({ ...feedItem(one), activity: changeRate });
    expect(await store.load(one.feedId)).toEqual({ ...one, changeRate });
  });

  test.each([
    [{ pageLimit: { size: 0, at: 5 } }, "pageLimit.size"],
    [{ level: 21 }, "level"],
    [{ rewind: { anew: false } }, "rewind.anew"],
    [{ visits: [[1]] }, "visits.0"],
    [{ status: "lost" }, "status"],
  ])("is named with the invalid field if it can't be read: %j", async (rest, field) => {
    const store = await storeWith({ ...feedItem(one), ...rest });
    const named = new RegExp(`^feed acme#owner#Person#p1 has an unknown shape at .*${field}`);
    await expect(store.load(one.feedId)).rejects.toThrow(named);
    await expect(store.loadAll([one.feedId])).rejects.toThrow(named);
  });

  test("is also named if a tick can't read it", async () => {
    const store = await storeWith({ ...feedItem(one), wheel: 5 });
    await expect(store.loadRequested([one.feedId])).rejects.toThrow(
      "feed acme#owner#Person#p1 has an unknown shape at wheel",
    );
  });
});
