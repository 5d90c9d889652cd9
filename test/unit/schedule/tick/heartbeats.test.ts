import { describe, expect, it, test } from "vitest";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { Heartbeats } from "../../../../shared/schedule/tick/heartbeats.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { connectedWorld, ScheduleWorld } from "../schedule-world.ts";

const minute = 60_000;

/** Publish's side: records the heartbeat of every shard, or of all but some. */
async function see(world: ScheduleWorld, blind: readonly number[] = []): Promise<void> {
  for (const { pk, beat } of world.mirror.items) {
    const shard = pk.split("#")[2] ?? "";
    if (blind.includes(Number(shard))) continue;
    await world.feedsTable.put([{ item: { pk: "acme#beats", sk: shard, beat: beat! } }]);
  }
}

test("every heartbeatPeriod one heartbeat is on every shard", async () => {
  const world = await connectedWorld();
  await world.tick();
  const first = world.mirror.items;
  expect(first).toHaveLength(16);
  expect(first[3]).toEqual({ pk: "acme#beat#3", sk: "beat", beat: world.clock.now() });
  await world.run(9 * minute);
  expect(world.mirror.items).toEqual(first);
  await world.run(2 * minute);
  expect(world.mirror.items[3]?.["beat"]).toBeGreaterThan(Number(first[3]?.["beat"]));
});

test("nothing is sent while a heartbeat is unseen beyond heartbeatLimit on one shard, and everything resumes once it is seen", async () => {
  const world = await connectedWorld({ owners: 10, run: 30 * minute }, { heartbeatLimit: 60 * minute });
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
  const world = await connectedWorld({ run: 5 * minute }, { heartbeatLimit: 60 * minute });
  await see(world);
  world.clock.advance(5 * 60 * minute);
  const before = world.sent.length;
  await world.run(minute);
  expect(world.sent.length).toBeGreaterThan(before);
});

test("polling slows down increasingly while publishing is behind, and returns to full speed once it caught up", async () => {
  const world = await connectedWorld({ owners: 2_000, run: 10 * minute }, { heartbeatLimit: 60 * minute });
  await see(world);
  const requestsIn = async (ms: number) => {
    const before = world.sent.length;
    await world.run(ms);
    return world.sent.slice(before).reduce((sum, { message }) => sum + message.allowance, 0);
  };
  const usual = await requestsIn(10 * minute);
  // The oldest unseen heartbeat is ten minutes old from here on, and older by the minute.
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

describe("of the rounds of heartbeats", () => {
  const now = Date.UTC(2026, 0, 5, 8);
  const heartbeatPeriod = 10 * minute;
  const heartbeatLimit = 60 * minute;

  /** Publish has seen the round of `seen` on every shard. `reads` counts how often its notes were looked up. */
  async function roundsSeenUpTo(seen: number) {
    const world = new ScheduleWorld();
    for (let shard = 0; shard < 16; shard += 1)
      await world.feedsTable.put([{ item: { pk: "acme#beats", sk: String(shard), beat: seen } }]);
    const looked = { up: 0 };
    const feeds = faked(MemoryTable, {
      getAll: (keys: Parameters<typeof world.feedsTable.getAll>[0]) => {
        looked.up += 1;
        return world.feedsTable.getAll(keys);
      },
    });
    return {
      world,
      looked,
      beats: new Heartbeats(world.mirror, feeds, { ...defaultTimings, heartbeatPeriod, heartbeatLimit }),
    };
  }

  it("the next one is written when the last is a whole period old, and not a millisecond sooner", async () => {
    const { world, beats } = await roundsSeenUpTo(0);
    const state = { heartbeatAt: now - heartbeatPeriod, unseenHeartbeats: [] };
    expect(await beats.beat("acme", state, now - 1)).toEqual(state);
    expect(world.mirror.items).toEqual([]);
    expect(await beats.beat("acme", state, now)).toEqual({ heartbeatAt: now, unseenHeartbeats: [now] });
    expect(world.mirror.items).toHaveLength(16);
  });

  it("the oldest is looked up at every tick once it is a period old, which would cost reads if it were sooner", async () => {
    const { looked, beats } = await roundsSeenUpTo(now);
    const young = { heartbeatAt: now - 1, unseenHeartbeats: [now - heartbeatPeriod + 1] };
    expect(await beats.beat("acme", young, now)).toEqual(young);
    expect(looked.up).toBe(0);
    const old = { heartbeatAt: now - 1, unseenHeartbeats: [now - heartbeatPeriod] };
    expect((await beats.beat("acme", old, now)).unseenHeartbeats).toEqual([]);
    expect(looked.up).toBe(1);
  });

  it("none is looked up if all were seen", async () => {
    const { looked, beats } = await roundsSeenUpTo(now - heartbeatPeriod);
    await beats.beat("acme", { heartbeatAt: now - heartbeatPeriod, unseenHeartbeats: [] }, now);
    expect(looked.up).toBe(0);
  });

  it("those that were written after the one that was seen stay unseen", async () => {
    const [first, second, third] = [now - 3 * heartbeatPeriod, now - 2 * heartbeatPeriod, now - heartbeatPeriod];
    const { beats } = await roundsSeenUpTo(second);
    const { unseenHeartbeats } = await beats.beat(
      "acme",
      { heartbeatAt: third, unseenHeartbeats: [first, second, third] },
      now,
    );
    expect(unseenHeartbeats).toEqual([third, now]);
  });

  it("the oldest and the latest are remembered in trouble of hours, and twelve in all", async () => {
    const { beats } = await roundsSeenUpTo(0);
    const written = Array.from({ length: 20 }, (_, round) => now + round * heartbeatPeriod);
    let state: { heartbeatAt: number; unseenHeartbeats: number[] } = { heartbeatAt: 0, unseenHeartbeats: [] };
    const remembered: number[] = [];
    for (const at of written) {
      state = await beats.beat("acme", state, at);
      remembered.push(state.unseenHeartbeats.length);
      expect(state.unseenHeartbeats[0]).toBe(now);
      expect(state.unseenHeartbeats.at(-1)).toBe(at);
    }
    expect(remembered).toEqual(written.map((_, round) => Math.min(round + 1, 12)));
    expect(state.unseenHeartbeats).toEqual([now, ...written.slice(-11)]);
  });

  it("the oldest stops polling once it exceeds the limit, not while it equals it", async () => {
    const { beats } = await roundsSeenUpTo(0);
    const state = { heartbeatAt: now, unseenHeartbeats: [now - heartbeatLimit] };
    expect(beats.isPublishing(state, now)).toBe(true);
    expect(beats.isPublishing(state, now + 1)).toBe(false);
    expect(beats.isPublishing({ heartbeatAt: 0, unseenHeartbeats: [] }, now)).toBe(true);
  });

  it("publish's note is named if it can't be read", async () => {
    const { world, beats } = await roundsSeenUpTo(0);
    await world.feedsTable.put([{ item: { pk: "acme#beats", sk: "3", beat: "yesterday" } }]);
    const late = { heartbeatAt: now, unseenHeartbeats: [now - heartbeatPeriod] };
    await expect(beats.beat("acme", late, now)).rejects.toThrow(
      "last heartbeat seen for acme has an unknown shape at beat",
    );
  });
});
