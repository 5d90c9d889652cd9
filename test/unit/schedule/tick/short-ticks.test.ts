import { expect, test } from "vitest";
import { capacityOf } from "../../../../shared/schedule/budget/token-bucket.ts";
import { fixedFeeds, roomFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { bucketWindow } from "../../../../shared/schedule/tick/refilled-plan.ts";
import { connectedWorld, peakOutstanding } from "../schedule-world.ts";

const minute = 60_000;

test("nothing starves with ticks of 200 ms and a budget of one request per second", async () => {
  const world = await connectedWorld({ requestsPerSecond: 1, rooms: ["r"] }, { tick: 200 });
  const owners = await world.addOwners(5);
  await world.run(15 * minute);
  const expected = [...fixedFeeds("acme"), roomFeed("acme", "r")].map(({ feedId }) => feedId);
  for (const feedId of [...expected, ...owners]) expect(world.visitsOf(feedId).length).toBeGreaterThanOrEqual(1);
  expect(peakOutstanding(world.sent, 1)).toBeLessThanOrEqual(capacityOf(1, bucketWindow(world.timings)) + 1e-6);
});
