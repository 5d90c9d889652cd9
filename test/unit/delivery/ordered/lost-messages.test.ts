import { expect, test } from "vitest";
import { incomingDelivery } from "../../../../shared/delivery/attempt/attempt-answer.ts";
import { backlogRow } from "../../../../shared/delivery/backlog/backlog.ts";
import { recoverMessage } from "../../../../shared/delivery/backlog/drain-turns.ts";
import { OrderedBacklog } from "../../../../shared/delivery/ordered/ordered-backlog.ts";
import { around } from "../../../support/around.ts";
import { testContext } from "../../../support/test-context.ts";
import { idOf } from "../../fanout/an-event.ts";
import { pass } from "../answering.ts";
import { endpoint, subscribed } from "../delivery-world.ts";

const day = 86_400_000;

test.each([0, 10])(
  "a drain replaces an ordered delivery's lost message within minutes, though its endpoint was disabled for %i days",
  async (days) => {
    const world = subscribed({ ordered: true }, { pageSize: 1_000, drainLimit: 2_000 });
    if (days > 0) {
      await world.circuits.follow(endpoint, false);
      world.clock.advance(days * day);
      await world.circuits.resume(endpoint);
      await pass(world, 60);
    }
    const at = world.clock.now();
    await world.run(world.message(1, { id: idOf(1, at), detectedAt: new Date(at).toISOString() }));
    // The message that was to look after the row became a dead letter.
    expect(world.deliver.sent.splice(0)).toHaveLength(1);
    await pass(world, 600);
    expect(world.posts).toHaveLength(1);
  },
);

test("a held ordered delivery is sent within minutes after its drain's message was dropped", async () => {
  const world = subscribed({ ordered: true }, { pageSize: 1_000, drainLimit: 2_000 });
  await world.circuits.follow(endpoint, false);
  const at = world.clock.now();
  await world.run(world.message(1, { id: idOf(1, at), detectedAt: new Date(at).toISOString() }));
  for (const message of world.deliver.take()) await world.run(incomingDelivery.parse(message));
  expect(world.backlogRows()).toMatchObject([{ held: true }]);
  world.clock.advance(10 * day);
  await world.circuits.resume(endpoint);
  world.clock.advance(1_000);
  await world.recovery.run({ kind: "sweep" });
  for (const drain of world.recover.take()) await world.recovery.run(recoverMessage.parse(drain));
  // Another delivery of the record is in flight when it is received, so it is dropped.
  expect(world.deliver.sent.splice(0)).toHaveLength(1);
  await pass(world, 900);
  expect(world.posts).toHaveLength(1);
});

test("an ordered delivery that is put back while its drain is about to keep its row stays put back", async () => {
  const world = subscribed({ ordered: true }, { pageSize: 1_000, drainLimit: 2_000 });
  await world.run(world.message(1));
  world.queued();
  world.clock.advance(60_000);
  const { deliver } = world;
  const nextDay = world.clock.now() + day;
  around(deliver, "send", (send) => async (messages) => {
    await send(messages);
    // Another worker receives the message at once, and the limits of the endpoint's owner make the delivery wait.
    const [row] = world.backlogRows();
    await world.backlog.add(backlogRow.parse(row), { due: nextDay, stopped: 0, postponed: "rateLimit" });
  });
  await world.sweep();
  expect(world.backlogRows()).toMatchObject([{ due: nextDay, postponed: "rateLimit" }]);
});

test("an ordered delivery keeps its next attempt if that has the previous due time", async () => {
  const world = subscribed({ ordered: true }, { pageSize: 1_000 });
  await world.run(world.message(1));
  const sent = backlogRow.parse(world.backlogRows()[0]);
  await world.backlog.add({ ...sent, attempt: 2 }, { due: sent.due });
  const { backlog, deliveries, clock } = world;
  await new OrderedBacklog({ ...testContext({ clock }), backlog, deliveries }).remove(sent);
  expect(world.backlogRows()).toMatchObject([{ attempt: 2, due: sent.due }]);
});

test("an ordered delivery has its place before its message is sent", async () => {
  const world = subscribed({ ordered: true }, { pageSize: 1_000, drainLimit: 2_000 });
  around(world.deliver, "send", (send) => async (messages) => {
    expect(world.backlogRows()).toHaveLength(1);
    await send(messages);
  });
  expect(await world.run(world.message(1))).toEqual(["fulfilled"]);
  expect(world.queued()).toHaveLength(1);
});
