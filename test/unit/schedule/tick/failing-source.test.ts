import { expect, test } from "vitest";
import { PressureGauge } from "../../../../shared/schedule/budget/pressure-gauge.ts";
import { connectedWorld, type ScheduleWorld } from "../schedule-world.ts";

async function gaugedWorld(requestsPerSecond = 50) {
  const world = await connectedWorld({ requestsPerSecond, owners: 20 });
  const gauge = new PressureGauge(world.feedsTable, world.clock);
  await world.run(60_000);
  return { world, gauge };
}

/** The messages of the next tick. */
async function nextTick(world: ScheduleWorld) {
  const before = world.sent.length;
  world.clock.advance(world.timings.tick);
  await world.tick();
  return world.sent.slice(before).map(({ message }) => message);
}

test("during an outage each tick sends one small probe, of another timeline each time", async () => {
  const { world, gauge } = await gaugedWorld();
  let breaks = 0;
  // The breaks get longer: the last one outlasts the ticks.
  for (let time = 0; time < 5; time += 1) {
    breaks = await gauge.open("acme");
    world.clock.advance(breaks);
  }
  breaks = await gauge.open("acme");
  expect(breaks).toBe(160_000);
  const probed = new Set<string>();
  for (let tick = 0; tick < 6; tick += 1) {
    const [probe, ...others] = await nextTick(world);
    expect(others).toEqual([]);
    expect(probe).toMatchObject({ probe: true, allowance: 4 });
    expect(probe!.feedIds).toHaveLength(1);
    probed.add(probe!.feedIds[0]!);
  }
  expect(probed.size).toBe(6);
  await gauge.endHold("acme");
  const all = await nextTick(world);
  expect(all.length).toBeGreaterThan(2);
  for (const message of all) expect(message).not.toHaveProperty("probe");
});

test("a source that asks for time gets no probe meanwhile", async () => {
  const { world, gauge } = await gaugedWorld();
  await gauge.hold("acme", 60_000);
  expect(await nextTick(world)).toEqual([]);
});

test("messages name the share of visits that the source fails, across all workers, until it recovers", async () => {
  const { world, gauge } = await gaugedWorld();
  const partAfter = async (visits: number, faults: number) => {
    world.clock.advance(5_000);
    await gauge.settle("acme", { spent: 0, unspent: 0, visits, faults });
    const [message] = await nextTick(world);
    return message?.failingPart;
  };
  expect(await partAfter(60, 0)).toBeUndefined();
  expect(await partAfter(100, 40)).toBeCloseTo(0.4);
  expect(await partAfter(25, 0)).toBeCloseTo(0.2);
  expect(await partAfter(200, 0)).toBeUndefined();
});

test("the rate falls if more requests fail than usual, and returns if that doesn't help", async () => {
  const { world, gauge } = await gaugedWorld(10);
  const rate = async () => {
    await nextTick(world);
    return (await world.plans.load("acme"))!.rate;
  };
  const isFailing = (part: number) => gauge.isWorse("acme", "failing", part, world.clock.now());
  expect(await rate()).toBe(10);
  expect(await isFailing(0.08)).toBe(false);
  expect(await rate()).toBe(10);
  expect(await isFailing(0.35)).toBe(true);
  expect(await rate()).toBe(7);
  const outcomes = [];
  for (let stretch = 0; stretch < 2; stretch += 1) {
    world.clock.advance(60_000);
    outcomes.push(await isFailing(0.33));
  }
  expect(outcomes).toEqual([true, false]);
  world.clock.advance(180_000);
  expect(await rate()).toBeGreaterThan(9.9);
  for (let stretch = 0; stretch < 4; stretch += 1) expect(await isFailing(0.35)).toBe(false);
});
