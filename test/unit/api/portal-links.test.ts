import { beforeEach, describe, expect, it, vi } from "vitest";
import { apiFixture, operatorKey } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
let partner: string;
let admin: { readonly id: string; readonly key: string };

const as = (key: string) => ({ authorization: `Bearer ${key}` });
const minute = 60_000;

const newKey = async (fields: object = {}) => {
  const body = { name: "server", scopes: ["admin"], ...fields };
  return (await api.call("POST", `/v1/partners/${partner}/keys`, body)).body;
};
const link = (body: object = {}, key = admin.key) =>
  api.call("POST", `/v1/partners/${partner}/portal-links`, body, as(key));
const open = (token: string) => api.call("POST", "/v1/portal-session", undefined, as(token));
const links = async (key = admin.key) =>
  (await api.call("GET", `/v1/partners/${partner}/portal-links`, undefined, as(key))).body.items;
const revoke = (id: string, key = admin.key) =>
  api.call("DELETE", `/v1/partners/${partner}/portal-links/${id}`, undefined, as(key));
const isSignedIn = async (key: string) => (await api.call("GET", "/v1/me", undefined, as(key))).status === 200;

beforeEach(async () => {
  api = apiFixture();
  partner = (await api.call("POST", "/v1/partners", { name: "Acme" })).body.id;
  admin = await newKey();
});

