import { expect, it } from "vitest";
import { idOf } from "../fanout/an-event.ts";
import { apiFixture, hook, operatorKey } from "./api-fixture.ts";

async function failing() {
  const fixture = apiFixture();
  const { as, id: partner } = await fixture.addPartner({ instances: [] });
  const { id } = (await fixture.call("POST", "/v1/subscriptions", hook, as)).body;
  const path = `/v1/subscriptions/${id}`;
  const endpoint = { partner, subscription: String(id) };
  const circuits = fixture.services.endpointHealth;
  const fail = async (status: number) => {
    const at = fixture.clock.now();
    const opened = { state: "open", since: at } as const;
    const failure = { event: idOf(1), run: "0", at, ms: 3, status };
    await circuits.change(endpoint, (now) => ({ ...now, ...(now.state === "healthy" && opened) }), failure);
  };
  const acknowledge = (note: unknown, whose = as) => fixture.call("PUT", `${path}/acknowledgement`, { note }, whose);
  const known = async () => (await fixture.call("GET", path, undefined, as)).body.endpoint.acknowledged;
  const status = async () => (await fixture.call("GET", "/v1/status")).body;
  const operatorAs = { authorization: `Bearer ${operatorKey}`, "feedhook-partner": partner };
  return { ...fixture, as, operatorAs, partner, id, path, endpoint, circuits, fail, acknowledge, known, status };
}

it("says who knows of an outage, since when, with a note", async () => {
  const { fail, acknowledge, known, clock, call, path, as } = await failing();
  await fail(401);
  const at = new Date(clock.now()).toISOString();
  const { status, body } = await acknowledge("  The new secret is deployed tonight. ");
  const acknowledged = { at, by: "own", note: "The new secret is deployed tonight." };
  expect([status, body]).toEqual([200, acknowledged]);
  expect(await known()).toEqual(acknowledged);
  expect((await call("GET", "/v1/subscriptions", undefined, as)).body.items[0].endpoint.acknowledged).toEqual(body);
  // The same again changes nothing. Another note replaces it.
  clock.advance(1_000);
  expect((await acknowledge(acknowledged.note)).body).toEqual(acknowledged);
  expect((await acknowledge("Deployed")).body).toMatchObject({ note: "Deployed" });
  for (const times of [1, 2]) {
    expect([times, (await call("DELETE", `${path}/acknowledgement`, undefined, as)).status]).toEqual([times, 204]);
    expect(await known()).toBeUndefined();
  }
});

it("ends with the outage, and isn't inherited by the next", async () => {
  const { fail, acknowledge, known, call, path, as } = await failing();
  await fail(401);
  await acknowledge("known");
  await call("PATCH", path, { status: "active" }, as);
  expect(await known()).toBeUndefined();
  expect((await acknowledge("too late")).body).toMatchObject({ type: "urn:feedhook:problem:wrong-state" });
  await fail(401);
  expect(await known()).toBeUndefined();
});

it("survives a patch that repeats the address, and ends with another address", async () => {
  const { fail, acknowledge, known, call, path, as } = await failing();
  await fail(401);
  await acknowledge("known");
  const state = async () => (await call("GET", path, undefined, as)).body.endpoint.state;
  await call("PATCH", path, { url: hook.url, description: "Bookkeeping" }, as);
  expect([await state(), await known()]).toEqual(["open", expect.objectContaining({ note: "known" })]);
  await call("PATCH", path, { url: `${hook.url}/other` }, as);
  expect([await state(), await known()]).toEqual(["healthy", undefined]);
});

it("is about one cause: another one is news, but all 5xx are the same", async () => {
  const { fail, acknowledge, known, clock, circuits, endpoint } = await failing();
  const timeOut = async () => {
    clock.advance(1_000);
    const failure = { event: idOf(1), run: "0", at: clock.now(), ms: 3, error: "timeout" } as const;
    await circuits.change(endpoint, (circuit) => circuit, failure);
  };
  await fail(502);
  await acknowledge("known");
  clock.advance(1_000);
  await fail(503);
  expect(await known()).toMatchObject({ note: "known" });
  clock.advance(1_000);
  await fail(401);
  expect(await known()).toBeUndefined();
  clock.advance(1_000);
  await fail(500);
  expect(await known()).toMatchObject({ note: "known" });
  await timeOut();
  expect(await known()).toBeUndefined();
  await acknowledge("too slow");
  await timeOut();
  expect(await known()).toMatchObject({ note: "too slow" });
});

it("needs an endpoint that fails or that the bridge disabled, and a note of 1 to 500 characters", async () => {
  const { fail, acknowledge, services, partner, id, endpoint, call, path, as } = await failing();
  expect((await acknowledge("nothing fails")).status).toBe(409);
  await fail(410);
  for (const note of [undefined, "", "   ", "x".repeat(501), 7]) expect((await acknowledge(note)).status).toBe(400);
  expect((await acknowledge("é".repeat(500))).status).toBe(200);
  await services.endpointHealth.change(endpoint, (circuit) => ({ ...circuit, state: "paused" }));
  expect((await acknowledge("It is paused")).status).toBe(200);
  await services.subscriptions.disable(partner, id, "gone", hook.url);
  await services.endpointHealth.follow(endpoint, false);
  expect((await acknowledge("They moved")).status).toBe(200);
  await call("PATCH", path, { status: "disabled" }, as);
  await call("PATCH", path, { status: "active" }, as);
  await call("PATCH", path, { status: "disabled" }, as);
  expect((await acknowledge("my own decision")).status).toBe(409);
});

it("takes an endpoint from an operator's count but not from the list, and is in the partner's audit log", async () => {
  const { fail, acknowledge, known, status, call, clock, as, operatorAs, partner, id } = await failing();
  await fail(401);
  const listed = { partner, partnerName: "Acme CRM", subscription: id, url: hook.url };
  const before = await status();
  expect(before.needsAttention).toMatchObject([{ kind: "endpoints_failing", count: 1 }]);
  expect(before.failingEndpoints).toMatchObject([{ ...listed, endpoint: { lastFailure: { status: 401 } } }]);
  clock.advance(1);
  expect((await acknowledge("They know", operatorAs)).status).toBe(200);
  // The names of operators' keys are private.
  expect(await known()).toMatchObject({ by: "operator" });
  const after = await status();
  expect(after.needsAttention).toEqual([]);
  expect(after.failingEndpoints).toMatchObject([{ ...listed, endpoint: { acknowledged: { note: "They know" } } }]);
  const { items } = (await call("GET", "/v1/audit", undefined, as)).body;
  expect(items[0]).toMatchObject({ operation: "acknowledgeFailure", fields: ["note"] });
});
