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

test("each heartbeatPeriod one heartbeat stands on every shard", async () => {
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

test("nothing is sent while a heartbeat is unseen for more than heartbeatLimit on one shard, and all goes on once it is seen", async () => {
  const world = new ScheduleWorld({ heartbeatLimit: 60 * minute });
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
  const world = new ScheduleWorld({ heartbeatLimit: 60 * minute });
  await world.connect();
  await world.run(5 * minute);
  await see(world);
  world.clock.advance(5 * 60 * minute);
  const before = world.sent.length;
  await world.run(minute);
  expect(world.sent.length).toBeGreaterThan(before);
});

test("polling slows down while publishing is behind, the more the longer, and is back at full speed once it caught up", async () => {
  const world = new ScheduleWorld({ heartbeatLimit: 60 * minute });
  await world.connect();
  await world.addOwners(2_000);
  await world.run(10 * minute);
  await see(world);
  const requestsIn = async (ms: number) => {
    const before = world.sent.length;
    await world.run(ms);
    return world.sent.slice(before).reduce((sum, { message }) => sum + message.allowance, 0);
  };
  const usual = await requestsIn(10 * minute);
  // The oldest unseen beat is ten minutes old from here on, and older by the minute.
  const unhurried = await requestsIn(5 * minute);
  await world.run(20 * minute);
  const behind = await requestsIn(5 * minute);
  await world.run(15 * minute);
  const farBehind = await requestsIn(4 * minute);
  expect(unhurried / 5).toBeGreaterThan((0.9 * usual) / 10);
  expect(behind / 5).toBeLessThan((0.8 * usual) / 10);
  expect(farBehind / 4).toBeLessThan((0.35 * usual) / 10);
  expect(farBehind).toBeGreaterThan(0);
  await see(world);
  expect((await requestsIn(10 * minute)) / 10).toBeGreaterThan((0.9 * usual) / 10);
});
