import { describe, expect, it } from "vitest";
import type { Table } from "../../../shared/kernel/ports/table.ts";
import { partner, settings, subscriptionFixture } from "./subscription-fixture.ts";

const everywhere = ["acme", "globex", "~prt_operator"];

async function placesOf(fixture: Awaited<ReturnType<typeof subscriptionFixture>>, id: string): Promise<string[]> {
  const places = [...everywhere, "initech"];
  const there = await Promise.all(
    places.map(async (place) => (await fixture.copies.copiesOf(place)).some((copy) => copy.id === id)),
  );
  return places.filter((_, at) => there[at]);
}

describe("the copies of a subscription", () => {
  it("stand under every registered instance where none is named, and where its endpoints' events fan out", async () => {
    const fixture = await subscriptionFixture();
    const { id } = (await fixture.store.create(partner, settings)).subscription;
    expect(await placesOf(fixture, id)).toEqual(everywhere);
  });

  it("hold what fan-out needs, and neither address nor secrets", async () => {
    const { store, copies } = await subscriptionFixture();
    const { subscription } = await store.create(partner, { ...settings, filter: { a: ["x"] } });
    const { id } = subscription;
    expect(await copies.copiesOf("acme")).toEqual([
      { id, partner, eventTypes: ["person.*"], filter: { a: ["x"] }, baseline: false, status: "active" },
    ]);
  });

  it("stand only under the instances that are named", async () => {
    const fixture = await subscriptionFixture();
    const { id } = (await fixture.store.create(partner, { ...settings, instances: ["globex"] })).subscription;
    expect(await placesOf(fixture, id)).toEqual(["globex", "~prt_operator"]);
  });

  it("follow a change of its instances", async () => {
    const fixture = await subscriptionFixture();
    const { id } = (await fixture.store.create(partner, { ...settings, instances: ["globex"] })).subscription;
    await fixture.store.update(partner, id, (current) => ({ ...current, instances: ["acme"] }));
    expect(await placesOf(fixture, id)).toEqual(["acme", "~prt_operator"]);
  });

  it("go with it", async () => {
    const fixture = await subscriptionFixture();
    const { id } = (await fixture.store.create(partner, settings)).subscription;
    expect(await fixture.store.remove(partner, id)).toBe("removed");
    expect(await placesOf(fixture, id)).toEqual([]);
  });

  it("carry a disabled status", async () => {
    const { store, copies } = await subscriptionFixture();
    const { id } = (await store.create(partner, settings)).subscription;
    await store.disable(partner, id, "requested");
    expect((await copies.copiesOf("acme")).map(({ status }) => status)).toEqual(["disabled"]);
  });

  it("reach an instance that is registered later, unless others are named", async () => {
    const fixture = await subscriptionFixture();
    const { id } = (await fixture.store.create(partner, settings)).subscription;
    await fixture.store.create(partner, { ...settings, instances: ["acme"] });
    await fixture.register("initech");
    await fixture.copies.copySubscriptionsTo("initech");
    expect((await fixture.copies.copiesOf("initech")).map((copy) => copy.id)).toEqual([id]);
  });
});

describe("the stamp of an instance", () => {
  it("rises with every change under it, and with none elsewhere", async () => {
    const { store, copies } = await subscriptionFixture();
    const stamps = async () => Promise.all(["acme", "globex"].map(async (name) => copies.stampOf(name)));
    expect(await stamps()).toEqual([0, 0]);
    const { id } = (await store.create(partner, { ...settings, instances: ["acme"] })).subscription;
    expect(await stamps()).toEqual([1, 0]);
    await store.update(partner, id, (current) => ({ ...current, instances: ["globex"] }));
    expect(await stamps()).toEqual([2, 1]);
    await store.remove(partner, id);
    expect(await stamps()).toEqual([2, 2]);
    await copies.copySubscriptionsTo("acme");
    expect(await stamps()).toEqual([3, 2]);
  });

  it("is written after the copies it stands for", async () => {
    const order: string[] = [];
    const { store } = await subscriptionFixture((table) => noting(table, order));
    const { id } = (await store.create(partner, settings)).subscription;
    await store.update(partner, id, (current) => ({ ...current, instances: ["acme"] }));
    await store.remove(partner, id);
    const perWrite = order
      .join(" ")
      .split("main")
      .slice(1)
      .map((part) => part.trim());
    expect(perWrite).toEqual([
      "copy copy copy stamp stamp stamp",
      "copy copy copy stamp stamp stamp",
      "copy copy stamp stamp",
    ]);
  });
});

describe("what a crash leaves half done", () => {
  it("is repaired: missing and stale copies appear, orphans go", async () => {
    const { memory, store, copies } = await subscriptionFixture();
    const missing = (await store.create(partner, settings)).subscription;
    await memory.remove({ pk: "instance#acme", sk: `subscription#${missing.id}` });
    const orphan = { id: "sub_gone", partner, eventTypes: ["*"], baseline: false, status: "active", rev: 1 };
    await memory.put([{ item: { ...orphan, pk: "instance#acme", sk: "subscription#sub_gone" } }]);
    const foreign = { ...orphan, partner: "prt_other", id: "sub_other" };
    await memory.put([{ item: { ...foreign, pk: "instance#acme", sk: "subscription#sub_other" } }]);

    await copies.copySubscriptionsTo("acme");
    await copies.copySubscriptionsTo("acme");
    expect((await copies.copiesOf("acme")).map(({ id }) => id)).toEqual([missing.id, "sub_other"]);
  });

  it("never lets a late writer put an older state over a newer one", async () => {
    const { store, copies } = await subscriptionFixture();
    const { subscription: older } = await store.create(partner, settings);
    await store.disable(partner, older.id, "owner");
    await copies.spread(older);
    expect((await copies.copiesOf("acme")).map(({ status }) => status)).toEqual(["disabled"]);
  });
});

function noting(table: Table, order: string[]): Table {
  const note = ({ pk, sk }: { readonly pk: string; readonly sk: string }) => {
    if (pk === "partner#prt_operator" && sk !== "datakey") order.push("main");
    if (pk.startsWith("instance#")) order.push(sk === "stamp" ? "stamp" : "copy");
  };
  return {
    get: (key) => table.get(key),
    getAll: (keys) => table.getAll(keys),
    query: (query) => table.query(query),
    queryIndex: (query) => table.queryIndex(query),
    put: async (puts) => {
      for (const { item } of puts) note(item);
      return table.put(puts);
    },
    update: async (change) => {
      note(change.key);
      return table.update(change);
    },
    remove: async (key, when) => {
      note(key);
      return table.remove(key, when);
    },
  };
}
