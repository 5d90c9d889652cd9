import { expect, test } from "vitest";
import { ScheduleWorld } from "../schedule-world.ts";

const minute = 60_000;

/** Publish's side: notes the beat of every shard, or of all but some. */
async function see(world: ScheduleWorld, blind: readonly number[] = []): Promise<void> {
  for (const { pk, beat } of world.mirror.items) {
    const shard = pk.split("#")[2] ?? "";
    if (blind.includes(Number(shard))) continue;
    await world.feedsTable.put([{ item: { pk: "acme#beats", sk: shard, beat: beat! } }]);
  }
}

test("each beatPeriod one beat stands on every shard", async () => {
  const world = new ScheduleWorld();
  await world.connect();
  await world.tick();
  const first = world.mirror.items;
  expect(first).toHaveLength(16);
  expect(first[3]).toEqual({ pk: "acme#beat#3", sk: "beat", beat: world.clock.now() });
  await world.run(9 * minute);
  expect(world.mirror.items).toEqual(first);
  await world.run(2 * minute);
  expect(world.mirror.items[3]?.["beat"]).toBeGreaterThan(Number(first[3]?.["beat"]));
});

test("nothing is sent while a beat is unseen for more than beatLimit on one shard, and all goes on once it is seen", async () => {
  const world = new ScheduleWorld({ beatLimit: 60 * minute });
  await world.connect();
  await world.addOwners(10);
  await world.run(30 * minute);
  await see(world, [7]);
  await world.run(35 * minute);
  const before = world.sent.length;
  await world.run(30 * minute);
  expect(world.sent.length).toBe(before);
  expect(world.logger.lines.some(({ event }) => event === "tick.paused")).toBe(true);
  await see(world);
  await world.run(minute);
  expect(world.sent.length).toBeGreaterThan(before);
});

test("an hour without ticks isn't taken for broken publishing", async () => {
  const world = new ScheduleWorld({ beatLimit: 60 * minute });
  await world.connect();
  await world.run(5 * minute);
  await see(world);
  world.clock.advance(5 * 60 * minute);
  const before = world.sent.length;
  await world.run(minute);
  expect(world.sent.length).toBeGreaterThan(before);
});
