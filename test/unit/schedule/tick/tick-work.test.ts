import { expect, test } from "vitest";
import { ScheduleWorld } from "../schedule-world.ts";

test("a worker that held its claim too long sends nothing more", async () => {
  const world = new ScheduleWorld();
  await world.connect();
  await world.addOwners(5);
  const { claimLife } = world.timings;
  const slow = world.feedsTable.queryIndex.bind(world.feedsTable);
  let stalled = false;
  world.feedsTable.queryIndex = async (query) => {
    if (!stalled) {
      stalled = true;
      world.clock.advance(claimLife);
    }
    return slow(query);
  };
  expect(await world.tick()).toBe("late");
  expect(world.sent).toEqual([]);
  expect(await world.tick()).toBe("dispatched");
});

test("a tick's reads don't grow with the requested polls in flight", async () => {
  const world = new ScheduleWorld();
  await world.connect(50);
  const owners = await world.addOwners(300);
  await world.store.requestPoll(owners);
  // Sent, and none of their visits has ended.
  for (let round = 0; round < 20; round += 1) {
    await world.tick();
    world.clock.advance(world.timings.tick);
  }
  let read = 0;
  const getAll = world.feedsTable.getAll.bind(world.feedsTable);
  world.feedsTable.getAll = async (keys) => {
    read += keys.length;
    return getAll(keys);
  };
  await world.tick();
  expect(read).toBeLessThan(40);
});
