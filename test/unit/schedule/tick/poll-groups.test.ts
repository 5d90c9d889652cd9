import { expect, test } from "vitest";
import { LocalWakeUps } from "../../../../shared/adapters/local/local-wake-ups.ts";
import { SqliteQueue } from "../../../../shared/adapters/sqlite/sqlite-queue.ts";
import { queues } from "../../../../shared/kernel/topology.ts";
import { pollMessage } from "../../../../shared/schedule/tick/poll-message.ts";
import { before } from "../../../support/around.ts";
import { openTestDatabase } from "../../../support/sqlite-database.ts";
import { ScheduleWorld } from "../schedule-world.ts";

test("a timeline's poll doesn't wait behind first contact's, however many of those wait for the workers", async () => {
  const world = new ScheduleWorld();
  const { database, close } = openTestDatabase(":memory:");
  const queue = new SqliteQueue(database, queues.poll, world.clock, new LocalWakeUps());
  world.queue.send = (messages) => queue.send(messages);
  await world.connect(10_000);
  const owners = await world.addOwners(5_000);
  await world.tick();
  expect((await queue.depth()).ready).toBeGreaterThan(owners.length / 50);
  // The workers are slow: hardly anything is done when the timelines are due again.
  const taken = await queue.receive(5);
  await queue.acknowledge(taken);
  world.clock.advance(world.timings.timelinePeriod + world.timings.tick);
  await world.tick();
  world.clock.advance(world.timings.tick);
  const next = (await queue.receive(20)).flatMap(({ body }) => pollMessage.parse(JSON.parse(body)).feedIds);
  expect(next.filter((feedId) => feedId.includes("timeline")).length).toBeGreaterThan(0);
  close();
});

test("polls of each instance and class wait in a separate line", async () => {
  const world = new ScheduleWorld();
  const sent: (string | undefined)[] = [];
  const { queue } = world;
  before(queue, "send", (messages) => sent.push(...messages.map(({ group }) => group)));
  await world.connect(10_000);
  await world.addOwners(5);
  await world.tick();
  expect(new Set(sent)).toContain("acme#owners");
  expect(sent.every((group) => group?.startsWith("acme#") === true)).toBe(true);
});
