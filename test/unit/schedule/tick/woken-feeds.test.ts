import { expect, test } from "vitest";
import { FeedStore } from "../../../../shared/schedule/feeds/feed-store.ts";
import { fixedFeeds, ownerFeed, roomFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { StalledOwners } from "../../../../shared/schedule/feeds/stalled-owners.ts";
import { wakeStalledOwners } from "../../../../shared/schedule/tick/wake-feeds.ts";
import type { Plan } from "../../../../shared/schedule/wheel/plan.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { connectedWorld, type ScheduleWorld } from "../schedule-world.ts";

const hour = 3_600_000;
const own = [...fixedFeeds("acme"), roomFeed("acme", "r1")].map(({ feedId }) => feedId);

/** An instance whose feeds were all parked seven times in a row, so each waits for a day. */
async function parkedWorld(owners: number) {
  const world = await connectedWorld({ rooms: ["r1"], owners });
  await world.run(world.timings.tick);
  const ids = [...own, ...(await world.addOwners(owners))].toSorted();
  const stalled = new StalledOwners(world.feedsTable);
  const now = world.clock.now();
  const gaveUp = { status: "parked", failures: 8, lastError: "bad_request", retryAt: now + 24 * hour } as const;
  for (const feed of await world.store.loadAll(ids)) {
    const leaving = { to: "slot", level: feed.level, nowRevAtStart: feed.nowRev } as const;
    await world.store.save(feed, { ...gaveUp, stalledSince: now, failingSince: now }, leaving);
    if (feed.class === "owners") await stalled.note(feed, now);
  }
  return { world, ids };
}

const statusesOf = async (world: ScheduleWorld, ids: readonly string[]) => {
  const found = (await world.store.loadAll(ids)).map(({ status, retryAt }) => `${status} ${retryAt ?? "due"}`);
  return [...new Set(found)];
};

const waiting = async (world: ScheduleWorld, ids: readonly string[]) =>
  (await world.store.loadAll(ids)).filter(({ retryAt }) => retryAt !== undefined).length;

test.each([{ action: "resume" }, { action: "rewind", to: undefined }] as const)(
  "an operator's %j of an instance makes its parked feeds due at the next tick",
  async (request) => {
    const { world, ids } = await parkedWorld(30);
    await world.registry.control("acme", request);
    world.clock.advance(world.timings.tick);
    const before = world.sent.length;
    await world.tick();
    expect(await statusesOf(world, ids)).toEqual(["active due"]);
    const granted = world.sent.slice(before).flatMap(({ message }) => message.feedIds);
    expect(own.filter((feedId) => feedId.includes("timeline") && !granted.includes(feedId))).toEqual([]);
    expect(await world.store.load(ids[0] ?? "")).toMatchObject({ failures: 0, stalledSince: expect.any(Number) });
  },
);

test("a tick wakes a page of owners, and the next ones continue after them", async () => {
  const { world, ids } = await parkedWorld(120);
  await world.registry.control("acme", { action: "resume" });
  const left: number[] = [];
  for (let tick = 0; tick < 4; tick += 1) {
    world.clock.advance(world.timings.tick);
    await world.tick();
    left.push(await waiting(world, ids));
  }
  // The table's pages have 50 items.
  expect(left).toEqual([70, 20, 0, 0]);
  expect((await world.plans.load("acme"))?.waking).toBeUndefined();
});

test("a tick reads and wakes at most 500 owners", async () => {
  const table = new MemoryTable("feeds", { pageSize: 10_000 });
  const [store, stalledOwners] = [new FeedStore(table), new StalledOwners(table)];
  const retryAt = 1_800_000_000_000;
  const feeds = Array.from({ length: 1_001 }, (_, n) => ownerFeed("acme", { type: "Person", id: `p${n}` }));
  await store.putIfAbsent(feeds.map((feed) => ({ ...feed, status: "parked" as const, retryAt })));
  for (const feed of feeds) await stalledOwners.note(feed, retryAt);
  const woken: number[] = [];
  const resume = (...args: Parameters<FeedStore["resume"]>) => {
    woken[woken.length - 1] = (woken.at(-1) ?? 0) + 1;
    return store.resume(...args);
  };
  const counting = { loadAll: store.loadAll.bind(store), resume };
  for (let waking: Plan["waking"] = {}; waking !== undefined; ) {
    woken.push(0);
    waking = await wakeStalledOwners(counting, stalledOwners, "acme", waking);
  }
  expect(woken).toEqual([500, 500, 1]);
});

test("a paused or parked instance wakes its feeds when it resumes", async () => {
  const { world, ids } = await parkedWorld(3);
  await world.registry.control("acme", { action: "pause" });
  await world.run(world.timings.tick);
  expect(await waiting(world, ids)).toBe(ids.length);
  await world.registry.control("acme", { action: "resume" });
  await world.registry.park("acme", "forbidden", world.clock.now());
  await world.run(world.timings.tick);
  expect(await waiting(world, ids)).toBe(ids.length);
  await world.registry.resume("acme", world.clock.now());
  await world.run(world.timings.tick);
  expect(await waiting(world, ids)).toBe(0);
});

test("a feed that an operator paused stays paused, and a walk that awaits its second request keeps waiting", async () => {
  const { world } = await parkedWorld(0);
  const [paused = "", walk = ""] = own;
  await world.store.pause(paused);
  const feed = await world.store.load(walk);
  if (feed === undefined) throw new Error("no feed");
  const until = world.clock.now() + hour;
  await world.store.save(feed, { status: "active", failures: 0, retryAt: until });
  await world.registry.control("acme", { action: "resume" });
  await world.run(world.timings.tick);
  expect(await world.store.load(paused)).toMatchObject({ status: "paused", retryAt: expect.any(Number) });
  expect(await world.store.load(walk)).toMatchObject({ status: "active", retryAt: until });
});

test("a crash before or after any write of the tick loses no feed", async () => {
  const { world: before, ids } = await parkedWorld(2);
  await before.registry.control("acme", { action: "resume" });
  before.clock.advance(before.timings.tick);
  let crashes = 0;
  for await (const { world } of before.crashes()) {
    crashes += 1;
    world.clock.advance(world.timings.claimLife + world.timings.tick);
    await world.run(2 * world.timings.tick);
    expect(await waiting(world, ids)).toBe(0);
  }
  expect(crashes).toBeGreaterThan(own.length);
});

test("a visit that began before the wake can't park its feed again", async () => {
  const { world } = await parkedWorld(0);
  const [feedId = ""] = own;
  const seen = await world.store.load(feedId);
  if (seen === undefined) throw new Error("no feed");
  await world.registry.control("acme", { action: "resume" });
  world.clock.advance(world.timings.tick);
  await world.tick();
  const parked = { status: "parked", retryAt: world.clock.now() + hour } as const;
  const leaving = { to: "slot", level: seen.level, nowRevAtStart: seen.nowRev } as const;
  expect(await world.store.save(seen, parked, leaving)).toEqual({ outcome: "conflict" });
});
