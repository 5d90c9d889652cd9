import { beforeEach, describe, expect, it } from "vitest";
import { addressOf } from "../../../functions/runtime/address-of.ts";
import { apiFixture } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
let partner: string;
let as: { authorization: string };
beforeEach(async () => {
  api = apiFixture();
  await api.registerInstance();
  partner = (await api.call("POST", "/v1/partners", { name: "Acme", instances: ["acme"] })).body.id;
  const made = await api.call("POST", `/v1/partners/${partner}/keys`, { name: "all", scopes: ["admin"] });
  as = { authorization: `Bearer ${made.body.key}` };
  api.clock.advance(1);
});

const log = async (headers: Record<string, string> = as, query = "") =>
  api.call("GET", `/v1/audit${query}`, undefined, headers);

describe("the audit log", () => {
  it("tells every change with key and address, names of fields and no values, and no looking", async () => {
    const body = { url: "https://hooks.example.com/in", eventTypes: ["*"], headers: { "x-key": "s3cret" } };
    const { id } = (await api.call("POST", "/v1/subscriptions", body, as)).body;
    await api.call("GET", `/v1/subscriptions/${id}`, undefined, as);
    await api.call("POST", "/v1/subscriptions", { url: "nowhere" }, as);
    const { status, body: page, text } = await log();
    expect([status, page.items.length]).toEqual([200, 2]);
    expect(page.items[0]).toMatchObject({
      ...{ operation: "createSubscription", method: "POST", path: "/v1/subscriptions", status: 201, by: "partner" },
      fields: ["url", "eventTypes", "headers"],
      ...{ key: { name: "all" }, address: "198.51.100.7" },
    });
    expect(text).not.toContain("s3cret");
  });

  it("tells a partner what an operator did to it, and not with which key or from where", async () => {
    await api.call("PATCH", `/v1/partners/${partner}`, { quotas: { subscriptions: 3 } });
    const [entry] = (await log()).body.items;
    expect(entry).toMatchObject({ operation: "updatePartner", fields: ["quotas"], by: "operator" });
    expect([entry.key, entry.address]).toEqual([undefined, undefined]);
    const own = { "feedhook-partner": partner };
    const seen = await api.call("GET", "/v1/audit", undefined, own);
    expect(seen.body.items[0]).toMatchObject({ operation: "updatePartner", key: { id: "environment" } });
    const operations = (await api.call("GET", "/v1/audit")).body.items.map(
      (one: { operation: string }) => one.operation,
    );
    expect(operations.toSorted()).toEqual(["createPartner", "putInstance"]);
  });

  it("is kept for 400 days, and read back over months, page by page", async () => {
    for (let month = 0; month < 3; month += 1) {
      api.clock.advance(31 * 86_400_000);
      await api.call("POST", `/v1/partners/${partner}/suspend`);
      api.clock.advance(1_000);
      await api.call("POST", `/v1/partners/${partner}/resume`);
    }
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await log(as, `?limit=2${cursor}`);
      seen.push(...body.items.map(({ operation }: { operation: string }) => operation));
      if (!body.more) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(seen).toEqual([
      ...["resumePartner", "suspendPartner", "resumePartner", "suspendPartner", "resumePartner", "suspendPartner"],
      "createKey",
    ]);
    const [row] = api.tables.deliveries.items.filter(({ pk }) => pk.startsWith("audit#"));
    expect(Number(row?.["expiresAt"]) * 1_000).toBeGreaterThan(Date.UTC(2026, 10, 21) + 399 * 86_400_000);
  });

  it("that can't be written loses no change, and is in the process's log instead", async () => {
    api.services.audit.record = () => Promise.reject(new Error("no"));
    expect((await api.call("POST", `/v1/partners/${partner}/suspend`)).status).toBe(200);
    expect(api.logger.lines.at(-1)).toMatchObject({ event: "audit.not_recorded", fields: { partner } });
  });
});

it("an address comes from the host, not from a header", () => {
  expect(addressOf({ requestContext: { http: { sourceIp: "192.0.2.1" } } })).toBe("192.0.2.1");
  // Behind a firewall the API is a REST API.
  expect(addressOf({ requestContext: { identity: { sourceIp: "192.0.2.2" } } })).toBe("192.0.2.2");
  expect(addressOf({ incoming: { socket: { remoteAddress: "::1" } } })).toBe("::1");
  expect(addressOf({ headers: { "x-forwarded-for": "192.0.2.1" } })).toBeUndefined();
  expect(addressOf(undefined)).toBeUndefined();
});
