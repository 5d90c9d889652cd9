import { expect, test } from "vitest";
import { PressureGauge } from "../../../../shared/schedule/budget/pressure-gauge.ts";
import type { FeedStore } from "../../../../shared/schedule/feeds/feed-store.ts";
import { toSlot } from "../../../../shared/schedule/feeds/feed-write.ts";
import { underWayUntil } from "../../../../shared/schedule/tick/poll-message.ts";
import { connectedWorld } from "../schedule-world.ts";

const tick = 15_000;

type Wish = readonly [name: string, make: (store: FeedStore, feedId: string) => Promise<unknown>];
const wishes: readonly Wish[] = [
  ["requested", (store, feedId) => store.requestPoll([feedId])],
  ["hinted", (store, feedId) => store.hint([feedId], "record")],
  ["marked dirty", (store, feedId) => store.markDirty([feedId])],
];

/** A world in which the first visit of one owner has been granted and hasn't ended. */
async function grantedWorld() {
  const world = await connectedWorld({ requestsPerSecond: 50 });
  const [feedId = ""] = await world.addOwners(1);
  await world.tick();
  expect(world.visitsOf(feedId)).toHaveLength(1);
  const pass = async (ticks: number) => {
    for (let n = 0; n < ticks; n += 1) {
      world.clock.advance(tick);
      await world.tick();
    }
  };
  const stands = async () => (await world.store.load(feedId))!;
  return { world, feedId, pass, stands };
}

test.each(wishes)(
  "a feed that is %s while its message is in flight is served once, after the visit",
  async (_, wish) => {
    const { world, feedId, pass, stands } = await grantedWorld();
    const begun = await stands();
    await wish(world.store, feedId);
    await pass(4);
    expect(world.visitsOf(feedId)).toHaveLength(1);
    await world.store.leave(begun, toSlot(begun));
    await pass(1);
    expect(world.visitsOf(feedId)).toHaveLength(2);
    const again = await stands();
    await world.store.leave(again, toSlot(again));
    expect(await stands()).not.toHaveProperty("underWayUntil");
  },
);

test.each(wishes)(
  "a feed that is %s during a visit is granted again at the visit's latest end, if that never comes",
  async (_, wish) => {
    const { world, feedId, pass } = await grantedWorld();
    const { startBy, pollDeadline } = world.timings;
    const latest = world.clock.now() + startBy + pollDeadline;
    await wish(world.store, feedId);
    await pass(30);
    const [, second = 0] = world.visitsOf(feedId);
    expect(second).toBeGreaterThanOrEqual(latest);
    expect(second).toBeLessThanOrEqual(latest + 3 * tick);
  },
);

test.each([0, 1, 999, 1_000, 3_500])(
  "a feed that is granted %i ms before a hold of its instance ends is marked with the latest end of its message",
  async (left) => {
    const world = await connectedWorld({ requestsPerSecond: 50 });
    const [feedId = ""] = await world.addOwners(1);
    const gauge = new PressureGauge(world.feedsTable, world.clock);
    await gauge.hold("acme", left);
    await world.tick();
    const message = world.sent.map(({ message: sent }) => sent).find(({ feedIds }) => feedIds.includes(feedId));
    expect((await world.store.load(feedId))?.underWayUntil).toBe(underWayUntil(message!.startBy, world.timings));
  },
);

test("a visit that ends doesn't end the time of a message that was granted since", async () => {
  const { world, feedId, pass, stands } = await grantedWorld();
  const first = await stands();
  await world.store.leave(first, toSlot(first));
  // A visit on the wheel, which took no mark, while a hint has the feed granted.
  const onWheel = await stands();
  await world.store.hint([feedId], "record");
  await pass(1);
  const granted = await stands();
  expect(granted.underWayUntil).toBeGreaterThan(world.clock.now());
  await world.store.leave(onWheel, { to: "now" });
  expect((await stands()).underWayUntil).toBe(granted.underWayUntil);
  await pass(2);
  expect(world.visitsOf(feedId)).toHaveLength(2);
});
