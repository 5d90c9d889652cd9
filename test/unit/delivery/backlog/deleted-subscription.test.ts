import { expect, test, vi } from "vitest";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import { answering } from "../answering.ts";
import { DeliveryWorld, endpoint, subscribed } from "../delivery-world.ts";

test("a deleted subscription's waiting deliveries end, and the endpoint is forgotten", async () => {
  const world = answering(500, {}, { pageSize: 100 });
  for (let n = 1; n <= 8; n += 1) await world.run(world.message(n));
  for (let n = 9; n <= 300; n += 1) await world.backlog.add(world.message(n), { due: world.clock.now() + 60_000 });
  expect(new Set(world.rows().map(({ state }) => state))).toEqual(new Set(["waiting", "held"]));
  const [posts, listed] = [world.posts.length, world.rows().length];

  world.endpoints.clear();
  await world.circuits.forget(endpoint);
  await world.sweep();
  expect(new Set(world.rows().map(({ state }) => state))).toEqual(new Set(["waiting", "expired"]));
  expect(world.backlogRows()).toEqual([]);
  expect(world.endpoint()).toBeUndefined();
  expect(world.rows(), "what was never tried isn't listed").toHaveLength(listed);

  // Their retries were in a queue already.
  world.clock.advance(10_001);
  await world.run(...world.queued().map(({ message }) => message));
  expect(new Set(world.rows().map(({ state }) => state))).toEqual(new Set(["expired"]));
  expect([world.posts.length - posts, world.backlogRows()]).toEqual([0, []]);
});

test("an endpoint without waiting deliveries is forgotten", async () => {
  const world = answering(500);
  await world.run(world.message());
  expect(world.endpoint()).not.toHaveProperty("parkRev");
  world.endpoints.clear();
  await world.circuits.forget(endpoint);
  await world.sweep();
  expect(world.endpoint()).toBeUndefined();
});

test("forgetting an unknown endpoint leaves nothing", async () => {
  const world = new DeliveryWorld();
  await world.circuits.forget(endpoint);
  expect(world.subscriptions.items).toEqual([]);
});

test("a subscription's deliveries end, although its limits can't be removed at once", async () => {
  const world = subscribed();
  await world.backlog.add(world.message(), { due: world.clock.now() + 60_000 });
  world.endpoints.clear();
  vi.spyOn(world.subscriptions, "remove").mockRejectedValueOnce(new EngineUnavailableError("throttled"));
  await expect(world.circuits.forget(endpoint)).rejects.toThrow("throttled");
  await world.sweep();
  expect([world.backlogRows(), world.endpoint()]).toEqual([[], undefined]);
});
