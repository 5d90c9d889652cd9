import { expect, test } from "vitest";
import { ScheduleWorld } from "../schedule-world.ts";

const minute = 60_000;

test("owners of a rich tick share messages, each of which costs an invocation: four packs in one, and no feed twice in it", async () => {
  const world = new ScheduleWorld();
  await world.connect(50);
  await world.addOwners(1_000);
  await world.run(10 * minute);
  const before = world.sent.length;
  await world.tick();
  const ofOwners = world.sent.slice(before).filter(({ message }) => message.feedIds.length > 10);
  expect(ofOwners.length).toBeGreaterThan(0);
  for (const { message } of ofOwners) {
    expect(message.feedIds.length).toBeLessThanOrEqual(40);
    expect(new Set(message.feedIds).size).toBe(message.feedIds.length);
    // As much as four messages would have got.
    expect(message.allowance).toBe(Math.ceil(message.feedIds.length / 10) * 14);
  }
});
