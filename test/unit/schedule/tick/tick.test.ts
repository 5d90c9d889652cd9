import fc from "fast-check";
import { expect, test } from "vitest";
import { capacityOf } from "../../../../shared/schedule/budget/token-bucket.ts";
import { toSlot } from "../../../../shared/schedule/feeds/feed-write.ts";
import { fixedFeeds, roomFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { laterWidth } from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { bucketWindow } from "../../../../shared/schedule/tick/refilled-plan.ts";
import { connectedWorld, peakOutstanding } from "../schedule-world.ts";

const minute = 60_000;

test("the first tick of an instance puts its feeds and sends them", async () => {
  const world = await connectedWorld({ rooms: ["room-1"] });
  expect(await world.tick()).toBe("dispatched");
  const polled = world.sent.flatMap(({ message }) => message.feedIds);
  expect(polled).toEqual(
    expect.arrayContaining(
      fixedFeeds("acme")
        .slice(0, 6)
        .map(({ feedId }) => feedId),
    ),
  );
  expect(polled).toContain(roomFeed("acme", "room-1").feedId);
  for (const { message } of world.sent) expect(message.startBy).toBeGreaterThan(world.clock.now());
});

test("a doubled tick is a no-op", async () => {
  const world = await connectedWorld();
  await world.tick();
  const before = world.feedsTable.items;
  world.clock.advance(200);
  expect(await world.tick()).toBe("early");
  expect(world.feedsTable.items).toEqual(before);
});

test("two simultaneous ticks send once", async () => {
  const world = await connectedWorld({ owners: 30 });
  const outcomes = await Promise.all([
    world.tickOver().run({ instance: "acme" }),
    world.tickOver().run({ instance: "acme" }),
  ]);
  expect(outcomes.toSorted()).toEqual(["busy", "dispatched"]);
});

test("timelines are polled once per period, rooms once per theirs", async () => {
  const world = await connectedWorld({ rooms: ["r"], run: 30 * minute });
  for (const { feedId } of fixedFeeds("acme").slice(0, 6)) {
    // In addition to the first visit, which comes at once.
    expect(world.visitsOf(feedId).length).toBeGreaterThanOrEqual(58);
    expect(world.visitsOf(feedId).length).toBeLessThanOrEqual(63);
  }
  const room = world.visitsOf(roomFeed("acme", "r").feedId).length;
  expect(room).toBeGreaterThanOrEqual(5);
  expect(room).toBeLessThanOrEqual(8);
});

test("the owners' wheel moves as fast as the budget allows, for all owners alike", async () => {
  const world = await connectedWorld();
  const owners = await world.addOwners(500);
  await world.run(20 * minute);
  const settled = world.clock.now();
  await world.run(20 * minute);
  const visits = owners.map((feedId) => world.visitsOf(feedId).filter((at) => at >= settled).length);
  // With 1.4 requests per owner and 3.5 to 4.2 requests per second a turn takes about three minutes.
  expect(Math.min(...visits)).toBeGreaterThanOrEqual(5);
  expect(Math.max(...visits) - Math.min(...visits)).toBeLessThanOrEqual(1);
});

test("few owners are polled often, but no feed twice in five seconds", async () => {
  const world = await connectedWorld({ requestsPerSecond: 50 }, { tick: 1_000 });
  const [one = ""] = await world.addOwners(3);
  // Levels that were empty so far are read slowly.
  await world.run(4 * minute);
  const settled = world.clock.now();
  await world.run(2 * minute);
  const visits = world.visitsOf(one).filter((at) => at >= settled);
  expect(visits.length).toBeGreaterThan(18);
  const gaps = visits.slice(1).map((at, position) => at - (visits[position] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4_000);
});

test("an idle visit writes nothing to its feed", async () => {
  const world = await connectedWorld();
  const [one = ""] = await world.addOwners(1);
  await world.run(minute);
  const before = await world.feedsTable.get({ pk: one, sk: "feed" });
  await world.run(5 * minute);
  expect(await world.feedsTable.get({ pk: one, sk: "feed" })).toEqual(before);
});

test("a requested feed is polled within two ticks, though thousands wait for their first visit, and once while its visit lasts", async () => {
  const world = await connectedWorld();
  const [wanted = ""] = await world.addOwners(1);
  await world.run(minute);
  await world.addOwners(2_000);
  await world.run(2 * minute);
  await world.store.requestPoll([wanted]);
  const before = world.sent.length;
  await world.tick();
  world.clock.advance(15_000);
  await world.tick();
  expect(world.sent.slice(before).filter(({ message }) => message.feedIds.includes(wanted))).toHaveLength(1);
  world.clock.advance(15_000);
  const during = world.sent.length;
  await world.tick();
  expect(world.sent.slice(during).filter(({ message }) => message.feedIds.includes(wanted))).toHaveLength(0);
  // A worker that died is replaced.
  world.clock.advance(world.timings.startBy + world.timings.pollDeadline + 2 * laterWidth);
  const later = world.sent.length;
  // The others' workers also died, and they come before it.
  await world.run(10 * minute);
  expect(world.sent.slice(later).some(({ message }) => message.feedIds.includes(wanted))).toBe(true);
});

test("poll requests for parked feeds, which aren't granted for a day, don't come before the others", async () => {
  const world = await connectedWorld();
  const owners = await world.addOwners(1_300);
  // The last in the order of the index.
  const wanted = "acme#owner#Person#p999";
  for (const feedId of owners) {
    const feed = await world.store.load(feedId);
    if (feed === undefined) throw new Error("no feed");
    await world.store.leave(feed, toSlot(feed));
    const retryAt = world.clock.now() + 24 * 60 * minute;
    if (feedId !== wanted) await world.store.save(feed, { status: "parked", retryAt });
  }
  await world.store.requestPoll(owners);
  const before = world.sent.length;
  await world.run(2 * minute);
  const granted = world.sent.slice(before).filter(({ message }) => message.feedIds.includes(wanted));
  expect(granted.some(({ message }) => message.feedIds.length === 1)).toBe(true);
  const wheels = world.feedsTable.items.flatMap(({ wheel }) => (typeof wheel === "string" ? [wheel] : []));
  expect(wheels.filter((wheel) => wheel.includes("#owners#now#"))).toEqual([]);
});

test("a storm of poll requests doesn't stop the wheel", async () => {
  const world = await connectedWorld({ requestsPerSecond: 2 });
  const owners = await world.addOwners(60);
  await world.run(10 * minute);
  const noisy = owners.slice(0, 50);
  const quiet = owners.slice(50);
  const start = world.clock.now();
  for (let round = 0; round < 80; round += 1) {
    await world.store.requestPoll(noisy);
    await world.run(world.timings.tick);
  }
  for (const feedId of quiet) expect(world.visitsOf(feedId).some((at) => at >= start)).toBe(true);
});

test("a parked instance gets only one probe per parkedProbe", async () => {
  const world = await connectedWorld({ owners: 20 });
  await world.registry.park("acme", "invalid_client", 1_000);
  await world.run(30 * minute);
  expect(world.sent.length).toBeGreaterThanOrEqual(6);
  expect(world.sent.length).toBeLessThanOrEqual(7);
  for (const { message } of world.sent) expect(message.feedIds).toHaveLength(1);
});

test("hazard 64: refusals for load lower the rate, a Retry-After stops everything for its time, quiet restores it", async () => {
  const world = await connectedWorld({ requestsPerSecond: 4, owners: 500, run: 5 * minute });
  await world.feedsTable.put([
    {
      item: { pk: "acme#plan", sk: "pressure", throttledAt: world.clock.now(), holdUntil: world.clock.now() + minute },
    },
  ]);
  const before = world.sent.length;
  await world.run(minute);
  expect(world.sent.length).toBe(before);
  expect((await world.plans.load("acme"))?.rate).toBeLessThan(4 * 0.9);
  await world.run(60 * minute);
  expect((await world.plans.load("acme"))?.rate).toBe(4);
});

test("a room that is no longer registered is no longer polled", async () => {
  const world = await connectedWorld({ rooms: ["r"], run: minute });
  await world.registry.register({ name: "acme", rooms: [], now: world.clock.now() });
  await world.run(minute);
  expect(await world.store.load(roomFeed("acme", "r").feedId)).toBeUndefined();
});

test("kinds of feeds that a later version adds are put for existing instances", async () => {
  const world = await connectedWorld({ run: minute });
  const scrub = fixedFeeds("acme").find(({ kind }) => kind === "project-scrub")!;
  await world.store.drop(scrub.feedId);
  await world.feedsTable.update({ key: { pk: "acme#plan", sk: "plan" }, remove: ["kindsPut"] });
  await world.run(minute);
  expect(await world.store.load(scrub.feedId)).toMatchObject({ kind: "project-scrub" });
});

test("outstanding allowances never exceed the budget, whatever the tick, the budget and the poll requests", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(200, 1_000, 15_000),
      fc.double({ min: 0.1, max: 20, noNaN: true }),
      fc.array(fc.integer({ min: 0, max: 39 }), { minLength: 20, maxLength: 40 }),
      async (tick, rate, wishes) => {
        const world = await connectedWorld({ requestsPerSecond: rate }, { tick });
        const owners = await world.addOwners(40);
        for (const wish of wishes) {
          await world.store.requestPoll([owners[wish] ?? ""]);
          await world.run(tick);
          world.clock.advance(wish * 10);
        }
        expect(peakOutstanding(world.sent, rate)).toBeLessThanOrEqual(
          capacityOf(rate, bucketWindow(world.timings)) + 1e-6,
        );
      },
    ),
    { numRuns: 15 },
  );
});

test("ticks that die one after another after sending don't grant the same budget again", async () => {
  const world = await connectedWorld({ owners: 400 }, { claimLife: 5_000 });
  const send = world.queue.send.bind(world.queue);
  world.queue.send = async (messages) => {
    await send(messages);
    throw new Error("died");
  };
  for (let round = 0; round < 10; round += 1) {
    await expect(world.tick()).rejects.toThrow("died");
    world.clock.advance(world.timings.claimLife);
  }
  expect(peakOutstanding(world.sent, 5)).toBeLessThanOrEqual(capacityOf(5, bucketWindow(world.timings)) + 1e-6);
});
