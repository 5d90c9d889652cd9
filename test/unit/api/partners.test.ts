import { beforeEach, describe, expect, it } from "vitest";
import { idBoundary } from "../../../shared/kernel/event-id.ts";
import { idOf } from "../fanout/an-event.ts";
import { acmeApi, type apiFixture, hook } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
let partner: string;
let key: string;
const as = (text: string) => ({ authorization: `Bearer ${text}` });
const problemOf = (name: string) => `urn:feedhook:problem:${name}`;

beforeEach(async () => {
  api = await acmeApi();
  await api.registerInstance("globex");
  ({ id: partner, key } = await api.addPartner({ instances: ["acme"] }));
});

const subscribe = async (fields: object = {}) => api.call("POST", "/v1/subscriptions", { ...hook, ...fields }, as(key));
const copiesUnder = async (instance: string) =>
  (await api.services.copies.subscriptionsOf(instance)).map(({ id }) => id);
const reported = () =>
  api.tables.mirror.items
    .filter(({ pk }) => pk.startsWith(`~${partner}#bridge`))
    .map((item) => (item["changeLog"] as { facts: { type: string }[] }[])[0]!.facts[0]!.type);

describe("a partner", () => {
  it("is created with default quotas, and can read itself", async () => {
    const { status, headers, body } = await api.call("POST", "/v1/partners", { name: "  Globex " });
    expect([status, headers.get("location")]).toEqual([201, `/v1/partners/${body.id}`]);
    expect(body).toMatchObject({ name: "Globex", status: "active", instances: [] });
    expect(body.quotas).toEqual({ subscriptions: 100, keys: 100, replayPerSecond: 200 });
    expect((await api.call("GET", `/v1/partners/${partner}`, undefined, as(key))).body.name).toBe("Acme CRM");
  });

  it.each([
    [{ name: "" }, "name"],
    [{ name: "x", instances: ["nowhere"] }, "instances.0"],
    [{ name: "x", quotas: { subscriptions: -1 } }, "quotas.subscriptions"],
    [{ name: "x", portalOrigins: ["https://app.acme.example", "http://app.acme.example"] }, "portalOrigins.1"],
    [{ name: "x", portalOrigins: ["https://app.acme.example/page"] }, "portalOrigins.0"],
    [{ name: "x", portalOrigins: ["https://*.acme.example"] }, "portalOrigins.0"],
    [{ name: "x", portalOrigins: ["https://a.example; script-src *"] }, "portalOrigins.0"],
    [{ name: "x", secret: "s3cret" }, "secret"],
  ])("is refused as %j, by field", async (body, field) => {
    const answer = await api.call("POST", "/v1/partners", body);
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    expect(answer.text).not.toContain("s3cret");
  });

  it("subscribes only to its own instances, and can't discover others", async () => {
    const { body } = await subscribe();
    expect(await copiesUnder("acme")).toEqual([body.id]);
    expect(await copiesUnder("globex")).toEqual([]);
    const answers = [await subscribe({ instances: ["globex"] }), await subscribe({ instances: ["nowhere"] })];
    for (const { status, body: problem } of answers) {
      expect([status, problem.errors]).toEqual([
        400,
        [{ field: "instances.0", message: "must be a registered instance" }],
      ]);
    }
  });

  it("gets an instance that is bound later, and one that is registered after binding", async () => {
    const { id } = (await subscribe()).body;
    await api.call("PATCH", `/v1/partners/${partner}`, { instances: ["acme", "globex"] });
    expect(await copiesUnder("globex")).toEqual([id]);
    await api.registerInstance("globex");
    expect(await copiesUnder("globex")).toEqual([id]);
  });

  it("loses an instance immediately, and gets an event about it", async () => {
    await subscribe();
    const { status, body } = await api.call("PATCH", `/v1/partners/${partner}`, { instances: [] });
    expect([status, body.instances]).toEqual([200, []]);
    expect(await copiesUnder("acme")).toEqual([]);
    expect(reported()).toEqual(["bridge.instance_revoked"]);
    expect((await api.call("GET", "/v1/events?instance=acme", undefined, as(key))).status).toBe(404);
  });

  it("gets an event for each lost instance, and for each suspension and resumption", async () => {
    await api.call("PATCH", `/v1/partners/${partner}`, { instances: ["acme", "globex"] });
    await api.call("PATCH", `/v1/partners/${partner}`, { instances: [] });
    await api.call("PATCH", `/v1/partners/${partner}`, { instances: ["acme"] });
    await api.call("PATCH", `/v1/partners/${partner}`, { instances: [] });
    expect(reported()).toEqual(["bridge.instance_revoked", "bridge.instance_revoked", "bridge.instance_revoked"]);
    for (let time = 0; time < 2; time += 1)
      for (const action of ["suspend", "resume"]) await api.call("POST", `/v1/partners/${partner}/${action}`);
    expect(reported().toSorted().slice(3)).toEqual([
      ...["bridge.partner_resumed", "bridge.partner_resumed"],
      ...["bridge.partner_suspended", "bridge.partner_suspended"],
    ]);
  });

  it("is refused and gets nothing while suspended", async () => {
    const { id } = (await subscribe()).body;
    expect((await api.call("POST", `/v1/partners/${partner}/suspend`)).body.status).toBe("suspended");
    const refused = await api.call("GET", "/v1/subscriptions", undefined, as(key));
    expect([refused.status, refused.body.type]).toEqual([403, problemOf("forbidden")]);
    expect(await copiesUnder("acme")).toEqual([]);
    const endpoint = { partner, subscription: id };
    expect((await api.services.endpointHealth.read(endpoint)).state).toBe("disabled");
    await api.call("POST", `/v1/partners/${partner}/resume`);
    expect(await copiesUnder("acme")).toEqual([id]);
    expect((await api.services.endpointHealth.read(endpoint)).state).toBe("healthy");
    expect(reported()).toEqual(expect.arrayContaining(["bridge.partner_suspended", "bridge.partner_resumed"]));
  });

  it("keeps subscriptions that its owner disabled disabled when it is resumed", async () => {
    const { id } = (await subscribe()).body;
    await api.call("PATCH", `/v1/subscriptions/${id}`, { status: "disabled" }, as(key));
    for (const what of ["suspend", "suspend", "resume", "resume"])
      expect((await api.call("POST", `/v1/partners/${partner}/${what}`)).status).toBe(200);
    expect((await api.services.endpointHealth.read({ partner, subscription: id })).state).toBe("disabled");
    expect(reported().length).toBe(2);
  });

  it("is deleted only with confirmation, together with everything it owned", async () => {
    const { id } = (await subscribe()).body;
    const event = idBoundary(api.clock.now());
    await api.backlog.add(
      { subscription: id, partner, instance: "acme", event, run: "0", attempt: 1 },
      { due: api.clock.now() },
    );
    const asked = await api.call("DELETE", `/v1/partners/${partner}`);
    expect([asked.status, asked.body.type]).toEqual([409, problemOf("confirmation-needed")]);
    expect(asked.body.detail).toBe(
      `This permanently deletes 1 subscription, 1 key and 1 waiting delivery. To confirm, repeat the request with ?confirm=${partner}.`,
    );
    expect((await api.call("DELETE", `/v1/partners/${partner}?confirm=yes`)).status).toBe(409);
    expect((await api.call("DELETE", `/v1/partners/${partner}?confirm=${partner}`)).status).toBe(204);
    const left = [...api.tables.subscriptions.items, ...api.tables.deliveries.items].filter(
      (item) => JSON.stringify(item).includes(partner) && !/^(stamp|aud_|audit)/.test(item.sk),
    );
    expect(left).toEqual([]);
    expect(reported()).toEqual(["bridge.partner_deleted"]);
    expect((await api.call("GET", "/v1/me", undefined, as(key))).status).toBe(401);
    expect((await api.call("DELETE", `/v1/partners/${partner}?confirm=${partner}`)).status).toBe(404);
  });

  it("leaves no waiting delivery when it is deleted", async () => {
    const { id } = (await subscribe()).body;
    const message = { subscription: id, partner, instance: "acme", event: idOf(1), run: "0", attempt: 1 };
    await api.deliveryLog.hold(message, undefined, "person.updated");
    await api.backlog.add(message, { due: api.clock.now(), held: true });
    await api.call("DELETE", `/v1/partners/${partner}?confirm=${partner}`);
    const states = api.tables.deliveries.items.filter(({ pk }) => pk.startsWith(id)).map(({ state }) => state);
    expect(states).toEqual(["expired"]);
  });
});

