import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sharedBudget } from "../../../shared/api/access/limit-requests.ts";
import { networkOf } from "../../../shared/api/access/network-of.ts";
import { mostBudgets, RequestBudget } from "../../../shared/api/access/request-budget.ts";
import { RecentMap } from "../../../shared/kernel/recent-map.ts";
import { RequestCounts } from "../../../shared/partners/request-counts.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { apiFixture, operatorKey } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
beforeEach(() => {
  api = apiFixture();
});

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
/** Has the shape of a key, and belongs to nobody. */
const forged = (n: number) => `fh_${"0".repeat(26)}_${String(n).padStart(26, "0")}_${"A".repeat(43)}`;
const ask = async (path: string, address: string, headers: Record<string, string> = {}) =>
  api.app.request(path, { headers }, { address });

/** Asks until it is refused; returns how often it wasn't. */
async function askUntilRefused(path: string, address: string, headers: Record<string, string> = {}): Promise<number> {
  for (let admitted = 0; admitted < 2_000; admitted += 1) {
    if ((await ask(path, address, headers)).status === 429) return admitted;
  }
  throw new Error("it is never refused");
}

async function partnerWithKeys(count: number): Promise<{ id: string; keys: string[] }> {
  const { id } = (await api.call("POST", "/v1/partners", { name: "Acme" })).body;
  const keys: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { body } = await api.call("POST", `/v1/partners/${id}/keys`, { name: `k${n}`, scopes: ["admin"] });
    keys.push(body.key);
  }
  return { id, keys };
}

describe("a partner's budget", () => {
  it("is shared by all its keys, including new ones", async () => {
    const { id, keys } = await partnerWithKeys(3);
    for (let n = 0; n < 599; n += 1) {
      const answer = await api.call("GET", "/v1/me", undefined, bearer(keys[n % 3] ?? ""));
      expect(answer.headers.get("ratelimit")).toMatch(new RegExp(`^"partner";r=${599 - n};`));
    }
    const made = await api.call("POST", `/v1/partners/${id}/keys`, { name: "k", scopes: ["read"] }, bearer(keys[0]!));
    for (const key of [...keys, made.body.key]) {
      const refused = await api.call("GET", "/v1/me", undefined, bearer(key));
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
      expect(refused.body.detail).toBe(
        "Send at most 600 requests in 60 seconds with all of a partner's keys combined.",
      );
    }
    const { keys: others } = await partnerWithKeys(1);
    expect((await api.call("GET", "/v1/me", undefined, bearer(others[0]!))).status).toBe(200);
  });

  it("isn't spent by an operator acting for it, and operators' keys have separate budgets", async () => {
    const { id, keys } = await partnerWithKeys(1);
    const other = (await api.call("POST", "/v1/operator-keys", { name: "o", scopes: ["read"] })).body.key;
    const seen = await api.call("GET", "/v1/me", undefined, { ...bearer(other), "feedhook-partner": id });
    expect(seen.headers.get("ratelimit")).toMatch(/^"key";r=5999;/);
    const own = await api.call("GET", "/v1/me", undefined, bearer(keys[0]!));
    expect(own.headers.get("ratelimit")).toMatch(/^"partner";r=599;/);
    const again = await api.call("GET", "/v1/me", undefined, bearer(other));
    expect(again.headers.get("ratelimit")).toMatch(/^"key";r=5998;/);
  });

  it("is counted per partner across all workers", async () => {
    const { id, keys } = await partnerWithKeys(2);
    for (let n = 0; n < 40; n += 1) await api.call("GET", "/v1/me", undefined, bearer(keys[n % 2]!));
    const counted = api.tables.deliveries.items.filter(({ pk }) => pk.startsWith("requests#prt_"));
    expect(counted).toMatchObject([{ pk: `requests#${id}`, requests: 40 }]);
  });
});

