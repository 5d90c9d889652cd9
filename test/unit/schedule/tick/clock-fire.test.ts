import { expect, test } from "vitest";
import { fireClock } from "../../../../shared/schedule/tick/clock-fire.ts";
import { MemoryQueue } from "../../../support/memory-queue.ts";
import { ScheduleWorld } from "../schedule-world.ts";

test("a fire sends every instance's ticks over the minute, and as many sweeps", async () => {
  const { registry, clock } = new ScheduleWorld();
  for (const name of ["acme", "beta"]) {
    await registry.register({ name, credentials: { clientId: "i", clientSecret: "s" }, now: clock.now() });
  }
  const ticks = new MemoryQueue();
  const recover = new MemoryQueue();
  await fireClock({ registry, ticks, recover, ticksPerFire: 4, tickMs: 15_000 });
  expect(ticks.sent.map(({ group, delaySeconds }) => [group, delaySeconds])).toEqual(
    ["acme", "beta"].flatMap((name) => [0, 15, 30, 45].map((delay) => [name, delay])),
  );
  expect(ticks.take()[0]).toEqual({ instance: "acme" });
  expect(recover.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([0, 15, 30, 45]);
  expect(recover.take()[0]).toEqual({ kind: "sweep" });
});

test("a fire without instances still sweeps, and sends no empty batch, which queues refuse", async () => {
  const { registry } = new ScheduleWorld();
  const batches: unknown[] = [];
  const ticks = { send: async (messages: unknown) => void batches.push(messages) };
  const recover = new MemoryQueue();
  await fireClock({ registry, ticks, recover, ticksPerFire: 1, tickMs: 200 });
  expect(batches).toEqual([]);
  expect(recover.sent).toHaveLength(1);
});
