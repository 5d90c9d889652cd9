import { expect, test, vi } from "vitest";
import { mostHops, recoverMessage } from "../../../../shared/delivery/backlog/drain-turns.ts";
import type { EndpointCircuit } from "../../../../shared/delivery/endpoint/endpoint-circuit.ts";
import { defined } from "../../../../shared/kernel/defined.ts";
import { around } from "../../../support/around.ts";
import { type DeliveryWorld, endpoint, subscribed } from "../delivery-world.ts";

/** More than one drain sends. */
async function aBacklog(rows: number): Promise<DeliveryWorld> {
  const world = subscribed({}, { drainLimit: 2 });
  for (let n = 1; n <= rows; n += 1) await world.backlog.add(world.message(n), { due: world.clock.now() });
  return world;
}

test("each drain of a chain knows the chain's length", async () => {
  const world = await aBacklog(6);
  await world.recovery.run({ kind: "drain", ...endpoint });
  const [second] = world.recover.take();
  expect(second).toEqual({ kind: "drain", ...endpoint, hops: 1 });
  world.clock.advance(world.timings.drainStep);
  await world.recovery.run(recoverMessage.parse(second));
  expect(world.recover.take()).toEqual([{ kind: "drain", ...endpoint, hops: 2 }]);
});

test("a chain that is too long ends, and the next sweep starts a new one where it stopped", async () => {
  const world = await aBacklog(6);
  await world.recovery.run({ kind: "drain", ...endpoint, hops: mostHops });
  expect(world.queued()).toHaveLength(2);
  expect(world.recover.take()).toEqual([]);
  await world.sweep();
  expect(world.queued()).toHaveLength(4);
  expect(world.backlogRows()).toEqual([]);
});

test("a delivery that comes back while the drain removes it stays in the backlog", async () => {
  const world = await aBacklog(1);
  const { backlog, clock, deliver } = world;
  let sends = 0;
  around(deliver, "send", (send) => async (messages) => {
    await send(messages);
    sends += 1;
    if (sends > 1) return;
    // Another worker receives the message at once, and the endpoint's circuit has opened again.
    clock.advance(1);
    await backlog.add(world.message(1), { due: clock.now() + 60_000, held: true });
  });
  await world.recovery.run({ kind: "drain", ...endpoint });
  expect(world.queued()).toHaveLength(2);
  expect(world.backlogRows(), "what was sent last is removed, since nobody put it back").toEqual([]);

  await backlog.add(world.message(1), { due: clock.now() });
  const [row] = world.backlogRows();
  clock.advance(1);
  await backlog.add(world.message(1), { due: clock.now(), held: true });
  await backlog.remove({ ...world.message(1), due: Number(row?.["due"]) });
  expect(world.backlogRows(), "another row stands there by now").toHaveLength(1);
});

test("a drain that has sent everything requests no further one", async () => {
  const world = await aBacklog(2);
  await world.circuits.change(endpoint, (circuit) => ({ ...circuit, drain: { at: world.clock.now(), size: 10 } }));
  await world.recovery.run({ kind: "drain", ...endpoint });
  expect([world.queued().length, world.recover.take()]).toEqual([2, []]);
  expect(await world.circuits.read(endpoint)).not.toHaveProperty("drain");
});

test.each([{ drain: undefined }, { drain: { at: 1_900_000_000_000, size: 7 } }])(
  "a drain that ends leaves what another worker has made of the circuit: %j",
  async ({ drain }) => {
    const world = await aBacklog(2);
    const change = (given: EndpointCircuit["drain"]) =>
      world.circuits.change(endpoint, (circuit) => {
        const changed = { ...circuit, ...defined({ drain: given }) };
        if (given === undefined) delete changed.drain;
        return changed;
      });
    await change({ at: world.clock.now(), size: 10 });
    const setDue = world.backlog.setDue.bind(world.backlog);
    vi.spyOn(world.backlog, "setDue").mockImplementationOnce(async (...call) => {
      await change(drain);
      return setDue(...call);
    });
    await world.recovery.run({ kind: "drain", ...endpoint });
    expect((await world.circuits.read(endpoint)).drain).toEqual(drain);
  },
);

