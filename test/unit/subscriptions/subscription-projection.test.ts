import { describe, expect, it } from "vitest";
import { defined } from "../../../shared/kernel/defined.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { around, before } from "../../support/around.ts";
import { beforeCopy, partner, settings, subscriptionFixture } from "./subscription-fixture.ts";

const everywhere = ["acme", "globex", "~prt_operator"];

async function placesOf(fixture: Awaited<ReturnType<typeof subscriptionFixture>>, id: string): Promise<string[]> {
  const places = [...everywhere, "initech"];
  const there = await Promise.all(
    places.map(async (place) =>
      (await fixture.projection.subscriptionsOf(place)).some((projected) => projected.id === id),
    ),
  );
  return places.filter((_, at) => there[at]);
}

describe("a subscription's projection", () => {
  it("is under every registered instance if none is named, and under the endpoints' pseudo-instance", async () => {
    const fixture = await subscriptionFixture();
    const { id } = (await fixture.store.create(partner, settings)).subscription;
    expect(await placesOf(fixture, id)).toEqual(everywhere);
  });

  it("holds what fan-out needs, and neither address nor secrets", async () => {
    const { store, projection } = await subscriptionFixture();
    const { subscription } = await store.create(partner, { ...settings, filter: { a: ["x"] } });
    const { id } = subscription;
    expect(await projection.subscriptionsOf("acme")).toEqual([
      { id, partner, eventTypes: ["person.*"], filter: { a: ["x"] }, baseline: false, status: "active" },
    ]);
  });

  it("is only under the named instances", async () => {
    const fixture = await subscriptionFixture();
    const { id } = (await fixture.store.create(partner, { ...settings, instances: ["globex"] })).subscription;
    expect(await placesOf(fixture, id)).toEqual(["globex", "~prt_operator"]);
  });

  it("follows a change of the subscription's instances", async () => {
    const fixture = await subscriptionFixture();
    const { id } = (await fixture.store.create(partner, { ...settings, instances: ["globex"] })).subscription;
    await fixture.store.update(partner, id, (current) => ({ ...current, instances: ["acme"] }));
    expect(await placesOf(fixture, id)).toEqual(["acme", "~prt_operator"]);
  });

  it("is removed everywhere with its subscription", async () => {
    const fixture = await subscriptionFixture();
    const { id } = (await fixture.store.create(partner, settings)).subscription;
    expect(await fixture.store.remove(partner, id)).toBe("removed");
    expect(await placesOf(fixture, id)).toEqual([]);
  });

  it("carries the status of a disabled subscription", async () => {
    const { store, projection } = await subscriptionFixture();
    const { id } = (await store.create(partner, settings)).subscription;
    await store.disable(partner, id, "requested");
    expect((await projection.subscriptionsOf("acme")).map(({ status }) => status)).toEqual(["disabled"]);
  });

  it("reaches an instance that is registered later, unless others are named", async () => {
    const fixture = await subscriptionFixture();
    const { id } = (await fixture.store.create(partner, settings)).subscription;
    await fixture.store.create(partner, { ...settings, instances: ["acme"] });
    await fixture.register("initech");
    await fixture.projection.rebuild("initech");
    expect((await fixture.projection.subscriptionsOf("initech")).map((projected) => projected.id)).toEqual([id]);
  });
});

describe("a projection that a crash left half done", () => {
  it("is repaired by a rebuild: missing and stale subscriptions appear, orphans go", async () => {
    const { memory, store, projection } = await subscriptionFixture();
    const missing = (await store.create(partner, settings)).subscription;
    await memory.remove({ pk: "instance#acme", sk: `subscription#${missing.id}` });
    const orphan = { id: "sub_gone", partner, eventTypes: ["*"], baseline: false, status: "active", rev: 1 };
    await memory.put([{ item: { ...orphan, pk: "instance#acme", sk: "subscription#sub_gone" } }]);
    const foreign = { ...orphan, partner: "prt_other", id: "sub_other" };
    await memory.put([{ item: { ...foreign, pk: "instance#acme", sk: "subscription#sub_other" } }]);

    await projection.rebuild("acme");
    await projection.rebuild("acme");
    expect((await projection.subscriptionsOf("acme")).map(({ id }) => id)).toEqual([missing.id, "sub_other"]);
  });

  it("is repaired by repeating the change: it leaves the instances that are no longer named", async () => {
    const fixture = await subscriptionFixture();
    const { id } = (await fixture.store.create(partner, settings)).subscription;
    const leave = async () => fixture.store.update(partner, id, (current) => ({ ...current, instances: ["acme"] }));
    beforeCopy(fixture.memory, () => Promise.reject(new EngineUnavailableError("503")));
    await expect(leave()).rejects.toThrow(EngineUnavailableError);
    await leave();
    expect(await placesOf(fixture, id)).toEqual(["acme", "~prt_operator"]);
  });

  it("is removed when the removal is repeated", async () => {
    const fixture = await subscriptionFixture();
    const { id } = (await fixture.store.create(partner, settings)).subscription;
    let broken = true;
    before(fixture.memory, "remove", ({ pk }) => {
      if (broken && pk.startsWith("instance#")) throw new EngineUnavailableError("503");
    });
    await expect(fixture.store.remove(partner, id)).rejects.toThrow(EngineUnavailableError);
    broken = false;
    expect(await fixture.store.remove(partner, id)).toBe("notFound");
    expect(await placesOf(fixture, id)).toEqual([]);
  });

  it("is never set back by a late writer with an older state", async () => {
    const { store, projection } = await subscriptionFixture();
    const { subscription: older } = await store.create(partner, settings);
    await store.disable(partner, older.id, "owner");
    await projection.project(older);
    expect((await projection.subscriptionsOf("acme")).map(({ status }) => status)).toEqual(["disabled"]);
  });
});

