import { expect, test, vi } from "vitest";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import { answered, DeliveryWorld, subscribed } from "../delivery-world.ts";

const endpoint = { partner: "prt_1", subscription: "sub_1" };
const unavailable = new EngineUnavailableError("throttled");

test("a 2xx that asks for no more is obeyed later if the subscription can't be disabled at once", async () => {
  const world = subscribed();
  world.answer = () => answered(204, { webhookDelivery: "disable" });
  vi.spyOn(world.store, "disable").mockRejectedValueOnce(unavailable);
  expect(await world.run(world.message(1))).toEqual(["fulfilled"]);
  expect(world.endpoints.get("sub_1")).toMatchObject({ status: "active" });
  const [again] = world.queued();
  world.clock.advance(30_000);
  await world.run(again!.message);
  expect(world.endpoints.get("sub_1")).toMatchObject({ status: "disabled", disabledReason: "requested" });
  expect(world.notified.map(({ type }) => type)).toEqual(["bridge.endpoint_disabled"]);
  expect([world.posts.length, world.rows().map(({ state }) => state)]).toEqual([1, ["delivered"]]);
});

test("it is no longer obeyed once the owner has changed the subscription", async () => {
  const world = subscribed();
  world.answer = () => answered(204, { webhookDelivery: "disable" });
  vi.spyOn(world.store, "disable").mockRejectedValueOnce(unavailable);
  await world.run(world.message(1));
  const [again] = world.queued();
  world.clock.advance(30_000);
  world.subscribe("sub_1", { url: "https://new.example.com/", updatedAt: world.clock.now() - 1 });
  await world.run(again!.message);
  expect(world.endpoints.get("sub_1")).toMatchObject({ status: "active" });
});

test("an outage doesn't end before its owner can be notified", async () => {
  const world = subscribed({}, { drainLimit: 2_000 });
  world.answer = () => answered(500);
  for (let n = 1; n <= 8; n += 1) await world.run(world.message(n));
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute += 1) {
      world.clock.advance(60_000);
      await world.sweep();
      for (const { message } of world.queued()) await world.run(message);
    }
  };
  await minutes(120);
  const told = () => world.notified.map(({ type }) => type);
  expect(told()).toEqual(["bridge.endpoint_failing"]);
  world.answer = () => answered(200);
  const push = vi.spyOn(world.notified, "push").mockImplementationOnce(() => {
    throw unavailable;
  });
  await minutes(120);
  expect(push.mock.calls.length).toBeGreaterThan(1);
  expect(told()).toEqual(["bridge.endpoint_failing", "bridge.endpoint_recovered"]);
  expect((await world.circuits.read(endpoint)).state).toBe("healthy");
});

test("an endpoint that is enabled and disabled repeatedly causes one notice a minute", async () => {
  const world = new DeliveryWorld();
  world.answer = () => answered(410);
  for (let n = 1; n <= 12; n += 1) {
    world.subscribe("sub_1", { rev: 2 * n, updatedAt: world.clock.now() });
    await world.circuits.resume(endpoint);
    await world.run(world.message(n));
    expect(world.endpoints.get("sub_1")).toMatchObject({ status: "disabled", disabledReason: "gone" });
    world.clock.advance(10_000);
  }
  // These two minutes touch three.
  expect(world.notified.map(({ type }) => type)).toEqual(Array.from({ length: 3 }, () => "bridge.endpoint_disabled"));
});
