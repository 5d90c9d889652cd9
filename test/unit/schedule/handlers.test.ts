import { expect, test } from "vitest";
import { createClockHandler } from "../../../functions/clock.ts";
import type { Engine } from "../../../functions/runtime/engine.ts";
import { createTickHandler } from "../../../functions/tick.ts";
import type { QueueName, TableName } from "../../../shared/kernel/topology.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { MemoryQueue } from "../../support/memory-queue.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { connectedWorld, ScheduleWorld } from "./schedule-world.ts";

function engineOf(world: ScheduleWorld) {
  const queues = { ticks: new MemoryQueue(), poll: new MemoryQueue(), recover: new MemoryQueue() };
  const tables = { feeds: world.feedsTable, mirror: world.mirror, subscriptions: world.subscriptions };
  const engine: Engine = {
    table: (name: TableName) => tables[name as keyof typeof tables],
    queue: (name: QueueName) => queues[name as keyof typeof queues],
    bus: { publish: async () => ({ refused: [] }) },
    keys: new FakeKeyWrapper(),
    clock: world.clock,
    sleeper: world.clock,
    randomness: new SeededRandomness(),
    logger: world.logger,
    metrics: { record: () => undefined },
    settings: {
      partnerUrl: "https://partner.example.com",
      allowInsecureEndpoints: false,
      operatorKeyHash: "",
      timings: world.timings,
    },
  };
  return { engine, queues };
}

const record = (messageId: string, body: string) => ({
  messageId,
  body,
  attributes: { ApproximateReceiveCount: "1" as unknown as number },
});

test("the tick accepts the clock's messages, and sends polls", async () => {
  const world = await connectedWorld();
  const { engine, queues } = engineOf(world);
  await createClockHandler(engine, { ticksPerFire: 1 })({ time: "whenever" });
  const [message] = queues.ticks.sent;
  const tick = createTickHandler(engine);
  expect(await tick({ Records: [record("m1", message?.body ?? "")] })).toEqual({ batchItemFailures: [] });
  expect(queues.poll.sent.length).toBeGreaterThanOrEqual(6);
  // Each class is a separate group.
  const groups = ["acme#timelines", "acme#small", "acme#walks"];
  expect(new Set(queues.poll.sent.map(({ group }) => group))).toEqual(new Set(groups));
});

test("a tick of a missing instance is done; an invalid message is retried", async () => {
  const { engine, queues } = engineOf(new ScheduleWorld());
  const tick = createTickHandler(engine);
  expect(await tick({ Records: [record("m1", '{"instance":"gone"}'), record("m2", "{}")] })).toEqual({
    batchItemFailures: [{ itemIdentifier: "m2" }],
  });
  expect(queues.poll.sent).toEqual([]);
});
