import { expect, test } from "vitest";
import { fixedFeeds, roomFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { connectedWorld, type ScheduleWorld } from "../schedule-world.ts";

const polled = (world: ScheduleWorld, from = 0) => world.sent.slice(from).flatMap(({ message }) => message.feedIds);

test("a class whose index fails keeps its place and its budget, and the others are polled", async () => {
  const world = await connectedWorld({ rooms: ["r"] });
  const room = roomFeed("acme", "r").feedId;
  const timelines = fixedFeeds("acme").slice(0, 6);
  expect(await world.tick(undefined, (partition) => partition.includes("#rooms#"))).toBe("dispatched");
  expect(polled(world)).toEqual(expect.arrayContaining(timelines.map(({ feedId }) => feedId)));
  expect(polled(world)).not.toContain(room);
  expect(world.logger.lines).toContainEqual(
    expect.objectContaining({
      level: "error",
      event: "tick.class_failed",
      fields: expect.objectContaining({ class: "rooms" }),
    }),
  );
  world.clock.advance(world.timings.tick);
  const before = world.sent.length;
  await world.tick();
  expect(polled(world, before)).toContain(room);
});

test("a wheel that the engine fails halfway keeps what it found, and continues from there", async () => {
  const world = await connectedWorld({ requestsPerSecond: 50 });
  const owners = await world.addOwners(60);
  await world.run(4 * 60_000);
  const visited = new Set<string>();
  for (let ticks = 0, queries = 0; ticks < 2_000 && visited.size < owners.length; ticks += 1) {
    const before = world.sent.length;
    // In a long turn each one fails: hundreds of slots are read at a time.
    await world.tick(undefined, (partition) => partition.includes("#owners#") && (queries += 1) % 60 === 0);
    await world.visit(before);
    for (const feedId of polled(world, before)) if (owners.includes(feedId)) visited.add(feedId);
    world.clock.advance(world.timings.tick);
  }
  expect(visited.size).toBe(owners.length);
  expect(world.logger.lines.filter(({ event }) => event === "tick.class_failed").length).toBeLessThan(5);
});

test("a tick fails if every class fails, and its message comes again", async () => {
  const world = await connectedWorld();
  await expect(world.tick(undefined, () => true)).rejects.toThrow("throttled");
  expect(world.sent).toEqual([]);
});
