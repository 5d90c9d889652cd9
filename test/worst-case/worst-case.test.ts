import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backlogKey } from "../../shared/delivery/backlog/backlog.ts";
import { mostSecrets } from "../../shared/subscriptions/subscription-secrets.ts";
import { apiFixture, eventAt } from "../unit/api/api-fixture.ts";
import { documentOf, operationsOf } from "./operations.ts";
import { mostStored, routeCosts, signingKeyCost, storesMore } from "./route-costs.ts";
import { search } from "./search.ts";
import { type World, worstWorld } from "./world.ts";

const document = await documentOf({ api: apiFixture() });
const documented = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).map(({ operationId }) => operationId),
);
const rounds = Number(process.env["ROUNDS"] ?? 24);
const seed = Number(process.env["SEED"] ?? 1);

let world: World;
beforeAll(async () => {
  world = await worstWorld({ events: 600, large: 3, deliveries: 400, auditEntries: 250, owners: 300 });
});
afterAll(() => {
  world.work.stop();
});

it("every operation of the document has a declared cost, and every declared one is in the document", () => {
  expect(Object.keys(routeCosts).toSorted()).toEqual(documented.toSorted());
});

it("no operation may store more than 256 KB, but for those with a reason", () => {
  const more = Object.entries(routeCosts).filter(([, { stored }]) => stored > mostStored);
  expect(more.map(([id]) => id)).toEqual(Object.keys(storesMore));
});

describe("the dearest request that is found costs no more than is declared", () => {
  it.each(documented)("%s", async (id) => {
    const operation = operationsOf(document, world).find((one) => one.id === id)!;
    const worst = await search(world, operation, { seed, rounds });
    const declared = routeCosts[id]!;
    for (const measure of ["calls", "items", "stored", "steps", "answered"] as const) {
      const { work, candidate, status } = worst[measure];
      const shown = `${measure} ${work[measure]} of ${status} ${JSON.stringify(candidate).slice(0, 300)}`;
      expect(work[measure], shown).toBeLessThanOrEqual(declared[measure] ?? 0);
    }
  });
});

it("the key set of a subscription with the most keys costs no more than is declared, and an unknown one no more", async () => {
  const { api, ids, partnerKey } = world;
  const to = `/v1/subscriptions/${ids.push}/secret`;
  const as = { authorization: `Bearer ${partnerKey}` };
  await api.call("POST", to, { signing: "ed25519", overlapSeconds: 0 }, as);
  for (let n = 1; n < mostSecrets; n += 1) expect((await api.call("POST", to, {}, as)).status).toBe(200);
  for (const [id, status] of [
    [ids.push, 200],
    [`sub_${"0".repeat(26)}`, 404],
  ] as const) {
    let answered = 0;
    const work = await world.work.of(async () => {
      const answer = await api.app.request(`/.well-known/webhooks/${ids.partner}/${id}/jwks.json`);
      expect(answer.status).toBe(status);
      answered = (await answer.arrayBuffer()).byteLength;
    });
    for (const measure of ["calls", "items", "stored"] as const) {
      expect(work[measure], `${measure} of ${status}`).toBeLessThanOrEqual(signingKeyCost[measure]);
    }
    expect(answered).toBeLessThanOrEqual(signingKeyCost.answered);
  }
});

it("counting the events of an ordered backlog costs no more than is declared", async () => {
  const { api, ids, partnerKey } = world;
  const as = { authorization: `Bearer ${partnerKey}` };
  const body = { url: "https://hooks.example.com/ordered", eventTypes: ["*"], ordered: true };
  const made = await api.call("POST", "/v1/subscriptions", body, as);
  expect(made.status).toBe(201);
  const subscription = String(made.body.id);
  for (let n = 0; n < 600; n += 1) {
    const event = eventAt(api.clock.now() - 60_000 - n, String(n)).envelope.id;
    const position = { record: `a${n % 7}`, seq: n, part: 0 };
    const message = { subscription, partner: ids.partner, instance: "acme", event, run: "0", attempt: 1, position };
    await api.tables.deliveries.put([{ item: { ...backlogKey(message), ...message, due: api.clock.now() } }]);
  }
  const from = new Date(api.clock.now() - 30.9 * 86_400_000).toISOString();
  const work = await world.work.of(async () => {
    const path = `/v1/subscriptions/${subscription}/completeness?from=${from}`;
    expect((await api.call("GET", path, undefined, as)).body).toMatchObject({ more: true, hours: [{}] });
  });
  const declared = routeCosts["getSubscriptionCompleteness"];
  for (const measure of ["calls", "items", "steps"] as const)
    expect(work[measure], measure).toBeLessThanOrEqual(declared?.[measure] ?? 0);
});
