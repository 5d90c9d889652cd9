import { beforeEach, expect, test, vi } from "vitest";
import type { IncomingDelivery } from "../../../../shared/delivery/attempt/attempt-answer.ts";
import { defined } from "../../../../shared/kernel/defined.ts";
import { idOf } from "../../fanout/an-event.ts";
import { answered, DeliveryWorld, endpoint } from "../delivery-world.ts";

let world: DeliveryWorld;
beforeEach(() => {
  world = new DeliveryWorld({ pageSize: 1_000, drainLimit: 2_000 });
});

/** A delivery of an event that is detected now, each a millisecond after the previous one. */
function delivery(n: number, instance: string): IncomingDelivery {
  world.clock.advance(1);
  return { ...world.message(n, { id: idOf(n, world.clock.now()), instance }), instance };
}

const stateOf = async () => (await world.circuits.read(endpoint)).state;

/**
 * Opens the circuit. Then this many deliveries of the instance `other` wait before and behind one of `acme`, which it
 * returns.
 */
async function outage(around: number): Promise<IncomingDelivery> {
  world.answer = () => answered(500);
  const others = (first: number) => Array.from({ length: around }, (_, n) => delivery(first + n, "other"));
  const before = others(1);
  const own = delivery(around + 1, "acme");
  for (const one of [...before, own, ...others(around + 2)]) await world.run(one);
  expect(await stateOf()).toBe("open");
  return own;
}

/** Advances by minutes, each with a sweep and the queues' messages, until the endpoint is healthy. */
async function minutesUntilHealthy(): Promise<number> {
  world.answer = () => answered(200);
  for (let minute = 1; minute <= 180; minute += 1) {
    world.clock.advance(60_000);
    await world.sweep();
    for (const { message } of world.queued()) await world.run({ message, receiveCount: 3 });
    if ((await stateOf()) === "healthy") return minute;
  }
  throw new Error("the endpoint is called unhealthy after three hours");
}

test("a probe isn't spent on deliveries that their partner may no longer receive, however many wait", async () => {
  world.subscribe();
  await outage(250);
  world.access = { isActive: true, instances: new Set(["acme"]), quotas: undefined, rev: 2 };
  expect(await minutesUntilHealthy()).toBe(1);
});

test("a probe whose event was erased is replaced immediately", async () => {
  world.subscribe();
  const own = await outage(15);
  for (const event of world.events.keys()) if (event !== own.event) world.events.delete(event);
  expect(await minutesUntilHealthy()).toBeLessThanOrEqual(45);
  expect(world.rows().filter(({ state }) => state === "expired")).not.toHaveLength(0);
});

/** An endpoint whose circuit is open, and the message of its probe, whose event is erased then. */
async function erasedProbe(): Promise<IncomingDelivery> {
  world.subscribe();
  await outage(8);
  world.clock.advance(60_000);
  world.queued();
  await world.sweep();
  const probe = world.queued().find(({ message }) => message.probe === true);
  world.events.delete(probe!.message.event);
  return probe!.message;
}

test("a sweep right after a given-up probe sends the next one", async () => {
  const message = await erasedProbe();
  const { backlog } = world;
  const announce = backlog.announce.bind(backlog);
  vi.spyOn(backlog, "announce").mockImplementationOnce(async (...call) => {
    await announce(...call);
    await world.sweep();
  });
  await world.run({ message, receiveCount: 3 });
  expect(world.queued()).toMatchObject([{ message: { probe: true } }]);
});

test("a probe that is given up after its circuit has closed plans no other", async () => {
  const message = await erasedProbe();
  await world.circuits.resume(endpoint);
  await world.run({ message, receiveCount: 3 });
  expect(await world.circuits.read(endpoint)).not.toHaveProperty("probeAt");
});

test("a probe from before the circuit reopened doesn't lengthen the wait for the next probes", async () => {
  const message = await erasedProbe();
  await world.circuits.change(endpoint, (circuit) => ({ ...circuit, probes: 0 }));
  await world.run({ message, receiveCount: 3 });
  expect(await world.circuits.read(endpoint)).toMatchObject({ state: "open", probes: 0 });
});

test("a probe that a rate limit postpones is sent when the limit allows it, and the delivery keeps its retry time", async () => {
  world.subscribe();
  world.subscribe("sub_2");
  await outage(8);
  world.answer = () => answered(200);
  world.clock.advance(60_000);
  world.queued();
  await world.sweep();
  const probe = world.queued().find(({ message }) => message.probe === true)!;
  world.access = { ...world.access, quotas: { subscriptions: 1, replayPerSecond: 1, deliveriesPerSecond: 1 } };
  await world.run(world.message(99, {}, "sub_2"));
  const dueAt = world.clock.now() + 3_600_000;
  await world.run({ message: { ...probe.message, dueAt }, receiveCount: 3 });
  expect(world.backlogRows().find(({ event }) => event === probe.message.event)).toMatchObject({ due: dueAt });
  world.clock.advance(2_000);
  await world.sweep();
  for (const { message } of world.queued()) await world.run({ message, receiveCount: 1 });
  expect(await stateOf()).toBe("healthy");
});

test.each([
  { name: "is held for its endpoint", held: true, dueAt: undefined },
  { name: "waits for its retry", held: undefined, dueAt: 3_600_000 },
] as const)("a probe with a delivery that $name doesn't shorten its wait", async ({ held, dueAt }) => {
  await world.circuits.change(endpoint, (circuit) => ({ ...circuit, state: "open", since: world.clock.now() }));
  world.subscribe();
  const due = world.clock.now() + 3_600_000;
  await world.backlog.add(world.message(1), { due, ...defined({ held }) });
  await world.recovery.run({ kind: "drain", ...endpoint });
  const [probe] = world.queued();
  expect(probe?.message.dueAt).toBe(dueAt === undefined ? undefined : world.clock.now() + dueAt);
});

test("if all deliveries have failed as probes too often, the one that failed the least is the next", async () => {
  await world.circuits.change(endpoint, (circuit) => ({ ...circuit, state: "open", since: world.clock.now() }));
  world.subscribe();
  const waiting = [5, 3, 4, 3].map((probes, n) => ({ probes, message: delivery(n, "acme") }));
  for (const { probes, message } of waiting) await world.backlog.add(message, { due: 1, held: true, probes });
  await world.recovery.run({ kind: "drain", ...endpoint });
  expect(world.queued()).toMatchObject([{ message: { event: waiting[1]!.message.event, probe: true } }]);
});

test.each([
  { name: "a delivery", instances: "all" as const, count: 1, checked: 6 },
  {
    name: "only a delivery that its partner may no longer receive",
    instances: new Set<string>(),
    count: 1,
    checked: 6,
  },
  { name: "nothing", instances: "all" as const, count: 0, checked: undefined },
])("a disabled endpoint for which $name waits is checked again after $checked h", async (arm) => {
  world.subscribe("sub_1", { status: "disabled" });
  world.access = { ...world.access, instances: arm.instances };
  await world.circuits.follow(endpoint, false);
  for (let n = 0; n < arm.count; n += 1) await world.backlog.add(world.message(n), { due: 1, held: true });
  await world.backlog.announce(endpoint, world.clock.now());
  await world.recovery.run({ kind: "drain", ...endpoint });
  const due = arm.checked === undefined ? undefined : world.clock.now() + arm.checked * 3_600_000;
  expect(world.endpoint()?.["due"]).toBe(due);
});