describe("portal links", () => {
  it("are listed with their sessions, oldest first, and not among the keys", async () => {
    const first = (await link({ access: "manage" })).body;
    api.clock.advance(1_000);
    const { body } = await open((await link({}, operatorKey)).body.token);
    const [unopened, opened] = await links();
    expect(unopened).toEqual({
      ...{ id: first.id, state: "unopened", access: "manage", by: "partner", key: admin.id },
      ...{ createdAt: "2026-11-21T12:00:00.000Z", expiresAt: "2026-11-21T12:10:00.000Z" },
    });
    expect(opened).toMatchObject({ state: "open", access: "read", by: "operator", expiresAt: body.expiresAt });
    expect(opened).not.toHaveProperty("key");
    expect((await links(operatorKey))[1]).toMatchObject({ by: "operator", key: "environment" });
    const keys = await api.call("GET", `/v1/partners/${partner}/keys?limit=1`, undefined, as(admin.key));
    expect([keys.body.items.length, keys.body.more]).toEqual([1, false]);
    api.clock.advance(60 * minute);
    expect(await links()).toEqual([]);
  });

  it("end with their session when they are revoked", async () => {
    const { id, token } = (await link()).body;
    const { key } = (await open(token)).body;
    expect(await isSignedIn(key)).toBe(true);
    expect((await revoke(id)).status).toBe(204);
    expect(await isSignedIn(key)).toBe(false);
    expect((await revoke(id)).status).toBe(404);
    const unopened = (await link()).body;
    await revoke(unopened.id);
    expect((await open(unopened.token)).status).toBe(401);
    expect((await revoke(admin.id)).status).toBe(404);
    const audit = await api.call("GET", "/v1/audit", undefined, as(admin.key));
    expect(audit.body.items.map(({ operation }: { operation: string }) => operation)).toContain("revokePortalLink");
  });

  it("end with the key that created them, by revocation or expiry", async () => {
    const maker = await newKey({ name: "revoked soon" });
    const [opened, unopened] = [(await link({}, maker.key)).body, (await link({}, maker.key)).body];
    const { key } = (await open(opened.token)).body;
    expect((await api.call("DELETE", `/v1/partners/${partner}/keys/${maker.id}`)).status).toBe(204);
    expect(await isSignedIn(key)).toBe(false);
    expect((await open(unopened.token)).status).toBe(401);
    const short = await newKey({ expiresAt: new Date(api.clock.now() + minute).toISOString() });
    const session = (await open((await link({}, short.key)).body.token)).body;
    expect(await isSignedIn(session.key)).toBe(true);
    expect(await links()).toHaveLength(1);
    api.clock.advance(minute);
    expect(await isSignedIn(session.key)).toBe(false);
    expect(await links()).toEqual([]);
  });

  it("end with the operator's key that created them", async () => {
    const dashboard = (await api.call("POST", "/v1/operator-keys", { name: "dashboard", scopes: ["admin"] })).body;
    const made = (await open((await link({}, dashboard.key)).body.token)).body;
    expect(await isSignedIn(made.key)).toBe(true);
    await api.call("DELETE", `/v1/operator-keys/${dashboard.id}`);
    expect(await isSignedIn(made.key)).toBe(false);
  });

  it("are created with a constant number of reads, up to 500 at a time", async () => {
    const { subscriptions: table } = api.tables;
    const spies = (["get", "getAll", "query", "put", "update", "remove"] as const).map((name) => vi.spyOn(table, name));
    const costOf = async (make: () => Promise<{ status: number }>) => {
      for (const spy of spies) spy.mockClear();
      expect((await make()).status).toBe(201);
      return spies.map((spy) => spy.mock.calls.length);
    };
    await link();
    const first = await costOf(() => link());
    for (let made = 2; made < 499; made += 1) await link();
    expect(await costOf(() => link())).toEqual(first);
    await link();
    const refused = await link();
    expect([refused.status, refused.body.type]).toEqual([409, "urn:feedhook:problem:quota-exceeded"]);
    const [oldest] = await links();
    await revoke(oldest.id);
    const both = await Promise.all([link(), link(), link()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    api.clock.advance(20 * minute);
    expect((await link()).status).toBe(201);
    const stored = api.tables.subscriptions.items.filter((item) => item["portal"] !== undefined);
    expect(stored).toHaveLength(1);
  });
});

describe("a portal link", () => {
  it("opens one session with the link's access", async () => {
    const { status, body } = await link();
    expect([status, new URL(body.url).hash]).toEqual([201, `#token=${body.token}`]);
    const session = await open(body.token);
    expect([session.status, session.body.partner, session.body.access]).toEqual([201, partner, "read"]);
    expect((await open(body.token)).status).toBe(401);
    expect((await api.call("GET", "/v1/subscriptions", undefined, as(session.body.key))).status).toBe(200);
    expect((await api.call("POST", "/v1/subscriptions", {}, as(session.body.key))).status).toBe(403);
    api.clock.advance(3_600_000);
    expect((await api.call("GET", "/v1/me", undefined, as(session.body.key))).status).toBe(401);
  });

  it("says which frames may show it only if the partner has frame origins", async () => {
    const portalOrigins = ["https://app.acme.example"];
    expect((await api.call("PATCH", `/v1/partners/${partner}`, { portalOrigins })).body).toMatchObject({
      portalOrigins,
    });
    expect(new URL((await link()).body.url).search).toMatch(/^\?frame=[0-9A-Z]{26}_[0-9A-Z]{26}_[\w-]{43}$/);
    await api.call("PATCH", `/v1/partners/${partner}`, { name: "Acme" });
    expect((await api.call("GET", `/v1/partners/${partner}`, undefined, as(admin.key))).body).toMatchObject({
      portalOrigins,
    });
    await api.call("PATCH", `/v1/partners/${partner}`, { portalOrigins: [] });
    expect(new URL((await link()).body.url).search).toBe("");
  });

  it("opens no session after it ends", async () => {
    const late = (await link({ expiresInSeconds: 30 })).body.token;
    api.clock.advance(30_000);
    expect((await open(late)).status).toBe(401);
  });

  it("authorizes nothing else, can't be replaced by a key, and is removed after it expires", async () => {
    const { token } = (await link()).body;
    expect((await api.call("GET", "/v1/subscriptions", undefined, as(token))).status).toBe(403);
    expect((await open(admin.key)).status).toBe(403);
    api.clock.advance(3_600_000);
    await link();
    const stored = api.tables.subscriptions.items.filter((item) => item["portal"] === "link");
    expect(stored.length).toBe(1);
    const listed = await api.call("GET", `/v1/partners/${partner}/keys`, undefined, as(admin.key));
    expect(listed.body.items.map(({ name }: { name: string }) => name)).toEqual(["server"]);
  });
});
