import { expect, test, vi } from "vitest";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import { answering, sweepAndSend } from "../answering.ts";
import { answered, DeliveryWorld, endpoint, subscribed } from "../delivery-world.ts";

const unavailable = new EngineUnavailableError("throttled");

test("a 2xx that asks for no more is obeyed later if the subscription can't be disabled at once", async () => {
  const world = answering(answered(204, { webhookDelivery: "disable" }));
  vi.spyOn(world.store, "disable").mockRejectedValueOnce(unavailable);
  expect(await world.run(world.message(1))).toEqual(["fulfilled"]);
  expect(world.endpoints.get("sub_1")).toMatchObject({ status: "active" });
  const [again] = world.queued();
  world.clock.advance(30_000);
  await world.run(again!.message);
  expect(world.endpoints.get("sub_1")).toMatchObject({ status: "disabled", disabledReason: "requested" });
  expect(world.notified.map(({ type }) => type)).toEqual(["bridge.endpoint_disabled"]);
  await world.run(world.message(2));
  expect([world.posts.length, world.rows().map(({ state }) => state)]).toEqual([1, ["delivered", "held"]]);
});

test.each([
  { changedAfter: 0, status: "disabled" },
  { changedAfter: 1, status: "active" },
])(
  "a subscription that its owner changed $changedAfter ms after the attempt began is $status then",
  async ({ changedAfter, status }) => {
    const world = answering(answered(204, { webhookDelivery: "disable" }));
    vi.spyOn(world.store, "disable").mockRejectedValueOnce(unavailable);
    const began = world.clock.now();
    await world.run(world.message(1));
    const [again] = world.queued();
    world.clock.advance(30_000);
    world.subscribe("sub_1", { url: "https://new.example.com/", updatedAt: began + changedAfter });
    await world.run(again!.message);
    expect(world.endpoints.get("sub_1")).toMatchObject({ status });
  },
);

test("the notice of a 2xx that asked for no more is sent later if it can't be sent at once", async () => {
  const world = answering(answered(204, { webhookDelivery: "disable" }));
  vi.spyOn(world.notified, "push").mockImplementationOnce(() => {
    throw unavailable;
  });
  await world.run(world.message(1));
  const disabled = world.endpoints.get("sub_1")!;
  expect([disabled.status, world.notified]).toEqual(["disabled", []]);
  world.clock.advance(30_000);
  world.endpoints.set("sub_1", { ...disabled, updatedAt: world.clock.now() });
  for (const { message } of world.queued()) await world.run(message);
  expect(world.notified.map(({ type }) => type)).toEqual(["bridge.endpoint_disabled"]);
});

test("a 410 of a subscription that is deleted meanwhile is done", async () => {
  const world = subscribed();
  world.answer = () => {
    world.endpoints.clear();
    return answered(410);
  };
  expect(await world.run(world.message(1))).toEqual(["fulfilled"]);
  expect([world.queued(), world.notified]).toEqual([[], []]);
});

test("a 410 of a subscription that was deleted before it could be disabled is done", async () => {
  const world = answering(410);
  vi.spyOn(world.store, "disable").mockRejectedValueOnce(unavailable);
  await world.run(world.message(1));
  const [again] = world.queued();
  world.endpoints.clear();
  expect(await world.run(again!.message)).toEqual(["fulfilled"]);
  expect(world.notified).toEqual([]);
});

test("an endpoint whose circuit opens is probed only after the time that it asked for", async () => {
  const world = answering(answered(503, { retryAfter: "3600" }));
  for (let n = 1; n <= 5; n += 1) await world.run(world.message(n));
  const probeAt = world.clock.now() + 3_600_000;
  expect(await world.circuits.read(endpoint)).toMatchObject({ state: "open", probeAt });
});

test("an outage doesn't end before its owner can be notified", async () => {
  const world = answering(500, {}, { drainLimit: 2_000 });
  for (let n = 1; n <= 8; n += 1) await world.run(world.message(n));
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute += 1) await sweepAndSend(world, 60_000);
  };
  await minutes(120);
  const reported = () => world.notified.map(({ type }) => type);
  expect(reported()).toEqual(["bridge.endpoint_failing"]);
  world.answer = () => answered(200);
  const push = vi.spyOn(world.notified, "push").mockImplementationOnce(() => {
    throw unavailable;
  });
  await minutes(120);
  expect(push.mock.calls.length).toBeGreaterThan(1);
  expect(reported()).toEqual(["bridge.endpoint_failing", "bridge.endpoint_recovered"]);
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
