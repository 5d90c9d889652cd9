import { expect, test } from "vitest";
import { ProjectionIntents } from "../../../shared/subscriptions/projection-intents.ts";
import { ProjectionRepair } from "../../../shared/subscriptions/projection-repair.ts";
import { around } from "../../support/around.ts";
import { testContext } from "../../support/test-context.ts";
import { idOf } from "../fanout/an-event.ts";
import { acmeApi, hook } from "./api-fixture.ts";

const settings = { ...hook, baseline: false, status: "active" } as const;

/** An API with a partner of `acme`. After `slowDown`, it takes half a second to project a subscription again. */
async function acmePartner() {
  const api = await acmeApi();
  const { subscriptions } = api.services;
  const { id: partner } = await api.addPartner({ instances: ["acme"] });
  const create = async () => (await subscriptions.create(partner, settings)).subscription.id;
  const slowDown = () => {
    const reprojected: string[] = [];
    around(subscriptions, "reproject", (reproject) => async (one) => {
      reprojected.push(one.id);
      api.clock.advance(500);
      await reproject(one);
    });
    return reprojected;
  };
  return { ...api, partner, create, slowDown };
}

test("a partner with more subscriptions than one call can process is updated by several calls, each once", async () => {
  const { services, clock, partner, create, slowDown } = await acmePartner();
  const { enforcement, partners, copies } = services;
  const created: string[] = [];
  for (let n = 0; n < 5; n += 1) created.push(await create());
  expect(await copies.subscriptionsOf("acme")).toHaveLength(5);
  await partners.change(partner, clock.now(), (current) => ({ ...current, status: "suspended" }));
  const reprojected = slowDown();
  let after: string | undefined;
  let calls = 0;
  for (let done = false; !done && calls < 10; calls += 1) {
    const enforced = await enforcement.enforce(partner, clock.now() + 1_000, after);
    done = enforced === "done";
    if (enforced !== "done") after = enforced.after;
  }
  expect([calls, reprojected]).toEqual([3, created.toSorted()]);
  expect(await copies.subscriptionsOf("acme")).toEqual([]);
});

test("the sweeps continue a partner's change until all its subscriptions have their copies", async () => {
  const { services, call, clock, logger, tables, partner, create, slowDown } = await acmePartner();
  const { enforcement, subscriptions, copies } = services;
  for (let n = 0; n < 60; n += 1) await create();
  await call("POST", `/v1/partners/${partner}/suspend`);
  expect(await copies.subscriptionsOf("acme")).toEqual([]);
  const intents = new ProjectionIntents({ ...testContext({ clock }), table: tables.subscriptions });
  const parts = { intents, subscriptions, projection: copies, partners: enforcement };
  const repair = new ProjectionRepair({ ...testContext({ clock, logger }), ...parts });
  const reprojected = slowDown();
  const standing: number[] = [];
  const count = async () => standing.push((await copies.subscriptionsOf("acme")).length);
  expect((await call("POST", `/v1/partners/${partner}/resume`)).status).toBe(200);
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
  const api = await acmePartner();
  const { partner } = api;
  const subscription = await api.create();
  const wait = async (n: number) => {
    const message = { subscription, partner, instance: "acme", event: idOf(n), run: "0", attempt: 1 };
    await api.backlog.add(message, { due: api.clock.now(), held: true });
  };
  const waiting = () => api.tables.deliveries.items.filter(({ pk }) => pk.startsWith(`${subscription}#backlog`)).length;
  await api.services.partners.change(partner, api.clock.now(), (current) => ({ ...current, status: "deleting" }));
  const enforce = (ms: number) => api.services.enforcement.enforce(partner, api.clock.now() + ms);
  return { ...api, wait, waiting, enforce };
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
  around(backlog, "drop", (drop) => async (row) => {
    copies.push((await services.copies.subscriptionsOf("acme")).length);
    await drop(row);
  });
  await enforce(1_000);
  expect(copies).toEqual([0]);
});

test("a deleted partner's subscriptions are removed over as many calls as their number requires", async () => {
  const { enforce, services, partner, create, slowDown } = await partnerToDelete();
  const { subscriptions } = services;
  for (let n = 2; n <= 5; n += 1) await create();
  slowDown();
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
