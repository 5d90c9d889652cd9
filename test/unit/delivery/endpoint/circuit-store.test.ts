import { expect, test } from "vitest";
import { CircuitStore } from "../../../../shared/delivery/endpoint/circuit-store.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { ScriptedRandomness } from "../../../support/scripted-randomness.ts";
import { testContext } from "../../../support/test-context.ts";

const endpoint = { partner: "prt_1", subscription: "sub_1" };

test("a worker that loses a circuit to others waits a short random time before it changes the newer one", async () => {
  const table = new MemoryTable("subscriptions");
  const clock = new FakeClock();
  const others = new CircuitStore({ ...testContext({ clock, randomness: new ScriptedRandomness() }), table });
  const randomness = new ScriptedRandomness(0.5, 1, 0.25);
  const store = new CircuitStore({ ...testContext({ clock, randomness }), table });
  const failed = (failures: number) => others.change(endpoint, (circuit) => ({ ...circuit, failures }));
  let tried = 0;
  const find = store.find.bind(store);
  store.find = async (of) => {
    const item = await find(of);
    tried += 1;
    if (tried <= 3) await failed(10 + tried);
    return item;
  };
  await store.change(endpoint, (circuit) => ({ ...circuit, failures: circuit.failures + 1 }));
  expect((await others.read(endpoint)).failures).toBe(14);
  expect(clock.slept).toEqual([2.5, 10, 5]);
});
