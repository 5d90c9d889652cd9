import { expect, it } from "vitest";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { ClockSkews } from "../../../shared/source/clock-skew.ts";
import { CredentialOrder, CredentialStore } from "../../../shared/source/credential-store.ts";
import { SourceOutages } from "../../../shared/source/source-outages.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { testContext } from "../../support/test-context.ts";

const pair = (name: string) => ({ clientId: name, clientSecret: `secret of ${name}` });

function credentialStore() {
  const [table, clock] = [new MemoryTable("subscriptions"), new FakeClock()];
  const randomness = new SeededRandomness();
  const box = new SecretBox({ table, keys: new FakeKeyWrapper(), clock, randomness, cacheMs: 0 });
  return { table, clock, store: new CredentialStore(table, box) };
}

it("have separate credentials", async () => {
  const { store } = credentialStore();
  for (const name of ["acme", "globex"]) await store.offer(name, pair(name));
  expect(await store.of("acme")).toEqual([{ slot: "current", credentials: pair("acme") }]);
  expect(await store.of("globex")).toEqual([{ slot: "current", credentials: pair("globex") }]);
});

it("have separate refusals, even with the same pair", async () => {
  const { store, clock } = credentialStore();
  for (const name of ["acme", "globex"]) await store.offer(name, pair("shared"));
  const order = new CredentialOrder({
    ...testContext({ clock }),
    registry: { credentialsOf: (instance) => store.of(instance), promote: async () => undefined },
  });
  const [refused] = await store.of("acme");
  order.refuse("acme", refused!);
  expect(await order.best("acme")).toBeUndefined();
  expect(await order.best("globex")).toEqual(refused);
});

it("have separate clocks and outages", async () => {
  const [table, clock] = [new MemoryTable("feeds"), new FakeClock()];
  const [skews, outages] = [new ClockSkews(table), new SourceOutages(table, clock)];
  await skews.settle("acme", 60_000, clock.now());
  outages.observe("acme", { asked: "GET /acme/person", startedAt: clock.now(), fault: "HTTP 503" });
  await outages.settle("acme", clock.now());
  expect([await skews.of("acme"), await outages.of("acme")]).toMatchObject([{ offset: 60_000 }, { fault: "HTTP 503" }]);
  expect([await skews.of("globex"), await outages.of("globex")]).toEqual([undefined, undefined]);
});

it("keep a working pair under at least one name, whenever a process ends while it becomes the current one", async () => {
  const { table, store } = credentialStore();
  await store.offer("acme", pair("old"));
  await store.offer("acme", pair("new"));
  const remove = table.remove.bind(table);
  table.remove = async (key, when) => {
    expect((await store.of("acme")).map(({ credentials }) => credentials.clientId)).toEqual(["new", "new"]);
    return remove(key, when);
  };
  await store.promote("acme", pair("new"));
  expect(await store.of("acme")).toEqual([{ slot: "current", credentials: pair("new") }]);
});
