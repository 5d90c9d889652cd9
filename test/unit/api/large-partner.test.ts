import { expect, test } from "vitest";
import { ProjectionIntents } from "../../../shared/subscriptions/projection-intents.ts";
import { ProjectionRepair } from "../../../shared/subscriptions/projection-repair.ts";
import { testContext } from "../../support/test-context.ts";
import { idOf } from "../fanout/an-event.ts";
import { apiFixture, hook } from "./api-fixture.ts";

test("a partner with more subscriptions than one call can process is updated by several calls, each once", async () => {
  const api = apiFixture();
  const { enforcement, partners, subscriptions, copies } = api.services;
  await api.registerInstance("acme");
  const { id: partner } = await api.addPartner({ instances: ["acme"] });
  const create = () => subscriptions.create(partner, { ...hook, baseline: false, status: "active" });
  const created: string[] = [];
  for (let n = 0; n < 5; n += 1) created.push((await create()).subscription.id);
  expect(await copies.subscriptionsOf("acme")).toHaveLength(5);
  await partners.change(partner, api.clock.now(), (current) => ({ ...current, status: "suspended" }));
  const reprojected: string[] = [];
  const reproject = subscriptions.reproject.bind(subscriptions);
  subscriptions.reproject = async (one) => {
    reprojected.push(one.id);
    api.clock.advance(500);
    await reproject(one);
  };
  let after: string | undefined;
  let calls = 0;
  for (let done = false; !done && calls < 10; calls += 1) {
    const enforced = await enforcement.enforce(partner, api.clock.now() + 1_000, after);
    done = enforced === "done";
    if (enforced !== "done") after = enforced.after;
  }
  expect([calls, reprojected]).toEqual([3, created.toSorted()]);
  expect(await copies.subscriptionsOf("acme")).toEqual([]);
});

test("the sweeps continue a partner's change until all its subscriptions have their copies", async () => {
  const api = apiFixture();
  const { enforcement, subscriptions, copies } = api.services;
  const { clock, logger } = api;
  await api.registerInstance("acme");
  const { id: partner } = await api.addPartner({ instances: ["acme"] });
  const create = () => subscriptions.create(partner, { ...hook, baseline: false, status: "active" });
  for (let n = 0; n < 60; n += 1) await create();
  await api.call("POST", `/v1/partners/${partner}/suspend`);
  expect(await copies.subscriptionsOf("acme")).toEqual([]);
  const intents = new ProjectionIntents({ ...testContext({ clock }), table: api.tables.subscriptions });
  const parts = { intents, subscriptions, projection: copies, partners: enforcement };
  const repair = new ProjectionRepair({ ...testContext({ clock, logger }), ...parts });
  const reprojected: string[] = [];
  const reproject = subscriptions.reproject.bind(subscriptions);
  subscriptions.reproject = async (one) => {
    reprojected.push(one.id);
    clock.advance(500);
    await reproject(one);
  };
  const standing: number[] = [];
  const count = async () => standing.push((await copies.subscriptionsOf("acme")).length);
  expect((await api.call("POST", `/v1/partners/${partner}/resume`)).status).toBe(200);
  await count();
  for (let sweep = 0; sweep < 3; sweep += 1) {
    await repair.sweep();
    await count();
  }
  expect(standing).toEqual([20, 40, 60, 60]);
  expect(new Set(reprojected).size, "each once").toBe(reprojected.length);
  expect(await intents.overdue()).toEqual([]);
});

async function partnerToDelete() {
  const api = apiFixture();
  await api.registerInstance("acme");
  const { id: partner } = await api.addPartner({ instances: ["acme"] });
  const settings = { ...hook, baseline: false, status: "active" } as const;
  const { subscription } = await api.services.subscriptions.create(partner, settings);
  const wait = async (n: number) => {
    const message = { subscription: subscription.id, partner, instance: "acme", event: idOf(n), run: "0", attempt: 1 };
    await api.backlog.add(message, { due: api.clock.now(), held: true });
  };
  const waiting = () =>
    api.tables.deliveries.items.filter(({ pk }) => pk.startsWith(`${subscription.id}#backlog`)).length;
  await api.services.partners.change(partner, api.clock.now(), (current) => ({ ...current, status: "deleting" }));
  const enforce = (ms: number) => api.services.enforcement.enforce(partner, api.clock.now() + ms);
  return { ...api, partner, wait, waiting, enforce };
}

test("a deleted partner's subscription stays until all its waiting deliveries have ended, over any number of calls", async () => {
  const { enforce, wait, waiting, services, partner } = await partnerToDelete();
  for (let n = 1; n <= 401; n += 1) await wait(n);
  expect(await enforce(0)).toEqual({ after: undefined });
  expect(waiting()).toBe(201);
  expect(await enforce(1_000)).toBe("done");
  expect(waiting()).toBe(0);
  expect(await services.partners.find(partner)).toBeUndefined();
});

test("a deleted partner's subscription has no copies when its waiting deliveries end, so none is added", async () => {
  const { enforce, wait, backlog, services } = await partnerToDelete();
  await wait(1);
  const copies: number[] = [];
  const drop = backlog.drop.bind(backlog);
  backlog.drop = async (row) => {
    copies.push((await services.copies.subscriptionsOf("acme")).length);
    await drop(row);
  };
  await enforce(1_000);
  expect(copies).toEqual([0]);
});

test("a partner that another worker changes during its deletion is deleted", async () => {
  const { enforce, services, partner, clock, tables } = await partnerToDelete();
  const remove = tables.subscriptions.remove.bind(tables.subscriptions);
  tables.subscriptions.remove = async (key, when) => {
    if (key.sk === "datakey") await services.partners.change(partner, clock.now(), (one) => ({ ...one }));
    return remove(key, when);
  };
  await enforce(1_000);
  expect(await services.partners.find(partner)).toBeUndefined();
});

test("a deleted partner's subscriptions are removed over as many calls as their number requires", async () => {
  const { enforce, services, clock, partner } = await partnerToDelete();
  const { subscriptions } = services;
  const settings = { ...hook, baseline: false, status: "active" } as const;
  for (let n = 2; n <= 5; n += 1) await subscriptions.create(partner, settings);
  const reproject = subscriptions.reproject.bind(subscriptions);
  subscriptions.reproject = async (one) => {
    clock.advance(500);
    await reproject(one);
  };
  const left: number[] = [];
  for (let call = 0; call < 5; call += 1) {
    const isDone = (await enforce(1_000)) === "done";
    let count = 0;
    for await (const { partner: owner } of subscriptions.all(partner)) count += owner === partner ? 1 : 0;
    left.push(count);
    if (isDone) break;
  }
  expect(left).toEqual([4, 3, 2, 1, 0]);
});

test("a partner that another worker has deleted meanwhile is done", async () => {
  const { enforce, services, partner, tables } = await partnerToDelete();
  const remove = tables.subscriptions.remove.bind(tables.subscriptions);
  tables.subscriptions.remove = async (key, when) => {
    const entry = await services.partners.find(partner);
    if (key.sk === "datakey" && entry !== undefined) await services.partners.remove(entry);
    return remove(key, when);
  };
  expect(await enforce(1_000)).toBe("done");
  expect(await enforce(1_000)).toBe("done");
});
