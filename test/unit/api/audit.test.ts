import { beforeEach, describe, expect, it } from "vitest";
import { sortableId } from "../../../shared/kernel/sortable-id.ts";
import { acmeApi, type apiFixture } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
let partner: string;
let as: { authorization: string };
beforeEach(async () => {
  api = await acmeApi();
  ({ id: partner, as } = await api.addPartner({ instances: ["acme"] }));
  api.clock.advance(1);
});

const log = async (headers: Record<string, string> = as, query = "") =>
  api.call("GET", `/v1/audit${query}`, undefined, headers);

describe("the audit log", () => {
  it("records every change with key, address and field names, without values or reads", async () => {
    const body = { url: "https://hooks.example.com/in", eventTypes: ["*"], headers: { "x-key": "s3cret" } };
    const { id } = (await api.call("POST", "/v1/subscriptions", body, as)).body;
    await api.call("GET", `/v1/subscriptions/${id}`, undefined, as);
    await api.call("POST", "/v1/subscriptions", { url: "nowhere" }, as);
    const tested = { filter: { data: { firstName: ["Kari"] } }, instance: "acme" };
    expect((await api.call("POST", "/v1/filters/test", tested, as)).status).toBe(200);
    const { status, body: page, text } = await log();
    expect([status, page.items.length]).toEqual([200, 2]);
    expect(page.items[0]).toMatchObject({
      ...{ operation: "createSubscription", method: "POST", path: "/v1/subscriptions", status: 201, by: "partner" },
      fields: ["url", "eventTypes", "headers"],
      ...{ key: { name: "own" }, address: "198.51.100.7" },
    });
    expect(text).not.toContain("s3cret");
  });

  it("shows a partner an operator's changes, but not the operator's key or address", async () => {
    await api.call("PATCH", `/v1/partners/${partner}`, { quotas: { subscriptions: 3 } });
    const [entry] = (await log()).body.items;
    expect(entry).toMatchObject({ operation: "updatePartner", fields: ["quotas"], by: "operator" });
    expect([entry.key, entry.address]).toEqual([undefined, undefined]);
    const own = { "feedhook-partner": partner };
    const seen = await api.call("GET", "/v1/audit", undefined, own);
    expect(seen.body.items[0]).toMatchObject({ operation: "updatePartner", key: { id: "environment" } });
    // The log of a deleted partner can't be read, so the operator's log has the entry, even if the operator acts for the
    // partner.
    await api.call("DELETE", `/v1/partners/${partner}?confirm=${partner}`, undefined, own);
    const operations = (await api.call("GET", "/v1/audit")).body.items.map(
      (one: { operation: string }) => one.operation,
    );
    expect(operations.toSorted()).toEqual(["createPartner", "deletePartner", "putInstance"]);
  });

  it("distinguishes an operator's change from one with a partner's key of the same name", async () => {
    const named = { name: "laptop", scopes: ["admin"] };
    const own = (await api.call("POST", `/v1/partners/${partner}/keys`, named, as)).body;
    const operators = (await api.call("POST", "/v1/operator-keys", named)).body;
    for (const { key } of [own, operators]) {
      api.clock.advance(1);
      await api.call("POST", `/v1/partners/${partner}/portal-links`, {}, { authorization: `Bearer ${key}` });
    }
    const seen = (await log({ authorization: `Bearer ${operators.key}`, "feedhook-partner": partner })).body.items;
    expect(seen.slice(0, 2)).toMatchObject([
      { by: "operator", key: { id: operators.id, name: "laptop" } },
      { by: "partner", key: { id: own.id, name: "laptop" } },
    ]);
  });

  it("shows operators, but not partners, who used an operator's key", async () => {
    const person = { name: "Ada Lovelace", email: "ada@acme.example" };
    const made = await api.call("POST", "/v1/operator-keys", { name: "laptop", scopes: ["admin"], person });
    expect(made.body).toMatchObject({ name: "laptop", person });
    const byAda = { authorization: `Bearer ${made.body.key}` };
    await api.call("PATCH", `/v1/partners/${partner}`, { quotas: { subscriptions: 4 } }, byAda);
    const seen = await api.call("GET", "/v1/audit", undefined, { ...byAda, "feedhook-partner": partner });
    expect(seen.body.items[0]).toMatchObject({ operation: "updatePartner", key: { name: "laptop" }, person });
    expect((await log()).body.items[0]).not.toHaveProperty("person");
    const refused = await api.call("POST", "/v1/operator-keys", {
      name: "x",
      scopes: ["read"],
      person: { name: "Ada" },
    });
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, "person.email"]);
    const ofPartner = await api.call("POST", `/v1/partners/${partner}/keys`, { name: "x", scopes: ["read"], person });
    expect(ofPartner.status).toBe(400);
  });

  it("loses no change if it can't be written: the entry goes to the process's log", async () => {
    api.services.audit.record = () => Promise.reject(new Error("no"));
    expect((await api.call("POST", `/v1/partners/${partner}/suspend`)).status).toBe(200);
    expect(api.logger.lines.at(-1)).toMatchObject({ event: "audit.not_recorded", fields: { partner } });
  });
});

