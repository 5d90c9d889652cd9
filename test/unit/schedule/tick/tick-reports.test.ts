import { describe, expect, it } from "vitest";
import { connectedWorld, type ScheduleWorld } from "../schedule-world.ts";

const minute = 60_000;

const recordedAs = (world: ScheduleWorld, metric: string) => world.recorded.filter(({ name }) => name === metric);

describe("operators are notified", () => {
  it("what a tick sent: how many messages and feeds, and how many requests they may make", async () => {
    const world = await connectedWorld({ requestsPerSecond: 20, rooms: ["r"], owners: 40 });
    await world.tick();
    const messages = world.sent.map(({ message }) => message);
    const requests = messages.reduce((sum, { allowance }) => sum + allowance, 0);
    const feeds = messages.flatMap(({ feedIds }) => feedIds).length;
    expect(feeds).toBeGreaterThan(messages.length);
    expect(world.logger.lines).toEqual([
      { level: "info", event: "tick.done", fields: { instance: "acme", messages: messages.length, feeds, requests } },
    ]);
    expect(world.recorded).toEqual([{ name: "schedule.requests_granted", value: requests, instance: "acme" }]);
  });

  it("nothing about a tick that had nothing to send", async () => {
    const world = await connectedWorld();
    await world.registry.control("acme", { action: "pause" });
    expect(await world.tick()).toBe("idle");
    expect(world.logger.lines).toEqual([]);
    expect(world.recorded).toEqual([]);
  });

  it("that polling has stopped because publishing is behind, and since when, at every tick", async () => {
    const world = await connectedWorld({}, { heartbeatLimit: 30 * minute });
    const oldestBeat = world.clock.now();
    await world.run(30 * minute + world.timings.tick);
    expect(recordedAs(world, "schedule.paused")).toEqual([]);
    expect(await world.tick()).toBe("idle");
    expect(world.logger.lines.at(-1)).toEqual({
      level: "error",
      event: "tick.paused",
      fields: { instance: "acme", oldestBeat, error: "publishing is behind" },
    });
    expect(recordedAs(world, "schedule.paused")).toEqual([{ name: "schedule.paused", value: 1, instance: "acme" }]);
  });

  it("only while the budget can't poll every owner within the configured longest time", async () => {
    const stretchedBy = async (owners: number) => {
      const world = await connectedWorld(
        { requestsPerSecond: 2, owners, run: 30 * minute },
        { ownerPeriod: 10 * minute, dormantPeriod: 10 * minute },
      );
      return recordedAs(world, "schedule.caps_stretched");
    };
    expect(await stretchedBy(10)).toEqual([]);
    const stretched = await stretchedBy(2_000);
    expect(stretched.length).toBeGreaterThan(20);
    expect(stretched[0]).toEqual({ name: "schedule.caps_stretched", value: 1, instance: "acme" });
  });
});
