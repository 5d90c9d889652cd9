import { expect, test } from "vitest";
import { fixedFeeds } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { laterBucketOf, laterPartition } from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { tickMessage } from "../../../../shared/schedule/tick/tick.ts";
import { connectedWorld, ScheduleWorld } from "../schedule-world.ts";

const minute = 60_000;

/** A tick that dies when it has claimed the plan and is about to send. */
async function tickThatDies(world: ScheduleWorld): Promise<void> {
  const send = world.queue.send.bind(world.queue);
  world.queue.send = () => Promise.reject(new Error("died"));
  await expect(world.tick()).rejects.toThrow("died");
  world.queue.send = send;
}

test("a tick of an unregistered instance writes and sends nothing", async () => {
  const world = new ScheduleWorld();
  expect(await world.tick()).toBe("unknown");
  expect(world.feedsTable.items).toEqual([]);
  expect(world.mirror.items).toEqual([]);
  expect(world.sent).toEqual([]);
});

test("a message without an instance's name is no tick", () => {
  expect(tickMessage.safeParse({ instance: "acme" }).success).toBe(true);
  expect(tickMessage.safeParse({}).success).toBe(false);
  expect(tickMessage.safeParse({ instance: "acme#plan" }).success).toBe(false);
});

test("a tick is early until a third of the time between two has passed", async () => {
  const world = await connectedWorld();
  await world.tick();
  world.clock.advance(world.timings.tick / 3 - 1);
  expect(await world.tick()).toBe("early");
  world.clock.advance(1);
  expect(await world.tick()).not.toBe("early");
});

test("the claim of a tick that died is left alone until it expires, and then sent", async () => {
  const world = await connectedWorld();
  await tickThatDies(world);
  expect(await world.tick()).toBe("busy");
  world.clock.advance(world.timings.claimLife - 1);
  expect(await world.tick()).toBe("busy");
  expect(world.sent).toEqual([]);
  world.clock.advance(1);
  expect(await world.tick()).toBe("dispatched");
});

test("an expired claim is taken up at once, even within a third of the time between two ticks", async () => {
  const world = await connectedWorld({ requestsPerSecond: 50 }, { claimLife: 1_000 });
  await tickThatDies(world);
  world.clock.advance(1_000);
  expect(await world.tick()).toBe("dispatched");
});

test("a tick that sent for too long, so that another took its claim, says so and leaves the other's plan unchanged", async () => {
  const world = await connectedWorld();
  const send = world.queue.send.bind(world.queue);
  let plan: unknown;
  world.queue.send = async (messages) => {
    world.queue.send = send;
    await send(messages);
    world.clock.advance(world.timings.claimLife);
    expect(await world.tickOver().run({ instance: "acme" })).toBe("dispatched");
    plan = await world.plans.load("acme");
  };
  expect(await world.tick()).toBe("late");
  expect(await world.plans.load("acme")).toEqual(plan);
  expect(world.logger.lines).toContainEqual({ level: "warn", event: "tick.late", fields: { instance: "acme" } });
});

test("a tick says that the clock was set back, and by how much, and does its work", async () => {
  const world = await connectedWorld();
  await world.run(2 * minute);
  const [timeline] = fixedFeeds("acme");
  const { at = 0 } = (await world.plans.load("acme")) ?? {};
  await world.feedsTable.update({
    key: { pk: timeline!.feedId, sk: "feed" },
    set: { status: "backing_off", failures: 3, retryAt: world.clock.now() + 5 * minute },
  });
  world.clock.advance(-5 * minute);
  expect(await world.tick()).toBe("dispatched");
  expect(world.logger.lines.filter(({ event }) => event === "clock.set_back")).toEqual([
    { level: "warn", event: "clock.set_back", fields: { instance: "acme", byMs: at - world.clock.now() } },
  ]);
  // Its wait ended in the wrong clock's time.
  expect((await world.store.load(timeline!.feedId))?.retryAt).toBeUndefined();
});

