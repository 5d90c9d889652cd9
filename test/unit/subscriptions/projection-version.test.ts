import { describe, expect, it } from "vitest";
import type { Table } from "../../../shared/kernel/ports/table.ts";
import { forwarding, partner, settings, subscriptionFixture } from "./subscription-fixture.ts";

describe("the version of an instance's projection", () => {
  it("rises with every change under it, and with no others", async () => {
    const { store, projection } = await subscriptionFixture();
    const versions = async () => Promise.all(["acme", "globex"].map(async (name) => projection.versionOf(name)));
    expect(await versions()).toEqual([0, 0]);
    const { id } = (await store.create(partner, { ...settings, instances: ["acme"] })).subscription;
    expect(await versions()).toEqual([1, 0]);
    await store.update(partner, id, (current) => ({ ...current, instances: ["globex"] }));
    expect(await versions()).toEqual([2, 1]);
    await store.remove(partner, id);
    expect(await versions()).toEqual([2, 2]);
    await projection.rebuild("acme");
    expect(await versions()).toEqual([3, 2]);
  });

  it("rises once for each of two changes at the same time, and names both", async () => {
    const { store, projection } = await subscriptionFixture();
    const created = await Promise.all([store.create(partner, settings), store.create(partner, settings)]);
    const { version, ids } = await projection.changesSince("acme", 0);
    expect(version).toBe(2);
    expect([...(ids ?? [])].sort()).toEqual(created.map(({ subscription }) => subscription.id).sort());
  });

  it("rises without the name of the change if others are always faster", async () => {
    const { store, projection } = await subscriptionFixture((table) => ({
      ...forwarding(table),
      update: async (change) =>
        change.key.sk === "stamp" && change.when !== undefined ? "conflict" : table.update(change),
    }));
    await store.create(partner, settings);
    expect(await projection.changesSince("acme", 0)).toEqual({ version: 1, ids: undefined });
  });

  it("rises after its subscriptions are written", async () => {
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
      "item item item version version version",
      // The copy is disabled until the version is raised, so that a repeat finds it.
      "item item item version version version item",
      "item item version version item item",
    ]);
  });
});

function noting(table: Table, order: string[]): Table {
  const note = ({ pk, sk }: { readonly pk: string; readonly sk: string }) => {
    if (pk === "partner#prt_operator" && sk !== "datakey") order.push("main");
    if (pk.startsWith("instance#")) order.push(sk === "stamp" ? "version" : "item");
  };
  return {
    ...forwarding(table),
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
