import { expect, test } from "vitest";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { ClockSkews } from "../../../shared/source/clock-skew.ts";
import { CredentialOrder, CredentialStore, type StoredCredentials } from "../../../shared/source/credential-store.ts";
import { SourceOutages } from "../../../shared/source/source-outages.ts";
import { before } from "../../support/around.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { testContext } from "../../support/test-context.ts";

const memory = defaultTimings.registryCache;
const pairOf = (slot: "current" | "next", clientId: string): StoredCredentials => ({
  slot,
  credentials: { clientId, clientSecret: `secret of ${clientId}` },
});
const [current, next] = [pairOf("current", "a"), pairOf("next", "b")];

function orderOf(...pairs: readonly StoredCredentials[]) {
  const clock = new FakeClock();
  const stored = { pairs, reads: 0 };
  const credentialsOf = async () => {
    stored.reads += 1;
    return stored.pairs;
  };
  return {
    clock,
    stored,
    order: new CredentialOrder({
      ...testContext({ clock }),
      registry: { credentialsOf, promote: async () => undefined },
    }),
  };
}

test("stored pairs are read once a minute for each instance", async () => {
  const { clock, stored, order } = orderOf(next, current);
  expect(await order.best("acme")).toBe(next);
  clock.advance(memory - 1);
  expect(await order.best("acme")).toBe(next);
  expect(stored.reads).toBe(1);
  clock.advance(1);
  await order.best("acme");
  expect(stored.reads).toBe(2);
  await order.best("other");
  expect(stored.reads).toBe(3);
});

test("a refused pair is skipped for a minute, only at its own instance", async () => {
  const { clock, stored, order } = orderOf(next, current);
  await order.best("acme");
  order.refuse("acme", next);
  expect(await order.best("acme")).toBe(current);
  expect(stored.reads).toBe(1);
  expect(await order.best("other")).toBe(next);
  clock.advance(memory - 1);
  expect(await order.best("acme")).toBe(current);
  clock.advance(1);
  expect(await order.best("acme")).toBe(next);
});

test("if every known pair is refused, the stored ones are read again, and a new one is used", async () => {
  const { stored, order } = orderOf(current);
  await order.best("acme");
  order.refuse("acme", current);
  expect(await order.best("acme")).toBeUndefined();
  stored.pairs = [next, current];
  expect(await order.best("acme")).toBe(next);
});

test("another pair is one of the other slot that isn't refused", async () => {
  const { stored, order } = orderOf(next, current);
  expect(await order.hasOther("acme", next)).toBe(true);
  expect(await order.hasOther("acme", current)).toBe(true);
  expect(stored.reads).toBe(1);
  order.refuse("acme", current);
  expect(await order.hasOther("acme", next)).toBe(false);
  expect(await orderOf(current).order.hasOther("acme", current)).toBe(false);
});

test("forgotten pairs are read again", async () => {
  const { stored, order } = orderOf(current);
  await order.best("acme");
  stored.pairs = [next];
  order.forget("acme");
  expect(await order.best("acme")).toBe(next);
});

const pair = (name: string) => ({ clientId: name, clientSecret: `secret of ${name}` });

function credentialStore() {
  const [table, clock] = [new MemoryTable("subscriptions"), new FakeClock()];
  const randomness = new SeededRandomness();
  const box = new SecretBox({ table, keys: new FakeKeyWrapper(), clock, randomness, cacheMs: 0 });
  return { table, clock, store: new CredentialStore(table, box) };
}

test("two instances have separate clocks and outages", async () => {
  const [table, clock] = [new MemoryTable("feeds"), new FakeClock()];
  const [skews, outages] = [new ClockSkews(table), new SourceOutages(table, clock)];
  await skews.settle("acme", 60_000, clock.now());
  outages.observe("acme", { asked: "GET /acme/person", startedAt: clock.now(), fault: "HTTP 503" });
  await outages.settle("acme", clock.now());
  expect([await skews.of("acme"), await outages.of("acme")]).toMatchObject([{ offset: 60_000 }, { fault: "HTTP 503" }]);
  expect([await skews.of("globex"), await outages.of("globex")]).toEqual([undefined, undefined]);
});

test("an instance keeps a working pair under at least one name, whenever a process ends while it becomes the current one", async () => {
  const { table, store } = credentialStore();
  await store.offer("acme", pair("old"));
  await store.offer("acme", pair("new"));
  before(table, "remove", async () => {
    expect((await store.of("acme")).map(({ credentials }) => credentials.clientId)).toEqual(["new", "new"]);
  });
  await store.promote("acme", pair("new"));
  expect(await store.of("acme")).toEqual([{ slot: "current", credentials: pair("new") }]);
});