describe("an API key", () => {
  const make = async (body: object, by = key) => api.call("POST", `/v1/partners/${partner}/keys`, body, as(by));

  it("is shown once, listed without its text, and revoked immediately", async () => {
    api.clock.advance(1);
    const { status, body } = await make({ name: "billing", scopes: ["read"] });
    expect(status).toBe(201);
    expect(body.key).toMatch(new RegExp(`^fh_${partner.slice(4)}_${body.id.slice(4)}_[\\w-]{43}$`));
    expect(JSON.stringify(api.tables.subscriptions.items)).not.toContain(body.key.slice(-43));
    expect((await api.call("GET", "/v1/me", undefined, as(body.key))).body).toMatchObject({
      key: { id: body.id, name: "billing", scopes: ["read"] },
      operator: false,
      partner: { id: partner, instances: ["acme"] },
    });
    const list = await api.call("GET", `/v1/partners/${partner}/keys`, undefined, as(key));
    expect(list.body.items.map(({ name }: { name: string }) => name)).toEqual(["own", "billing"]);
    expect(list.text).not.toContain(body.key.slice(-43));
    expect((await api.call("DELETE", `/v1/partners/${partner}/keys/${body.id}`, undefined, as(key))).status).toBe(204);
    expect((await api.call("GET", "/v1/me", undefined, as(body.key))).status).toBe(401);
    expect((await api.call("DELETE", `/v1/partners/${partner}/keys/${body.id}`, undefined, as(key))).status).toBe(404);
  });

  it("can't be named as an operator is shown to partners", async () => {
    const { status, body } = await make({ name: " Operator ", scopes: ["read"] });
    expect([status, body.errors]).toEqual([400, [{ field: "name", message: `can't be "operator"` }]]);
  });

  it("must expire in the future", async () => {
    const expiresAt = new Date(api.clock.now()).toISOString();
    const past = await make({ name: "past", scopes: ["read"], expiresAt });
    expect(past.body.errors).toEqual([{ field: "expiresAt", message: "must be in the future" }]);
  });

  it("does what its scopes allow, and a refusal names the missing scope", async () => {
    const { body } = await make({ name: "reader", scopes: ["read", "read"] });
    expect(body.scopes).toEqual(["read"]);
    const refused = await api.call("POST", "/v1/subscriptions", {}, as(body.key));
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      "This operation requires a key with the manage scope.",
    ]);
    expect((await api.call("GET", "/v1/subscriptions", undefined, as(body.key))).status).toBe(200);
  });

  it("of an operator is named, created and revoked; one with `read` changes nothing", async () => {
    const { body } = await api.call("POST", "/v1/operator-keys", { name: "dashboard", scopes: ["read"] });
    expect(body.key).toMatch(/^fh_operator_/);
    expect((await api.call("GET", "/v1/status", undefined, as(body.key))).status).toBe(200);
    expect((await api.call("POST", "/v1/instances/acme/pause", undefined, as(body.key))).status).toBe(403);
    expect((await api.call("GET", "/v1/operator-keys")).body.items).toMatchObject([{ name: "dashboard" }]);
    expect((await api.call("DELETE", `/v1/operator-keys/${body.id}`)).status).toBe(204);
    expect((await api.call("GET", "/v1/status", undefined, as(body.key))).status).toBe(401);
    expect((await api.call("GET", "/v1/me")).body).toMatchObject({ key: { id: "environment" }, operator: true });
  });
});

