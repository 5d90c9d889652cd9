import { expect, test } from "vitest";
import { defaultQuotas } from "../../../shared/partners/partner.ts";
import { PartnerRegistry } from "../../../shared/partners/partner-registry.ts";
import { partner, settings, subscriptionFixture } from "./subscription-fixture.ts";

test("a rebuild reads its instance's projection once, and handles eight partners at a time", async () => {
  const { memory, store, projection, register } = await subscriptionFixture();
  const registry = new PartnerRegistry(memory);
  const quotas = defaultQuotas;
  const partners = Array.from({ length: 20 }, (_, n) => `prt_${String(n).padStart(26, "0")}`);
  const created: string[] = [];
  for (const id of partners) {
    await registry.create(id, { name: id, instances: ["initech"], quotas }, 1);
    for (let n = 0; n < 2; n += 1) created.push((await store.create(id, settings)).subscription.id);
  }
  await registry.create(`prt_${"Z".repeat(26)}`, { name: "without any", instances: ["initech"], quotas }, 1);
  const orphan = {
    id: "sub_gone",
    partner: partners[3]!,
    eventTypes: ["*"],
    baseline: false,
    status: "active",
    rev: 1,
  };
  await memory.put([{ item: { ...orphan, pk: "instance#initech", sk: "subscription#sub_gone" } }]);
  await register("initech");

  const query = memory.query.bind(memory);
  let [underWay, most] = [0, 0];
  const asked: string[] = [];
  memory.query = async (wanted) => {
    if (wanted.after === undefined) asked.push(wanted.pk);
    underWay += 1;
    most = Math.max(most, underWay);
    await Promise.resolve();
    underWay -= 1;
    return query(wanted);
  };
  await projection.rebuild("initech");
  expect(asked.filter((pk) => pk === "instance#initech")).toHaveLength(1);
  expect(most).toBe(8);
  const standing = (await projection.subscriptionsOf("initech")).map(({ id }) => id);
  expect(standing.sort()).toEqual(created.sort());
});

test("a subscription of many instances is copied to them, raises their versions, and leaves them, 32 at a time", async () => {
  const { memory, store, register, projection } = await subscriptionFixture();
  const instances = Array.from({ length: 40 }, (_, n) => `branch-${n}`);
  for (const name of instances) await register(name);
  let [underWay, most] = [0, 0];
  const slowly = async <T>(write: () => Promise<T>, items = 1): Promise<T> => {
    underWay += items;
    most = Math.max(most, underWay);
    await Promise.resolve();
    underWay -= items;
    return write();
  };
  const [put, update, remove] = [memory.put.bind(memory), memory.update.bind(memory), memory.remove.bind(memory)];
  memory.put = (puts) => slowly(() => put(puts), puts.length);
  memory.update = (change) => slowly(() => update(change));
  memory.remove = (key, when) => slowly(() => remove(key, when));
  const { id } = (await store.create(partner, settings)).subscription;
  expect(most).toBe(32);
  most = 0;
  await store.update(partner, id, (one) => ({ ...one, instances: ["acme"] }));
  expect(most).toBe(32);
  expect(await Promise.all(instances.map((name) => projection.versionOf(name)))).toEqual(instances.map(() => 2));
});
