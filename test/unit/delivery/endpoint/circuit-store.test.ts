import { expect, test } from "vitest";
import { CircuitStore } from "../../../../shared/delivery/endpoint/circuit-store.ts";
import type { EndpointCircuit } from "../../../../shared/delivery/endpoint/endpoint-circuit.ts";
import { around } from "../../../support/around.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { ScriptedRandomness } from "../../../support/scripted-randomness.ts";
import { testContext } from "../../../support/test-context.ts";
import { DeliveryWorld, endpoint } from "../delivery-world.ts";

test("a worker that loses a circuit to others waits a short random time before it changes the newer one", async () => {
  const table = new MemoryTable("subscriptions");
  const clock = new FakeClock();
  const others = new CircuitStore({ ...testContext({ clock, randomness: new ScriptedRandomness() }), table });
  const randomness = new ScriptedRandomness(0.5, 1, 0.25);
  const store = new CircuitStore({ ...testContext({ clock, randomness }), table });
  const failed = (failures: number) => others.change(endpoint, (circuit) => ({ ...circuit, failures }));
  let tried = 0;
  around(store, "find", (find) => async (of) => {
    const item = await find(of);
    tried += 1;
    if (tried <= 3) await failed(10 + tried);
    return item;
  });
  await store.change(endpoint, (circuit) => ({ ...circuit, failures: circuit.failures + 1 }));
  expect((await others.read(endpoint)).failures).toBe(14);
  expect(clock.slept).toEqual([2.5, 10, 5]);
});

test.each([
  { from: "healthy", isServed: true, to: "healthy" },
  { from: "healthy", isServed: false, to: "disabled" },
  { from: "open", isServed: true, to: "open" },
  { from: "paused", isServed: true, to: "paused" },
  { from: "open", isServed: false, to: "disabled" },
  { from: "disabled", isServed: false, to: "disabled" },
  { from: "disabled", isServed: true, to: "healthy" },
] as const)(
  "the $from circuit of an endpoint is $to if $isServed that it is served",
  async ({ from, isServed, to }) => {
    const { circuits, clock } = new DeliveryWorld();
    const { after: before } = await circuits.change(endpoint, (circuit) => ({ ...circuit, state: from, failures: 7 }));
    clock.advance(1_000);
    await circuits.follow(endpoint, isServed);
    const after = await circuits.read(endpoint);
    expect(after.state).toBe(to);
    if (from === to) expect(after).toEqual(before);
  },
);

test("resuming an endpoint changes its circuit only if the endpoint has failed", async () => {
  const { circuits } = new DeliveryWorld();
  await circuits.change(endpoint, (circuit) => ({ ...circuit, failures: 3 }));
  await circuits.resume(endpoint);
  const resumed = await circuits.find(endpoint);
  expect(resumed.circuit).toMatchObject({ failures: 0 });
  await circuits.resume(endpoint);
  expect(await circuits.find(endpoint)).toEqual(resumed);
});

test("a drain that read the endpoint before its state changed can't say when it is due next", async () => {
  const world = new DeliveryWorld();
  const { circuits, backlog } = world;
  await backlog.add(world.message(), { due: 1 });
  const later = world.clock.now() + 3_600_000;
  const isSet = async (change: Partial<EndpointCircuit>) => {
    const { backlogRev } = await circuits.find(endpoint);
    await circuits.change(endpoint, (circuit) => ({ ...circuit, ...change }));
    return backlog.setDue(endpoint, backlogRev, later);
  };
  expect(await isSet({ state: "open" })).toBe(false);
  expect(await isSet({ failures: 6 })).toBe(true);
  expect(await isSet({ state: "healthy" })).toBe(false);
  expect((await circuits.find(endpoint)).due).toBe(world.clock.now());
});