describe("an operator on behalf of a partner", () => {
  it("sees what the partner sees", async () => {
    const { id } = (await subscribe()).body;
    expect((await api.call("GET", "/v1/subscriptions")).body.items).toEqual([]);
    const seen = await api.call("GET", "/v1/subscriptions", undefined, { "feedhook-partner": partner });
    expect(seen.body.items).toMatchObject([{ id }]);
    const wrong = await api.call("GET", "/v1/subscriptions", undefined, { "feedhook-partner": "prt_nobody" });
    const error = { field: "feedhook-partner", message: "must be a partner's ID" };
    expect(wrong.body).toMatchObject({ status: 400, detail: "1 field is invalid.", errors: [error] });
  });

  it("disables as the operator, without the key's name, even as stored by an earlier release", async () => {
    const { id } = (await subscribe()).body;
    const acting = { "feedhook-partner": partner };
    const { body } = await api.call("POST", "/v1/operator-keys", { name: "jane@ops-laptop", scopes: ["admin"] });
    await api.call("PATCH", `/v1/subscriptions/${id}`, { status: "disabled" }, { ...as(body.key), ...acting });
    const seen = await api.call("GET", `/v1/subscriptions/${id}`, undefined, as(key));
    expect(seen.body).toMatchObject({ disabledReason: "owner", disabledBy: "operator" });
    expect(JSON.stringify(api.tables.subscriptions.items)).not.toContain('"disabledBy":"jane');
    const at = { pk: `partner#${partner}`, sk: `subscription#${id}` };
    await api.tables.subscriptions.update({ key: at, set: { disabledBy: "environment" } });
    const earlier = await api.call("GET", `/v1/subscriptions/${id}`, undefined, as(key));
    expect(earlier.body).toMatchObject({ disabledBy: "operator" });
    await api.call("PATCH", `/v1/subscriptions/${id}`, { status: "active" }, as(key));
    await api.call("PATCH", `/v1/subscriptions/${id}`, { status: "disabled" }, as(key));
    expect((await api.call("GET", `/v1/subscriptions/${id}`, undefined, as(key))).body.disabledBy).toBe("own");
  });

  it.each(["operator", "environment"])("isn't shown for a change with the partner's key named %j", async (name) => {
    const { id } = (await subscribe()).body;
    // Created by an earlier release, which accepted any name.
    const made = await api.services.keys.create(partner, { name, scopes: ["manage"] });
    await api.call("PATCH", `/v1/subscriptions/${id}`, { status: "disabled" }, as(made.text));
    const { body } = await api.call("GET", `/v1/subscriptions/${id}`, undefined, as(key));
    expect(body.disabledBy).toBe(made.key.id);
  });

  it("uses a header that a partner's key can't use", async () => {
    const { id } = (await api.call("POST", "/v1/partners", { name: "other" })).body;
    const headers = { ...as(key), "feedhook-partner": id };
    expect((await api.call("GET", "/v1/me", undefined, headers)).body.partner.id).toBe(partner);
  });
});

it("leaves the operator's own subscriptions without a partner", async () => {
  const own = await api.subscribe({ kind: "pull" });
  expect((await api.call("GET", `/v1/subscriptions/${own}`, undefined, as(key))).status).toBe(404);
  expect((await api.call("GET", "/v1/subscriptions", undefined, as(key))).body.items).toEqual([]);
});
