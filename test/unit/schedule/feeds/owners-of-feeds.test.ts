import { describe, expect, test } from "vitest";

import type { Feed } from "../../../../shared/schedule/feeds/feed.ts";
import { FeedStore } from "../../../../shared/schedule/feeds/feed-store.ts";
import { ownerFeed, walksOf } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { OwnerFeeds } from "../../../../shared/schedule/feeds/owner-feeds.ts";
import { StalledOwners } from "../../../../shared/schedule/feeds/stalled-owners.ts";
import { SubOwners } from "../../../../shared/schedule/feeds/sub-owners.ts";
import { unmetOwners } from "../../../../shared/schedule/feeds/unmet-owners.ts";
import {
  laterPartition,
  requestedPartitionOf,
  slotPartition,
} from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { around, before } from "../../../support/around.ts";
import { MemoryTable } from "../../../support/memory-table.ts";

const person = { type: "Person", id: "p1" } as const;
const room = { type: "Room", id: "r1" } as const;
const activity = { type: "Project", id: "a1", subOwner: "activity" } as const;
const phase = { type: "Project", id: "f1", subOwner: "phase" } as const;

function setUp() {
  const table = new MemoryTable("feeds");
  const store = new FeedStore(table);
  const subOwners = new SubOwners(table);
  const followed = { is: true };
  const asked: string[] = [];
  const isFollowed = async (instance: string, hint: string) => {
    asked.push(`${instance} ${hint}`);
    return followed.is;
  };
  const owners = new OwnerFeeds(store, { isFollowed }, subOwners);
  const idsOf = () => table.items.filter(({ sk }) => sk === "feed").map(({ pk }) => pk);
  return { table, store, subOwners, owners, followed, asked, idsOf };
}

describe("the feeds of owners", () => {
  test("are put for every owner except rooms, and for activities and phases if the source resolves them", async () => {
    const { owners, subOwners, idsOf, store } = setUp();
    await owners.assert("acme", [room]);
    await owners.assert("acme", [{ ...person, knownSince: 5 }, room, activity, phase]);
    expect(idsOf()).toEqual(["acme#owner#Person#p1"]);
    expect(await store.load("acme#owner#Person#p1")).toMatchObject({ knownSince: 5, owner: person });
    await subOwners.remember("acme", "activity", { resolves: true, askedAt: 1 });
    await subOwners.remember("acme", "phase", { resolves: false, askedAt: 1, askedFor: 2 });
    await owners.assert("acme", [activity, phase]);
    expect(idsOf().sort()).toEqual(["acme#owner#Person#p1", "acme#owner#Project#a1"]);
    expect(await subOwners.answers("acme")).toEqual({
      activity: { resolves: true, askedAt: 1 },
      phase: { resolves: false, askedAt: 1, askedFor: 2 },
    });
    expect(await subOwners.answers("other")).toEqual({ activity: undefined, phase: undefined });
  });

  test("say which projects are activities or phases", async () => {
    const { owners, subOwners } = setUp();
    await subOwners.remember("acme", "activity", { resolves: true, askedAt: 1 });
    const project = { type: "Project", id: "j1" } as const;
    await owners.assert("acme", [activity, project]);
    const bare = { type: "Project", id: "a1" } as const;
    const nobody = { type: "Project", id: "nobody" } as const;
    expect(await subOwners.known("acme", [bare, project, nobody, bare])).toEqual([activity]);
  });

  test("are put without a lookup if all owners have records of their own", async () => {
    const { table, store, subOwners } = setUp();
    let reads = 0;
    const counting = Object.assign(new MemoryTable("feeds"), { getAll: table.getAll.bind(table) });
    before(counting, "getAll", () => (reads += 1));
    const owners = new OwnerFeeds(store, { isFollowed: async () => true }, new SubOwners(counting));
    await owners.assert("acme", [person, { type: "Company", id: "c1" }]);
    expect(reads).toBe(0);
    await subOwners.remember("acme", "activity", { resolves: true, askedAt: 1 });
    await owners.assert("acme", [person, activity]);
    expect(reads).toBe(1);
  });

  test("fail with the name of an unreadable stored lookup or feed", async () => {
    const { table, subOwners } = setUp();
    await table.put([{ item: { pk: "acme#sub-owners", sk: "phase", resolves: "no" } }]);
    await expect(subOwners.answers("acme")).rejects.toThrow(
      /^sub-owner answer for phase of acme has an unknown shape at /,
    );
    await table.put([{ item: { pk: "acme#owner#Project#a1", sk: "feed", owner: "a1" } }]);
    await expect(subOwners.known("acme", [activity])).rejects.toThrow(
      "feed acme#owner#Project#a1 has an unknown shape at owner",
    );
  });

  test("continue and read everything when their owners return", async () => {
    const { owners, store, table } = setUp();
    const { feedId } = ownerFeed("acme", person);
    const parked = { status: "parked", failures: 3, lastError: "owner_gone", retryAt: 9_999 } as const;
    await store.putIfAbsent([{ ...ownerFeed("acme", person), ...parked }]);
    around(table, "update", (update) => async (change) => {
      const outcome = await update(change);
      const { wheel, status } = (await store.load(feedId))!;
      // A tick would set a parked feed aside until its next attempt.
      if (wheel === requestedPartitionOf(feedId, "now")) expect(status).not.toBe("parked");
      return outcome;
    });
    await owners.wake("acme", [person, phase]);
    const alive = await store.load(feedId);
    expect(alive).toMatchObject({ status: "active", failures: 0, dirtyRev: 1, nowRev: 1 });
    expect([alive?.retryAt, alive?.lastError]).toEqual([undefined, undefined]);
    await store.pause(feedId);
    await owners.wake("acme", [person]);
    expect(await store.load(feedId), "an operator's pause stays").toMatchObject({ status: "paused" });
  });

  test("are requested as owners or rooms; only owners with lists can be dirty", async () => {
    const { owners, store, followed, asked } = setUp();
    const feeds = [ownerFeed("acme", person), { ...ownerFeed("acme", person), feedId: "acme#room#Room#r1" }];
    await store.putIfAbsent(feeds);
    const stands = () => store.loadAll(feeds.map(({ feedId }) => feedId));
    await owners.requestPoll("acme", [person, room]);
    expect((await stands()).map(({ nowRev, hint }) => [nowRev, hint])).toEqual([
      [1, undefined],
      [1, undefined],
    ]);
    expect(asked).toEqual([]);
    followed.is = false;
    await owners.requestPoll("acme", [person, room], "record");
    expect((await stands()).map(({ nowRev }) => nowRev)).toEqual([1, 1]);
    followed.is = true;
    await owners.requestPoll("acme", [person, room], "document");
    expect((await stands()).map(({ nowRev, hint }) => [nowRev, hint])).toEqual([
      [2, "document"],
      [2, "document"],
    ]);
    expect(asked).toEqual(["acme record", "acme document"]);
    await owners.markDirty("acme", [person, room]);
    expect((await stands()).map(({ dirtyRev }) => dirtyRev)).toEqual([1, undefined]);
  });

  test("leave walks to others: a resource's walk, or the list of one without a walk, is requested", async () => {
    const { owners, store } = setUp();
    const feeds = [...walksOf("acme", "company"), ...walksOf("acme", "company_template")];
    expect(feeds.map(({ kind }) => kind)).toEqual(["company-walk", "company-template"]);
    await store.putIfAbsent(feeds);
    await owners.requestWalk("acme", "company");
    const revs = async () => (await store.loadAll(feeds.map(({ feedId }) => feedId))).map(({ nowRev }) => nowRev);
    expect(await revs()).toEqual([1, 0]);
    await owners.requestWalk("acme", "company_template");
    expect(await revs()).toEqual([1, 1]);
  });
});

