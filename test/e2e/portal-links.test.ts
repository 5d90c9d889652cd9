import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { StartProgram } from "./support/start-program.ts";
import { endedWithTest, temporaryDirectory } from "./support/test-scope.ts";

const operatorKey = "7f3d9c1e5a8b2046d1f0c3b7e9a45821f6e0d2c4b8a79135e6f1d0c2b3a49587";

/** The fields of these responses, each of which has some. */
type Body = Readonly<Record<"id" | "key" | "url" | "token", string>> & { readonly items: readonly object[] };
type Answer = { readonly status: number; readonly body: Body };

/** Starts the demo with these config file options, and calls it with all kinds of headers, including `Host`. */
async function started(config: object) {
  const file = join(temporaryDirectory(), "feedhook.json");
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  const program = endedWithTest(StartProgram.node("--port", "0", "--operator-key", operatorKey, "--config", file));
  const [, url = ""] = await program.prints(/^API +(http:\S+)\/v1$/gm, 60_000);
  const call = async (
    method: string,
    path: string,
    { body, key = operatorKey, headers = {} }: { body?: object; key?: string; headers?: object } = {},
  ): Promise<Answer> => {
    const sent = { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers };
    const asked = request(`${url}${path}`, { method, headers: sent });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = await once(asked, "response");
    const read = await text(answer);
    return { status: answer.statusCode, body: JSON.parse(read === "" ? "{}" : read) };
  };
  const { id } = (await call("POST", "/v1/partners", { body: { name: "Acme" } })).body;
  const newKey = async (name: string) =>
    (await call("POST", `/v1/partners/${id}/keys`, { body: { name, scopes: ["admin"] } })).body;
  const path = `/v1/partners/${id}/portal-links`;
  return { url, call, newKey, partner: id, path };
}

const forged = {
  host: "evil.example",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "https",
  "x-forwarded-for": "198.51.100.1, 203.0.113.9",
};

describe("a portal link", () => {
  test("leads to the bridge's listening address, and the audit log has the caller's real address", async () => {
    const { url, call, path, partner } = await started({});
    const { status, body } = await call("POST", path, { body: {}, headers: forged });
    expect([status, new URL(body.url).origin]).toEqual([201, url]);
    const audit = await call("GET", "/v1/audit", { headers: { "feedhook-partner": partner } });
    expect(audit.body.items[0]).toMatchObject({ operation: "createPortalLink", address: "127.0.0.1" });
  });

  test("leads to the configured address, and a trusted proxy names the caller", async () => {
    const config = { portalUrl: "https://hooks.acme.example/", trustedProxies: ["10.0.0.0/8", "127.0.0.1"] };
    const { call, path, partner } = await started(config);
    const { body } = await call("POST", path, { body: {}, headers: forged });
    expect(new URL(body.url).origin).toBe("https://hooks.acme.example");
    const audit = await call("GET", "/v1/audit", { headers: { "feedhook-partner": partner } });
    expect(audit.body.items[0]).toMatchObject({ operation: "createPortalLink", address: "203.0.113.9" });
  });

  test("opens once, is listed, and ends with its session when the link or the key that created it is revoked", async () => {
    const { call, path, partner, newKey } = await started({});
    const server = await newKey("server");
    const make = async () => (await call("POST", path, { body: { access: "manage" }, key: server.key })).body;
    const open = (token: string) => call("POST", "/v1/portal-session", { key: token });
    const statusOf = async (key: string) => (await call("GET", "/v1/subscriptions", { key })).status;

    const first = await make();
    const both = await Promise.all([open(first.token), open(first.token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 401]);
    const session = both.find(({ status }) => status === 201)?.body.key ?? "";
    expect(await statusOf(session)).toBe(200);
    const listed = (await call("GET", path, { key: server.key })).body.items;
    expect(listed).toMatchObject([{ id: first.id, state: "open", access: "manage", by: "partner", key: server.id }]);
    expect((await call("GET", path, { key: session })).status).toBe(403);
    expect((await call("DELETE", `${path}/${first.id}`, { key: server.key })).status).toBe(204);
    expect(await statusOf(session)).toBe(401);

    const second = (await open((await make()).token)).body.key;
    const unopened = (await make()).token;
    expect(await statusOf(second)).toBe(200);
    expect((await call("DELETE", `/v1/partners/${partner}/keys/${server.id}`)).status).toBe(204);
    expect([await statusOf(second), (await open(unopened)).status]).toEqual([401, 401]);
  });

  test("decides which sites may frame the page; a partner's id in the address doesn't", async () => {
    const { url, call, path, partner } = await started({});
    const portalOrigins = ["https://app.acme.example"];
    await call("PATCH", `/v1/partners/${partner}`, { body: { portalOrigins } });
    const ancestors = async (query: string) => {
      const policy = (await fetch(`${url}/portal${query}`)).headers.get("content-security-policy") ?? "";
      return /frame-ancestors ([^;]+)$/.exec(policy)?.[1];
    };
    expect(await ancestors(`?frame=${partner}`)).toBe("'none'");
    const { body } = await call("POST", path, { body: {} });
    expect(await ancestors(new URL(body.url).search)).toBe("https://app.acme.example");
    await call("DELETE", `${path}/${body.id}`);
    expect(await ancestors(new URL(body.url).search)).toBe("'none'");
  });
});
