import { describe, expect, it } from "vitest";
import type { DialOutcome } from "../../../../shared/delivery/attempt/dialer.ts";
import { answering, sweepAndSend } from "../answering.ts";
import { answered, type DeliveryWorld, endpoint } from "../delivery-world.ts";

const hour = 3_600_000;

describe("an endpoint whose subscription is older than its receiver", () => {
  const refused: DialOutcome = { outcome: "failed", class: "connect", ms: 1, timing: {} };

  function newWorld(): DeliveryWorld {
    const world = answering(refused, {}, { drainLimit: 2_000 });
    world.subscribe("sub_1", { updatedAt: world.clock.now() });
    return world;
  }

  it("isn't given up after five failures: each delivery is retried by schedule and arrives when the receiver runs", async () => {
    const world = newWorld();
    for (let n = 1; n <= 12; n += 1) await world.run(world.message(n));
    const first = world.queued();
    world.clock.advance(6_000);
    for (const { message } of first) await world.run(message);
    expect((await world.circuits.read(endpoint)).state).toBe("healthy");
    const second = world.queued();
    expect(second).toHaveLength(12);
    expect(second.every(({ delaySeconds, message }) => delaySeconds <= 33 && message.attempt === 3)).toBe(true);
    world.answer = () => answered(200);
    world.clock.advance(34_000);
    for (const { message } of second) await world.run(message);
    expect(world.rows().map(({ state }) => state)).toEqual(Array.from({ length: 12 }, () => "delivered"));
  });

  it("is held back after fifty failures in a row, then probed every 30 seconds instead of ever more rarely", async () => {
    const world = newWorld();
    for (let n = 1; n <= 49; n += 1) await world.run(world.message(n));
    expect((await world.circuits.read(endpoint)).state).toBe("healthy");
    for (let n = 50; n <= 52; n += 1) await world.run(world.message(n));
    expect(world.posts).toHaveLength(50);
    expect((await world.circuits.read(endpoint)).state).toBe("open");
    world.queued();
    const probes: number[] = [];
    for (let tick = 0; tick < 20; tick += 1) probes.push((await sweepAndSend(world)).length);
    expect(probes.reduce((sum, count) => sum + count, 0)).toBe(10);
    world.answer = () => answered(200);
    for (let tick = 0; tick < 3; tick += 1) await sweepAndSend(world);
    expect(await world.circuits.read(endpoint)).toMatchObject({ state: "healthy" });
  });

  it("opens after five failures in a row once it has succeeded, or after an hour", async () => {
    const world = newWorld();
    world.answer = () => answered(200);
    await world.run(world.message(1));
    world.answer = () => refused;
    for (let n = 2; n <= 6; n += 1) await world.run(world.message(n));
    expect((await world.circuits.read(endpoint)).state).toBe("open");

    const later = newWorld();
    later.clock.advance(hour);
    for (let n = 1; n <= 5; n += 1) await later.run(later.message(n));
    expect((await later.circuits.read(endpoint)).state).toBe("open");
  });
});
