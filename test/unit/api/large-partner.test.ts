import { expect, test } from "vitest";
import { ProjectionIntents } from "../../../shared/subscriptions/projection-intents.ts";
import { ProjectionRepair } from "../../../shared/subscriptions/projection-repair.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { apiFixture } from "./api-fixture.ts";

test("a partner with more subscriptions than one call has time for is brought to where it stands by several, each once", async () => {
  const api = apiFixture();
  const { enforcement, partners, subscriptions, copies } = api.services;
  await api.registerInstance("acme");
  const partner = (await api.call("POST", "/v1/partners", { name: "Acme CRM", instances: ["acme"] })).body.id;
  const url = "https://hooks.example.com/in";
  const create = () => subscriptions.create(partner, { url, eventTypes: ["*"], baseline: false, status: "active" });
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

test("the sweeps go on where the request that changed a partner stopped, until all its subscriptions have their copies", async () => {
  const api = apiFixture();
  const { enforcement, subscriptions, copies } = api.services;
  const { clock, logger } = api;
  await api.registerInstance("acme");
  const partner = (await api.call("POST", "/v1/partners", { name: "Acme CRM", instances: ["acme"] })).body.id;
  const url = "https://hooks.example.com/in";
  const create = () => subscriptions.create(partner, { url, eventTypes: ["*"], baseline: false, status: "active" });
  for (let n = 0; n < 60; n += 1) await create();
  await api.call("POST", `/v1/partners/${partner}/suspend`);
  expect(await copies.subscriptionsOf("acme")).toEqual([]);
  const intents = new ProjectionIntents({ table: api.tables.subscriptions, clock, randomness: new SeededRandomness() });
  const parts = { intents, subscriptions, projection: copies, partners: enforcement, clock, logger };
  const repair = new ProjectionRepair(parts);
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