test("an instance that an operator paused is no longer polled, until it is resumed", async () => {
  const world = await connectedWorld();
  await world.registry.control("acme", { action: "pause" });
  expect(await world.tick()).toBe("idle");
  world.clock.advance(world.timings.tick);
  await world.registry.control("acme", { action: "resume" });
  expect(world.sent).toEqual([]);
  expect(await world.tick()).toBe("dispatched");
});

test("a Retry-After holds until it is over, and not a millisecond longer", async () => {
  const world = await connectedWorld();
  const { tick } = world.timings;
  const throttledAt = world.clock.now();
  await world.feedsTable.put([
    { item: { pk: "acme#plan", sk: "pressure", throttledAt, holdUntil: throttledAt + 2 * tick } },
  ]);
  world.clock.advance(tick);
  expect(await world.tick()).toBe("idle");
  world.clock.advance(tick);
  expect(await world.tick()).toBe("dispatched");
});

test("a Retry-After that is over within the tick delays its grants, and costs no tick", async () => {
  const world = await connectedWorld();
  const { tick, startBy } = world.timings;
  const holdUntil = world.clock.now() + tick - 1;
  await world.feedsTable.put([{ item: { pk: "acme#plan", sk: "pressure", throttledAt: 0, holdUntil } }]);
  expect(await world.tick()).toBe("dispatched");
  for (const { message } of world.sent) expect(message.startBy - startBy).toBeGreaterThanOrEqual(holdUntil);
});

test("an instance's feeds are put when its registration has changed, and not read by every tick", async () => {
  const world = await connectedWorld();
  await world.run(minute);
  const [dropped] = fixedFeeds("acme");
  await world.store.drop(dropped!.feedId);
  await world.run(minute);
  expect(await world.store.load(dropped!.feedId)).toBeUndefined();
  await world.registry.register({ name: "acme", rooms: ["r"], now: world.clock.now() });
  await world.tick();
  expect(await world.store.load(dropped!.feedId)).toBeDefined();
});

test("a requested feed is set aside until its message is too old and its visit must have ended", async () => {
  const world = await connectedWorld();
  await world.tick();
  const { startBy, pollDeadline } = world.timings;
  const [timeline] = fixedFeeds("acme");
  const bucket = laterBucketOf(world.clock.now() + startBy + pollDeadline);
  expect((await world.store.load(timeline!.feedId))?.wheel).toBe(laterPartition("acme", "timelines", bucket));
});

test("a requested feed that can't be set aside is still polled, and the tick ends as usual", async () => {
  const world = await connectedWorld();
  const [timeline] = fixedFeeds("acme");
  const update = world.feedsTable.update.bind(world.feedsTable);
  world.feedsTable.update = async (change) => {
    if (change.key.pk === timeline!.feedId) throw new Error("throttled");
    return update(change);
  };
  expect(await world.tick()).toBe("dispatched");
  expect(world.visitsOf(timeline!.feedId)).toEqual([world.clock.now()]);
  expect(world.logger.lines.filter(({ event }) => event === "tick.not_set_aside")).toEqual([
    { level: "error", event: "tick.not_set_aside", fields: { instance: "acme", error: "Error: throttled" } },
  ]);
  // It is sent again, because it is still among the requests.
  world.feedsTable.update = update;
  world.clock.advance(world.timings.tick);
  await world.tick();
  expect(world.visitsOf(timeline!.feedId)).toHaveLength(2);
});

test("requests that polls didn't spend are granted again, once", async () => {
  const world = await connectedWorld();
  const key = { pk: "acme#plan", sk: "pressure" };
  const returned = async () => (await world.plans.load("acme"))?.settlement.returned;
  await world.run(2 * minute);
  await world.feedsTable.update({ key, add: { spent: 3, unspent: 5 } });
  await world.run(world.timings.tick);
  expect(await returned()).toBe(5);
  await world.run(minute);
  expect(await returned()).toBe(5);
  await world.feedsTable.update({ key, add: { spent: 1, unspent: 2 } });
  await world.run(world.timings.tick);
  expect(await returned()).toBe(7);
});
