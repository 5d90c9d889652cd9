import { expect, test } from "vitest";
import { capacityOf } from "../../../../shared/schedule/budget/token-bucket.ts";
import { fixedFeeds } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { bucketWindow } from "../../../../shared/schedule/tick/refilled-plan.ts";
import { peakOutstanding, ScheduleWorld } from "../schedule-world.ts";

const minute = 60_000;

test("a crash before or after any write of a tick skips no feed and exceeds no budget", async () => {
  const before = new ScheduleWorld();
  await before.connect(5);
  const owners = await before.addOwners(40);
  await before.run(minute);
  let crashes = 0;
  for await (const { world } of before.crashes()) {
    crashes += 1;
    const from = world.clock.now();
    await world.visit();
    world.clock.advance(world.timings.tick);
    await world.run(2 * minute);
    for (const feedId of owners) expect(world.visitsOf(feedId).some((at) => at >= from)).toBe(true);
    for (const { feedId } of fixedFeeds("acme").slice(0, 6)) {
      expect(world.visitsOf(feedId).filter((at) => at >= from).length).toBeGreaterThanOrEqual(3);
    }
    expect(peakOutstanding(world.sent, 5)).toBeLessThanOrEqual(capacityOf(5, bucketWindow(world.timings)) + 1e-6);
  }
  expect(crashes).toBeGreaterThan(4);
});