describe("two simultaneous changes", () => {
  it("leave nothing outside the newest state, though the older change writes last", async () => {
    const fixture = await subscriptionFixture();
    const { memory, store } = fixture;
    const { id } = (await store.create(partner, { ...settings, instances: ["acme"] })).subscription;
    beforeCopy(memory, () => store.update(partner, id, (current) => ({ ...current, instances: ["acme"] })));
    await store.update(partner, id, (current) => ({ ...current, instances: ["acme", "globex"] }));
    expect(await placesOf(fixture, id)).toEqual(["acme", "~prt_operator"]);
  });

  it("leave the newest state, though a rebuild that read an older one writes last", async () => {
    const { memory, store, projection } = await subscriptionFixture();
    const { id } = (await store.create(partner, settings)).subscription;
    beforeCopy(memory, () => store.disable(partner, id, "owner"));
    await projection.rebuild("acme");
    expect((await projection.subscriptionsOf("acme")).map(({ status }) => status)).toEqual(["disabled"]);
  });

  it("leave nothing of a subscription that two remove", async () => {
    const { memory, store, projection } = await subscriptionFixture();
    const { id } = (await store.create(partner, settings)).subscription;
    around(memory, "update", (update) => async (change) => {
      if (change.key.pk.startsWith("instance#")) {
        memory.update = update;
        await projection.withdraw(partner, id);
      }
      return update(change);
    });
    await store.remove(partner, id);
    expect(memory.items.filter(({ sk }) => sk.endsWith(id))).toEqual([]);
  });

  it("leave nothing of a subscription that is removed while it is changed", async () => {
    const fixture = await subscriptionFixture();
    const { memory, store } = fixture;
    const { id } = (await store.create(partner, settings)).subscription;
    beforeCopy(memory, () => store.remove(partner, id));
    await store.update(partner, id, (current) => ({ ...current, description: "x" }));
    expect(await placesOf(fixture, id)).toEqual([]);
  });

  it.each([
    ["checked", ["acme", "initech"]],
    ["checked", undefined],
    ["removed", ["acme", "initech"]],
  ])("leave a copy that was an orphan until just before it is %s, and is now wanted by %j", async (step, instances) => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    const interrupt = async () => {
      const interrupting = meanwhile;
      meanwhile = undefined;
      await interrupting?.();
    };
    const fixture = await subscriptionFixture();
    const { memory, store, projection, register } = fixture;
    const { id } = (await store.create(partner, { ...settings, instances: ["acme"] })).subscription;
    await register("initech");
    const [projected] = memory.items.filter(({ pk, sk }) => pk === "instance#acme" && sk.endsWith(id));
    await memory.put([{ item: { ...projected!, pk: "instance#initech" } }]);
    before(memory, "remove", interrupt);
    before(memory, "get", async ({ sk }) => {
      if (step === "checked" && sk.startsWith("subscription#")) await interrupt();
    });
    meanwhile = async () => store.update(partner, id, () => ({ ...settings, ...defined({ instances }) }));
    await projection.rebuild("initech");
    expect(await placesOf(fixture, id)).toContain("initech");
  });

  it("leave nothing under an instance that is registered while the subscription leaves it", async () => {
    const fixture = await subscriptionFixture();
    const { memory, store, projection, register } = fixture;
    const { id } = (await store.create(partner, settings)).subscription;
    await register("initech");
    beforeCopy(memory, () => store.update(partner, id, (current) => ({ ...current, instances: ["acme"] })));
    await projection.rebuild("initech");
    expect(await placesOf(fixture, id)).toEqual(["acme", "~prt_operator"]);
  });
});