describe("a call's audit entry", () => {
  const bytesOf = () =>
    api.tables.deliveries.items
      .filter(({ pk }) => pk.startsWith("audit#") || pk.startsWith("allowance#"))
      .reduce((sum, item) => sum + JSON.stringify(item).length, 0);

  it.each([
    ["POST", "/ping"],
    ["POST", "/replays/rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB/pause"],
    ["DELETE", ""],
  ])("is absent if %s …%s has a body that it doesn't take", async (method, rest) => {
    const id = await api.subscribe({}, as);
    const before = bytesOf();
    const names = Array.from({ length: 50 }, (_, at) => `${at}`.padEnd(5_000, "x"));
    const body = Object.fromEntries(names.map((name) => [name, 1]));
    const answer = await api.call(method, `/v1/subscriptions/${id}${rest}`, body, as);
    expect([answer.status, answer.body.errors?.[0]]).toEqual([
      400,
      { field: "body", message: "must be absent for this operation" },
    ]);
    expect(bytesOf()).toBe(before);
    expect((await api.call("GET", `/v1/subscriptions/${id}`, undefined, as)).status).toBe(200);
  });

  it("is separate for each of a day's first 2,000 changes, and shared per operation per hour afterwards", async () => {
    const { clock } = api;
    clock.advance(12 * 3_600_000);
    const template = "/v1/partners/{partner}/alerts";
    const target = template.replace("{partner}", partner);
    const change = () => api.call("PATCH", target, { email: null }, as);
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const allowance = { pk: `allowance#partner#${partner}`, sk: `audit#${day}`, used: 2_000 };
    await api.tables.deliveries.put([{ item: allowance }]);
    await change();
    await change();
    expect((await log()).body.items[0]).toMatchObject({
      ...{ operation: "updateAlerts", path: template, times: 2, fields: [], key: { name: "own" } },
    });
    clock.advance(24 * 3_600_000);
    await change();
    expect((await log()).body.items[0].times).toBeUndefined();
  });

  it("limits a page to 1 MB, even with an earlier release's large entries", async () => {
    const long = Array.from({ length: 50 }, (_, at) => `${at}`.padEnd(5_000, "x"));
    const now = api.clock.now();
    for (let at = 0; at < 100; at += 1) {
      const id = sortableId("aud", now - at, api.services.randomness);
      const what = { operation: "pingSubscription", method: "POST", path: "/v1/x", fields: long, status: 200 };
      const who = { key: "k", keyName: "ci", isOperator: false };
      const item = { pk: `audit#${partner}#2026-11`, sk: id, id, at: now - at, ...what, ...who, expiresAt: now };
      await api.tables.deliveries.put([{ item }]);
    }
    const seen: string[] = [];
    for (let cursor = "", more = true; more; ) {
      const { body, text } = await log(as, `?limit=200${cursor}`);
      expect(JSON.stringify(text).length).toBeLessThan(4_200_000);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      ({ more } = body);
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(new Set(seen).size).toBe(101);
  });
});
