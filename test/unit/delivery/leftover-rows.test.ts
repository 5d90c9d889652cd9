import { describe, expect, it, vi } from "vitest";
import type { IncomingDelivery } from "../../../shared/delivery/attempt/attempt-answer.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { answered, type DeliveryWorld, subscribed } from "./delivery-world.ts";

const unavailable = new EngineUnavailableError("throttled");

/** A message whose first receive added a row because of a limit, and failed before it announced the row. */
async function withLeftover(): Promise<{ readonly world: DeliveryWorld; readonly message: IncomingDelivery }> {
  const world = subscribed({ ratePerSecond: 1 });
  await world.run(world.message(1));
  const message = world.message(2);
  const update = vi.spyOn(world.subscriptions, "update").mockRejectedValue(unavailable);
  expect(await world.run(message)).toEqual(["rejected"]);
  update.mockRestore();
  expect(world.backlogRows()).toHaveLength(1);
  world.clock.advance(2_000);
  return { world, message };
}

describe("a backlog row that an earlier receive of the message added without announcing it", () => {
  it("is removed when the message comes again", async () => {
    const { world, message } = await withLeftover();
    expect(await world.run({ message, receiveCount: 2 })).toEqual(["fulfilled"]);
    expect(world.posts).toHaveLength(2);
    expect(world.backlogRows()).toEqual([]);
  });

  it("is removed when the slow lane makes the attempt", async () => {
    const { world, message } = await withLeftover();
    world.answer = () => ({ outcome: "failed", class: "timeout", ms: 20, timing: {} });
    expect(await world.run({ message, receiveCount: 2 })).toEqual(["fulfilled"]);
    world.clock.advance(2_000);
    world.answer = () => answered(200);
    const [slow] = world.queued();
    expect(slow).toMatchObject({ message: { attempt: 1, slow: true } });
    expect(await world.run(slow!.message)).toEqual(["fulfilled"]);
    expect(world.rows()).toMatchObject([{ state: "delivered" }, { state: "delivered" }]);
    expect(world.backlogRows()).toEqual([]);
  });

  it("is drained when the attempt was recorded and the next one is in the queue", async () => {
    const { world, message } = await withLeftover();
    world.answer = () => answered(500);
    vi.spyOn(world.deliveries, "remove").mockRejectedValueOnce(unavailable);
    expect(await world.run({ message, receiveCount: 2 })).toEqual(["rejected"]);
    expect(await world.run({ message, receiveCount: 3 })).toEqual(["fulfilled"]);
    world.clock.advance(10_000);
    world.answer = () => answered(200);
    for (const next of world.queued()) await world.run(next.message);
    expect(world.rows()).toMatchObject([{ state: "delivered" }, { state: "delivered", attempt: 2 }]);
    await world.sweep();
    for (const next of world.queued()) await world.run(next.message);
    expect(world.backlogRows()).toEqual([]);
    expect(world.posts).toHaveLength(3);
  });
});
