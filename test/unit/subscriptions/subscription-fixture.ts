import type { Table } from "../../../shared/kernel/ports/table.ts";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import type { SubscriptionSettings } from "../../../shared/subscriptions/subscription.ts";
import { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import { SubscriptionStore } from "../../../shared/subscriptions/subscription-store.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { testContext } from "../../support/test-context.ts";

export const partner = "prt_operator";

export const settings: SubscriptionSettings = {
  url: "https://hooks.example.com/in",
  eventTypes: ["person.*"],
  baseline: false,
  status: "active",
};

/** A store on small pages, with instances `acme` and `globex` registered. */
export async function subscriptionFixture(wrap: (table: Table) => Table = (table) => table) {
  const memory = new MemoryTable("subscriptions", { pageSize: 2 });
  const table = wrap(memory);
  const clock = new FakeClock();
  const randomness = new SeededRandomness();
  const secrets = new SecretBox({ table, keys: new FakeKeyWrapper(), clock, randomness, cacheMs: 1_000 });
  const register = async (name: string) => {
    await memory.put([{ item: { pk: "registry", sk: `instance#${name}` } }]);
  };
  await register("acme");
  await register("globex");
  const store = new SubscriptionStore({ ...testContext({ clock, randomness }), table, secrets });
  return { memory, clock, store, register, projection: new SubscriptionProjection(table) };
}

/** A table that passes each call on, some of which a test replaces. */
export function forwarding(table: Table): Table {
  return {
    get: (key) => table.get(key),
    getAll: (keys) => table.getAll(keys),
    query: (query) => table.query(query),
    queryIndex: (query) => table.queryIndex(query),
    put: (puts) => table.put(puts),
    update: (change) => table.update(change),
    remove: (key, when) => table.remove(key, when),
  };
}
