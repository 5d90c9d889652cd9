import { describe, expect, it } from "vitest";
import { defined } from "../../../shared/kernel/defined.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import type { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import { around, before } from "../../support/around.ts";
import { beforeCopy, partner, settings, subscribed } from "./subscription-fixture.ts";

const statuses = async (projection: SubscriptionProjection) =>
  (await projection.subscriptionsOf("acme")).map(({ status }) => status);

describe("a subscription's projection", () => {
  it("is under every registered instance if none is named, and under the endpoints' pseudo-instance", async () => {
    const { places } = await subscribed();
    expect(await places()).toEqual(["acme", "globex", "~prt_operator"]);
  });

  it("holds what fan-out needs, and neither address nor secrets", async () => {
    const { projection, id } = await subscribed({ filter: { a: ["x"] } });
    expect(await projection.subscriptionsOf("acme")).toEqual([
      { id, partner, eventTypes: ["person.*"], filter: { a: ["x"] }, baseline: false, status: "active" },
    ]);
  });

  it("is only under the named instances, and follows a change of them", async () => {
    const { places, change } = await subscribed({ instances: ["globex"] });
    expect(await places()).toEqual(["globex", "~prt_operator"]);
    await change({ instances: ["acme"] });
    expect(await places()).toEqual(["acme", "~prt_operator"]);
  });

  it("is removed everywhere with its subscription", async () => {
    const { remove, places } = await subscribed();
    expect(await remove()).toBe("removed");
    expect(await places()).toEqual([]);
  });

  it("carries the status of a disabled subscription", async () => {
    const { store, projection, id } = await subscribed();
    await store.disable(partner, id, "requested");
    expect(await statuses(projection)).toEqual(["disabled"]);
  });

  it("reaches an instance that is registered later, unless others are named", async () => {
    const { store, register, projection, id } = await subscribed();
    await store.create(partner, { ...settings, instances: ["acme"] });
    await register("initech");
    await projection.rebuild("initech");
    expect((await projection.subscriptionsOf("initech")).map((projected) => projected.id)).toEqual([id]);
  });
});

describe("a projection that a crash left half done", () => {
  it("is repaired by a rebuild: missing and stale subscriptions appear, orphans go", async () => {
    const { memory, projection, id: missing } = await subscribed();
    await memory.remove({ pk: "instance#acme", sk: `subscription#${missing}` });
    const orphan = { id: "sub_gone", partner, eventTypes: ["*"], baseline: false, status: "active", rev: 1 };
    const foreign = { ...orphan, partner: "prt_other", id: "sub_other" };
    for (const one of [orphan, foreign])
      await memory.put([{ item: { ...one, pk: "instance#acme", sk: `subscription#${one.id}` } }]);

    await projection.rebuild("acme");
    await projection.rebuild("acme");
    expect((await projection.subscriptionsOf("acme")).map(({ id }) => id)).toEqual([missing, "sub_other"]);
  });

  it("is repaired by repeating the change: it leaves the instances that are no longer named", async () => {
    const { memory, change, places } = await subscribed();
    beforeCopy(memory, () => Promise.reject(new EngineUnavailableError("503")));
    await expect(change({ instances: ["acme"] })).rejects.toThrow(EngineUnavailableError);
    await change({ instances: ["acme"] });
    expect(await places()).toEqual(["acme", "~prt_operator"]);
  });

  it("is removed when the removal is repeated", async () => {
    const { memory, remove, places } = await subscribed();
    let broken = true;
    before(memory, "remove", ({ pk }) => {
      if (broken && pk.startsWith("instance#")) throw new EngineUnavailableError("503");
    });
    await expect(remove()).rejects.toThrow(EngineUnavailableError);
    broken = false;
    expect(await remove()).toBe("notFound");
    expect(await places()).toEqual([]);
  });

  it("is never set back by a late writer with an older state", async () => {
    const { store, projection, subscription: older } = await subscribed();
    await store.disable(partner, older.id, "owner");
    await projection.project(older);
    expect(await statuses(projection)).toEqual(["disabled"]);
  });
});

describe("two simultaneous changes", () => {
  it("leave nothing outside the newest state, though the older change writes last", async () => {
    const { memory, change, places } = await subscribed({ instances: ["acme"] });
    beforeCopy(memory, () => change({ instances: ["acme"] }));
    await change({ instances: ["acme", "globex"] });
    expect(await places()).toEqual(["acme", "~prt_operator"]);
  });

  it("leave the newest state, though a rebuild that read an older one writes last", async () => {
    const { memory, store, projection, id } = await subscribed();
    beforeCopy(memory, () => store.disable(partner, id, "owner"));
    await projection.rebuild("acme");
    expect(await statuses(projection)).toEqual(["disabled"]);
  });

  it("leave nothing of a subscription that two remove", async () => {
    const { memory, remove, projection, id } = await subscribed();
    around(memory, "update", (update) => async (change) => {
      if (change.key.pk.startsWith("instance#")) {
        memory.update = update;
        await projection.withdraw(partner, id);
      }
      return update(change);
    });
    await remove();
    expect(memory.items.filter(({ sk }) => sk.endsWith(id))).toEqual([]);
  });

  it("leave nothing of a subscription that is removed while it is changed", async () => {
    const { memory, change, remove, places } = await subscribed();
    beforeCopy(memory, remove);
    await change({ description: "x" });
    expect(await places()).toEqual([]);
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
    const { memory, store, projection, register, id, places } = await subscribed({ instances: ["acme"] });
    await register("initech");
    const [projected] = memory.items.filter(({ pk, sk }) => pk === "instance#acme" && sk.endsWith(id));
    await memory.put([{ item: { ...projected!, pk: "instance#initech" } }]);
    before(memory, "remove", interrupt);
    before(memory, "get", async ({ sk }) => {
      if (step === "checked" && sk.startsWith("subscription#")) await interrupt();
    });
    meanwhile = async () => store.update(partner, id, () => ({ ...settings, ...defined({ instances }) }));
    await projection.rebuild("initech");
    expect(await places()).toContain("initech");
  });

  it("leave nothing under an instance that is registered while the subscription leaves it", async () => {
    const { memory, change, projection, register, places } = await subscribed();
    await register("initech");
    beforeCopy(memory, () => change({ instances: ["acme"] }));
    await projection.rebuild("initech");
    expect(await places()).toEqual(["acme", "~prt_operator"]);
  });
});
