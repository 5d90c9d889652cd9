import { expect, test } from "vitest";
import { instanceStatus } from "../../../shared/schedule/feed-status.ts";
import { fixedFeeds } from "../../../shared/schedule/feeds-of-instance.ts";
import { ScheduleWorld } from "./schedule-world.ts";

const statusOf = ({ registry, store, plans, timings, clock }: ScheduleWorld) =>
  instanceStatus({ registry, feeds: store, plans, timings }, "acme", clock.now());

test("an unknown instance has no status", async () => {
  expect(await statusOf(new ScheduleWorld())).toBeUndefined();
});

test("the baseline is done once the first contact of all four resources is", async () => {
  const world = new ScheduleWorld();
  await world.connect(5, ["room"]);
  expect(await statusOf(world)).toMatchObject({ baselineDone: false, status: "active", requestsPerSecond: 5 });
  await world.tick();
  const drains = fixedFeeds("acme").filter(({ drained }) => !drained);
  for (const [position, feed] of drains.entries()) {
    expect(await statusOf(world)).toMatchObject({ baselineDone: false });
    expect(position).toBeLessThan(4);
    await world.store.saveCheckpoint(feed, { drained: true });
  }
  expect(await statusOf(world)).toMatchObject({ baselineDone: true });
});

test("a class is as late as its latest feed, and says what fails", async () => {
  const world = new ScheduleWorld();
  await world.connect();
  await world.tick();
  const timelines = fixedFeeds("acme").slice(0, 6);
  for (const [position, feed] of timelines.entries()) {
    const polledAt = world.clock.now() - position * 10_000;
    await world.store.saveCheckpoint(
      feed,
      position === 2 ? { polledAt, failures: 1, status: "backing_off", lastError: "500" } : { polledAt },
    );
  }
  const status = (await statusOf(world))?.classes.find((one) => one.class === "timelines");
  expect(status).toMatchObject({
    status: "backing_off",
    lagSeconds: 50,
    estimated: false,
    lastErrors: [{ feedId: timelines[2]?.feedId, error: "500" }],
  });
});

test("owners' last poll is reckoned from the wheel and labelled so", async () => {
  const world = new ScheduleWorld();
  await world.connect();
  await world.addOwners(300);
  await world.run(15 * 60_000);
  const owners = (await statusOf(world))?.classes.find((one) => one.class === "owners");
  expect(owners?.estimated).toBe(true);
  expect(owners?.lagSeconds).toBeGreaterThan(60);
  expect(owners?.lagSeconds).toBeLessThan(600);
});