describe("requests without a valid key", () => {
  const asked: readonly [path: string, headers: Record<string, string>][] = [
    ["/v1/openapi.json", {}],
    ["/asyncapi.json", {}],
    ["/schemas/events/person.updated.json", {}],
    [`/.well-known/webhooks/prt_operator/sub_${"0".repeat(26)}/jwks.json`, {}],
    ["/v1/subscriptions", {}],
    ["/v1/subscriptions", bearer(forged(1))],
    ["/v1/subscriptions", bearer("wrong")],
    ["/v1/me", bearer(forged(1))],
    ["/nothing", {}],
  ];

  it("share one budget per address whatever they ask for, apart from health checks", async () => {
    for (const [path, headers] of asked) expect((await ask(path, "192.0.2.1", headers)).status).not.toBe(429);
    expect(await askUntilRefused("/nothing", "192.0.2.1")).toBe(600 - asked.length);
    for (const [path, headers] of asked) {
      const refused = await ask(path, "192.0.2.1", headers);
      expect([path, refused.status]).toEqual([path, 429]);
      expect(JSON.parse(await refused.text())).toMatchObject({ type: "urn:feedhook:problem:too-many-requests" });
      expect(refused.headers.get("retry-after")).toBe("1");
      expect(refused.headers.get("ratelimit-policy")).toBe('"address";q=600;w=60');
      expect((await ask(path, "192.0.2.2", headers)).status).not.toBe(429);
    }
    for (const path of ["/healthz", "/readyz"]) expect((await ask(path, "192.0.2.1")).status).not.toBe(429);
    api.clock.advance(1_000);
    for (const [path, headers] of asked) expect((await ask(path, "192.0.2.1", headers)).status).not.toBe(429);
  });

  it.each(["/healthz", "/readyz"])("to %s are bounded per address", async (path) => {
    expect(await askUntilRefused(path, "192.0.2.1")).toBe(600);
    expect((await ask(path, "192.0.2.2")).status).not.toBe(429);
    api.clock.advance(1_000);
    expect((await ask(path, "192.0.2.1")).status).not.toBe(429);
  });

  it("don't block a valid key used before from the same address", async () => {
    const { keys } = await partnerWithKeys(1);
    const own = bearer(keys[0]!);
    expect((await ask("/v1/me", "192.0.2.1", own)).status).toBe(200);
    await askUntilRefused("/nothing", "192.0.2.1");
    for (let n = 0; n < 50; n += 1) expect((await ask("/v1/me", "192.0.2.1", own)).status).toBe(200);
    expect((await ask("/v1/openapi.json", "192.0.2.1", bearer(operatorKey))).status).toBe(200);
  });

  it("are refused before a key lookup", async () => {
    const identify = vi.spyOn(api.services.keys, "identify");
    for (let n = 0; n < 700; n += 1) await ask("/v1/me", "192.0.2.1", bearer(forged(n)));
    expect(identify).toHaveBeenCalledTimes(600);
  });

  it("include those with a revoked key", async () => {
    const { id, keys } = await partnerWithKeys(2);
    const [first, second] = keys.map(bearer);
    const { key } = (await api.call("GET", "/v1/me", undefined, first)).body;
    await api.call("DELETE", `/v1/partners/${id}/keys/${key.id}`, undefined, second);
    // The first shows that it is revoked, and isn't counted.
    expect(await askUntilRefused("/v1/me", "192.0.2.1", first)).toBe(601);
  });

  it("with a refused key are counted, and logged once a minute without the key", async () => {
    for (let n = 0; n < 5; n += 1) await ask("/v1/me", "192.0.2.1", bearer(forged(n)));
    api.clock.advance(60_000);
    await ask("/v1/me", "192.0.2.9", bearer("S3CRET"));
    await ask("/v1/me", "192.0.2.9");
    const lines = api.logger.lines.filter(({ event }) => event === "api.keys_refused");
    expect(lines).toEqual([
      {
        level: "warn",
        event: "api.keys_refused",
        fields: { refused: 1, address: "192.0.2.1", key: `key_${"0".repeat(26)}` },
      },
      { level: "warn", event: "api.keys_refused", fields: { refused: 5, address: "192.0.2.9", key: undefined } },
    ]);
    expect(api.services.metrics.all()).toMatchObject([{ name: "api.keys_refused", sum: 6 }]);
    expect(JSON.stringify(api.logger.lines)).not.toMatch(/S3CRET|AAAA/);
  });
});

