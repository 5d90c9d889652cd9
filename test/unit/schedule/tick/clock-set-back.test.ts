import { beforeAll, expect, test } from "vitest";
import { fixedFeeds, ownerFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { connectedWorld, Fuse, ScheduleWorld } from "../schedule-world.ts";

const minute = 60_000;
const hour = 60 * minute;

/** A world whose first timeline failed and is to be read again in ten minutes. */
async function worldWithBackoff() {
  const world = await connectedWorld({ run: 2 * minute });
  const [{ feedId } = { feedId: "" }] = fixedFeeds("acme");
  const retryAt = world.clock.now() + 10 * minute;
  await world.feedsTable.update({
    key: { pk: feedId, sk: "feed" },
    set: { status: "backing_off", failures: 8, retryAt },
  });
  return { world, feedId, retryAt };
}

/** An instance with owners that has run for half an hour, which serves as a model. */
const settledModel = new ScheduleWorld();
beforeAll(async () => {
  await settledModel.connect(5, ["r"]);
  await settledModel.addOwners(20);
  await settledModel.run(30 * minute);
});

test.each([5 * minute, 12 * hour, 365 * 24 * hour])(
  "a clock that is set back by %s ms stops no tick and no wheel, even in the middle of a claim",
  async (back) => {
    const world = await settledModel.copy();
    await expect(world.tick(new Fuse(2))).rejects.toThrow("crashed");
    world.clock.advance(-back);
    const from = world.sent.length;
    await world.run(10 * minute);
    const sent = world.sent.slice(from).flatMap(({ message }) => message.feedIds);
    const timeline = fixedFeeds("acme")[0]?.feedId ?? "";
    expect(sent.filter((feedId) => feedId === timeline).length).toBeGreaterThanOrEqual(16);
    expect(sent.filter((feedId) => feedId === timeline).length).toBeLessThanOrEqual(24);
    expect(sent).toContain(ownerFeed("acme", { type: "Person", id: "p0" }).feedId);
  },
);

test("a feed that backed off by a clock ahead is read at once when the clock is right", async () => {
  const { world, feedId, retryAt } = await worldWithBackoff();
  await world.store.requestPoll([feedId]);
  await world.run(2 * minute);
  const [before] = await world.store.loadAll([feedId]);
  expect(before?.wheel).toContain("#later#");
  world.clock.advance(-8 * hour);
  await world.run(minute);
  const [after] = await world.store.loadAll([feedId]);
  expect(after?.retryAt).toBeUndefined();
  expect(after?.wheel).not.toContain("#later#");
  expect(world.sent.at(-1)?.message.startBy).toBeLessThan(retryAt - 7 * hour);
});

test("a timeline that backed off on its wheel is also read at once", async () => {
  const { world, feedId } = await worldWithBackoff();
  world.clock.advance(-8 * hour);
  await world.tick();
  expect((await world.store.load(feedId))?.retryAt).toBeUndefined();
});

test("waits that a wrong clock set end, whichever write of the next tick its worker ends at", async () => {
  const { world: before, feedId } = await worldWithBackoff();
  before.clock.advance(-2 * minute);
  for await (const { write, world } of before.crashes()) {
    world.clock.advance(world.timings.claimLife);
    await world.tick();
    expect((await world.store.load(feedId))?.retryAt, `write ${write}`).toBeUndefined();
  }
});

test("worker clocks that differ by seconds change nothing: a claim is left to its holder", async () => {
  const world = await connectedWorld({ run: minute });
  await expect(world.tick(new Fuse(2))).rejects.toThrow("crashed");
  world.clock.advance(-5_000);
  expect(await world.tick()).toBe("busy");
});
