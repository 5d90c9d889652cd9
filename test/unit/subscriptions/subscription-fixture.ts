import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import type { SubscriptionSettings } from "../../../shared/subscriptions/subscription.ts";
import { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import { SubscriptionStore } from "../../../shared/subscriptions/subscription-store.ts";
import { before } from "../../support/around.ts";
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
export async function subscriptionFixture() {
  const memory = new MemoryTable("subscriptions", { pageSize: 2 });
  const clock = new FakeClock();
  const randomness = new SeededRandomness();
  const secrets = new SecretBox({ table: memory, keys: new FakeKeyWrapper(), clock, randomness, cacheMs: 1_000 });
  const register = async (name: string) => {
    await memory.put([{ item: { pk: "registry", sk: `instance#${name}` } }]);
  };
  await register("acme");
  await register("globex");
  const store = new SubscriptionStore({ ...testContext({ clock, randomness }), table: memory, secrets });
  return { memory, clock, store, register, projection: new SubscriptionProjection(memory) };
}

/** A fixture with a subscription, which `change` changes. `places`: the instances under which it has a copy. */
export async function subscribed(fields: Partial<SubscriptionSettings> = {}) {
  const fixture = await subscriptionFixture();
  const { store, projection } = fixture;
  const { subscription, secret } = await store.create(partner, { ...settings, ...fields });
  const { id } = subscription;
  const change = (changed: object) => store.update(partner, id, (current) => ({ ...current, ...changed }));
  const remove = () => store.remove(partner, id);
  const find = async () => (await store.find(partner, id))!;
  const places = async () => {
    const found: string[] = [];
    for (const place of ["acme", "globex", "initech", "~prt_operator"]) {
      if ((await projection.subscriptionsOf(place)).some((projected) => projected.id === id)) found.push(place);
    }
    return found;
  };
  return { ...fixture, subscription, secret, id, change, remove, find, places };
}

/** Runs `step` once, right before a copy is put under an instance whose name begins like this. */
export function beforeCopy(memory: MemoryTable, step: () => Promise<unknown>, instance = ""): void {
  let isDone = false;
  before(memory, "put", async (puts) => {
    if (isDone || !puts.some(({ item }) => item.pk.startsWith(`instance#${instance}`))) return;
    isDone = true;
    await step();
  });
}