describe("stalled owners", () => {
  test("are listed with the time since when they stall, and forgotten", async () => {
    const stalled = new StalledOwners(new MemoryTable("feeds"));
    const [one, two] = [ownerFeed("acme", person), ownerFeed("acme", { type: "Company", id: "c1" })];
    await stalled.note(one, 5);
    await stalled.note(two, 6);
    await stalled.note({ instance: "other", feedId: "other#owner#Person#p1" }, 7);
    const both = [
      { feedId: two.feedId, since: 6 },
      { feedId: one.feedId, since: 5 },
    ];
    expect(await stalled.list("acme", 10)).toEqual({ owners: both, more: false });
    expect(await stalled.list("acme", 1)).toEqual({ owners: [both[0]], more: true });
    await stalled.forget(two);
    expect(await stalled.list("acme", 10)).toEqual({ owners: [both[1]], more: false });
  });

  test("fail with their instance's name if a stored note can't be read", async () => {
    const table = new MemoryTable("feeds");
    await table.put([{ item: { pk: "acme#stalled", sk: "acme#owner#Person#p1", since: "long ago" } }]);
    await expect(new StalledOwners(table).list("acme", 10)).rejects.toThrow(
      "stalled feed of acme has an unknown shape at since",
    );
  });
});

describe("owners of first contact that weren't read to the end", () => {
  const now = 1_800_000_000_000;
  const met = ownerFeed("acme", { ...person, knownSince: 5 });
  const id = met.feedId;
  const bucket = now / 15_000;
  const isUnmet = async (rest: Partial<Feed>) => {
    const { table, store } = setUp();
    await store.putIfAbsent([{ ...met, ...rest }]);
    return (await unmetOwners({ table, feeds: store }, "acme", now)).length > 0;
  };

  test.each([
    ["its first visit", met.wheel],
    ["its next visit", requestedPartitionOf(id, "now")],
    ["its next visit, ahead of others", requestedPartitionOf(id, "ahead")],
    ["the end of its visit", laterPartition("acme", "owners", bucket - 2)],
    ["the end of its backoff", laterPartition("acme", "owners", bucket + 60)],
  ])("are found while one waits for %s", async (_, wheel) => {
    expect(await isUnmet({ wheel })).toBe(true);
    expect(await isUnmet({ wheel, drained: true })).toBe(false);
    expect(await isUnmet({ wheel, knownSince: undefined })).toBe(false);
  });

  test.each([
    ["in its slot", slotPartition("acme", "owners", met.level, id)],
    ["set aside for longer than any backoff", laterPartition("acme", "owners", bucket + 61)],
    ["set aside long ago", laterPartition("acme", "owners", bucket - 3)],
  ])("aren't searched for %s", async (_, wheel) => {
    expect(await isUnmet({ wheel })).toBe(false);
  });
});
