import { expect, test } from "vitest";
import { before } from "../../../support/around.ts";
import { connectedWorld } from "../schedule-world.ts";

test("a worker that held its claim too long sends nothing more", async () => {
  const world = await connectedWorld({ owners: 5 });
  const { claimLife } = world.timings;
  let stalled = false;
  before(world.feedsTable, "queryIndex", () => {
    if (!stalled) {
      stalled = true;
      world.clock.advance(claimLife);
    }
  });
  expect(await world.tick()).toBe("late");
  expect(world.sent).toEqual([]);
  expect(await world.tick()).toBe("dispatched");
});

test("a tick's reads don't grow with the requested polls in flight", async () => {
  const world = await connectedWorld({ requestsPerSecond: 50 });
  const owners = await world.addOwners(300);
  await world.store.requestPoll(owners);
  // Sent, and none of their visits has ended.
  for (let round = 0; round < 20; round += 1) {
    await world.tick();
    world.clock.advance(world.timings.tick);
  }
  let read = 0;
  before(world.feedsTable, "getAll", (keys) => void (read += keys.length));
  await world.tick();
  expect(read).toBeLessThan(40);
});