test("a batch isn't sent before its time if the worker of the previous one has died", async () => {
  const world = await aBacklog(2);
  const at = world.clock.now() + 5_000;
  await world.circuits.change(endpoint, (circuit) => ({ ...circuit, drain: { at, size: 10 } }));
  await world.recovery.run({ kind: "drain", ...endpoint });
  expect([world.queued(), world.endpoint()]).toMatchObject([[], { due: at }]);
  world.clock.advance(5_000);
  await world.recovery.run({ kind: "drain", ...endpoint });
  expect(world.queued()).toHaveLength(2);
});

test("a drain whose circuit another worker has changed begins again", async () => {
  const world = await aBacklog(2);
  await world.circuits.change(endpoint, (circuit) => ({ ...circuit, drain: { at: world.clock.now(), size: 10 } }));
  vi.spyOn(world.circuits, "swap").mockResolvedValueOnce(false);
  await world.recovery.run({ kind: "drain", ...endpoint });
  expect(world.queued()).toHaveLength(2);
});

test.each([
  { name: "has sent everything", subscription: "sub_5", wait: 0, hops: 1, looks: [2] },
  { name: "is the first of its chain", subscription: "sub_5", wait: 0, hops: 0, looks: [3] },
  { name: "is the first of another chain", subscription: "sub_1", wait: 0, hops: 0, looks: [2] },
  { name: "will soon send something", subscription: "sub_5", wait: 2_000, hops: 1, looks: [2] },
  { name: "won't soon send anything", subscription: "sub_5", wait: 2_001, hops: 1, looks: [] },
])("a drain with a limit that $name requests checks after $looks s", async ({ subscription, wait, hops, looks }) => {
  const world = await aBacklog(0);
  world.subscribe(subscription, { ratePerSecond: 5 });
  await world.backlog.add({ ...world.message(1), subscription }, { due: world.clock.now() + wait });
  await world.backlog.announce({ ...endpoint, subscription }, world.clock.now());
  await world.recovery.run({ kind: "drain", ...endpoint, subscription, hops });
  expect(world.recover.sent.map(({ delaySeconds }) => delaySeconds)).toEqual(looks);
});

test("the endpoint is due again when its first other delivery is", async () => {
  const world = await aBacklog(0);
  const byEvent = [1, 2, 3].map((n) => world.message(n)).sort((one, other) => (one.event < other.event ? -1 : 1));
  const [second, first, third] = [2, 1, 3].map((hours) => world.clock.now() + hours * 3_600_000);
  for (const [at, due] of [second, first, third].entries()) await world.backlog.add(byEvent[at]!, { due: due! });
  await world.backlog.announce(endpoint, world.clock.now());
  await world.recovery.run({ kind: "drain", ...endpoint });
  expect(world.endpoint()).toMatchObject({ due: first });
});

test.each([
  { size: 10, next: 12 },
  { size: 190, next: 200 },
  { size: 300, next: 300 },
])("a batch of $size is followed by one of $next", async ({ size, next }) => {
  const world = subscribed({}, { drainLimit: 2_000 });
  await world.circuits.change(endpoint, (circuit) => ({ ...circuit, drain: { at: world.clock.now(), size } }));
  // Nobody may add a row while it drains, or the drain goes on.
  vi.spyOn(world.backlog, "setDue").mockResolvedValue(false);
  await world.backlog.announce(endpoint, world.clock.now());
  await world.recovery.run({ kind: "drain", ...endpoint });
  const at = world.clock.now() + world.timings.drainStep;
  expect((await world.circuits.read(endpoint)).drain).toEqual({ at, size: next });
});

test("a step sends at most as many as may be in flight", async () => {
  const world = await aBacklog(0);
  world.subscribe("sub_1", { maxConcurrency: 1, ratePerSecond: 5 });
  for (let n = 1; n <= 3; n += 1) await world.backlog.add(world.message(n), { due: world.clock.now() });
  await world.recovery.run({ kind: "drain", ...endpoint });
  expect(world.queued()).toHaveLength(1);
});