describe("the budget of a request", () => {
  let partner: string;
  let own: Record<string, string>;
  const take = vi.spyOn(RequestBudget.prototype, "take");
  beforeEach(async () => {
    const { id, keys } = await partnerWithKeys(1);
    [partner, own] = [id, bearer(keys[0]!)];
    await ask("/v1/me", "192.0.2.1", own);
    take.mockClear();
  });
  afterAll(() => {
    take.mockRestore();
  });

  it.each([
    ["/healthz", "none", "health 192.0.2.1"],
    ["/readyz", "none", "health 192.0.2.1"],
    ["/readyz", "partner's", "health the partner"],
    ["/nothing", "none", "192.0.2.1"],
    ["/nothing", "partner's", "the partner"],
    ["/nothing", "operator's", "prt_operator"],
    ["/v1/openapi.json", "partner's", "the partner"],
    ["/v1/me", "partner's", "the partner"],
    ["/v1/me", "operator's", "environment"],
    ["/metrics", "operator's", undefined],
  ])("to %s with key %s is that of %s", async (path, key, owner) => {
    const headers = { none: {}, "partner's": own, "operator's": bearer(operatorKey) }[key];
    await ask(path, "192.0.2.1", headers);
    const owners = take.mock.calls.map(([one]) => one.replace(partner, "the partner"));
    expect(owners).toEqual(owner === undefined ? [] : [owner]);
  });

  it.each([
    ["none", "address", "from one address without a valid key"],
    ["its own", "partner", "to paths that need no key, with all of a partner's keys combined"],
  ])("with key %s is named in a refusal", async (key, policy, whose) => {
    take.mockReturnValueOnce({ isAdmitted: false, remaining: 0, resetIn: 7 });
    const refused = await ask("/nothing", "192.0.2.1", key === "none" ? {} : own);
    expect(refused.headers.get("ratelimit")).toBe(`"${policy}";r=0;t=7`);
    expect(await refused.json()).toMatchObject({ detail: `Send at most 600 requests in 60 seconds ${whose}.` });
  });
});

describe("the memory of budgets", () => {
  const limit = 600;
  const many = 3 * mostBudgets;

  it("is bounded for any number of addresses", () => {
    const buckets = new RecentMap<{ tokens: number; at: number }>(mostBudgets);
    const budget = new RequestBudget(buckets);
    for (let n = 0; n < many; n += 1) budget.take(`2001:db8:${n.toString(16)}::/64`, limit, n);
    expect(buckets.size).toBe(mostBudgets);
  });

  it("is bounded for any number of partners, throttled or not", async () => {
    const seen = new RecentMap<{ requests: number; blockedUntil: number }>(mostBudgets);
    const counts = new RequestCounts(new MemoryTable("deliveries"));
    counts.add = async () => Promise.resolve(1_000_000);
    const shared = sharedBudget(counts, new SilentLogger(), seen);
    for (let n = 0; n < many; n += 1) await shared(`prt_${n % (many / 2)}`, limit, 0);
    for (let n = 0; n < 20; n += 1) await shared("prt_held", limit, 0);
    expect(await shared("prt_held", limit, 30_000)).toBe(30);
    expect(seen.size).toBe(mostBudgets);
  });

  it("is bounded for any number of valid keys", async () => {
    const { authenticator } = api.services;
    vi.spyOn(api.services.keys, "identify").mockImplementation(async (text) =>
      Promise.resolve({ id: text, partner: "prt_operator", name: "k", scopes: ["read"], hash: "", createdAt: 0 }),
    );
    for (let n = 0; n <= 10_000; n += 1) await authenticator.identify(`key ${n}`);
    expect([authenticator.knows("key 0"), authenticator.knows("key 1")]).toEqual([false, true]);
  });
});

describe("an address's network", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:201", "192.0.2.1"],
    ["2001:db8:0:0:1::1", "2001:db8:0:0::/64"],
    ["2001:DB8::", "2001:db8:0:0::/64"],
    ["2001:db8::ffff:192.0.2.1", "2001:db8:0:0::/64"],
    ["2001:0db8:0001:0002:0003:0004:0005:0006", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["1::", "1:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["nonsense", "unknown"],
    ["192.0.2.1, 192.0.2.2", "unknown"],
    ["", "unknown"],
    [undefined, "unknown"],
  ])("%s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it("is the same for all addresses of a connection, in every spelling", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }), fc.ipV4(), (groups, v4) => {
        const spelled = groups.map((group) => group.toString(16));
        const other = [...spelled.slice(0, 4), "1", "2", "3", "4"].join(":");
        const compressed = new URL(`http://[${spelled.join(":")}]`).hostname.slice(1, -1);
        if (!compressed.startsWith("::ffff:")) expect(networkOf(spelled.join(":"))).toBe(networkOf(other));
        expect(networkOf(compressed)).toBe(networkOf(spelled.join(":").toUpperCase()));
        expect(networkOf(`::ffff:${v4}`)).toBe(networkOf(v4));
      }),
    );
  });
});
