import { beforeEach, describe, expect, it } from "vitest";
import { partnerPartition } from "../../../shared/partners/partner-key.ts";
import { apiFixture } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
let partner: string;
let admin: string;
const as = (key: string) => ({ authorization: `Bearer ${key}` });
const wanted = { name: "k", scopes: ["admin"] };

beforeEach(async () => {
  api = apiFixture();
  partner = (await api.call("POST", "/v1/partners", { name: "Acme", quotas: { keys: 5 } })).body.id;
  admin = (await make()).body.key;
});

const make = async (headers = {}) => api.call("POST", `/v1/partners/${partner}/keys`, wanted, headers);
const revoke = async (id: string) => api.call("DELETE", `/v1/partners/${partner}/keys/${id}`);
const keysOf = () =>
  api.tables.subscriptions.items.filter(
    ({ pk, sk, portal }) => pk === partnerPartition(partner) && sk.startsWith("key#") && portal === undefined,
  );

describe("a partner's key quota", () => {
  it("is 100 by default, is shown, and is changed by operators", async () => {
    const other = (await api.call("POST", "/v1/partners", { name: "Globex" })).body;
    expect(other.quotas.keys).toBe(100);
    const changed = await api.call("PATCH", `/v1/partners/${other.id}`, { quotas: { keys: 0 } });
    expect(changed.body.quotas).toEqual({ subscriptions: 100, replayPerSecond: 200, keys: 0 });
    expect((await api.call("POST", `/v1/partners/${other.id}/keys`, wanted)).status).toBe(409);
    expect((await api.call("PATCH", `/v1/partners/${other.id}`, { quotas: { keys: 1_001 } })).status).toBe(400);
    expect((await api.call("PATCH", `/v1/partners/${other.id}`, { quotas: { keys: 1 } }, as(admin))).status).toBe(404);
  });

  it("applies to its own admin keys and to operators, and a revoked key frees a place immediately", async () => {
    for (let n = 1; n < 5; n += 1) expect((await make(n % 2 === 0 ? as(admin) : {})).status).toBe(201);
    for (const by of [as(admin), {}]) {
      const refused = await make(by);
      expect([refused.status, refused.body.type]).toEqual([409, "urn:feedhook:problem:quota-exceeded"]);
      expect(refused.body.detail).toBe("At most 5 keys can exist, including expired ones. Revoke one first.");
    }
    for (let n = 0; n < 3; n += 1) {
      const [, second] = keysOf();
      await revoke(second === undefined ? "" : second.sk.slice("key#".length));
      expect((await make()).status).toBe(201);
      expect((await make()).status).toBe(409);
    }
  });

  it("counts expired keys, which would otherwise accumulate", async () => {
    const expiresAt = new Date(api.clock.now() + 1_000).toISOString();
    for (let n = 1; n < 5; n += 1) await api.call("POST", `/v1/partners/${partner}/keys`, { ...wanted, expiresAt });
    api.clock.advance(3_600_000);
    expect((await make()).status).toBe(409);
  });

  it("doesn't limit operators' keys, and is deleted with its partner", async () => {
    for (let n = 0; n < 120; n += 1) {
      expect((await api.call("POST", "/v1/operator-keys", { name: "o", scopes: ["read"] })).status).toBe(201);
    }
    await api.call("DELETE", `/v1/partners/${partner}?confirm=${partner}`);
    expect(api.tables.subscriptions.items.filter(({ pk }) => pk === partnerPartition(partner))).toEqual([]);
  });
});
