import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { StartProgram } from "./support/start-program.ts";
import { endedWithTest } from "./support/test-scope.ts";

const operatorKey = "7f3d9c1e5a8b2046d1f0c3b7e9a45821f6e0d2c4b8a79135e6f1d0c2b3a49587";

/** The fields of these responses, each of which has some. */
type Body = Readonly<Record<"id" | "url", string>> & { readonly items: readonly object[] };
type Answer = { readonly status: number; readonly body: Body };

/** Starts the demo with these config file options, and calls it with all kinds of headers, including `Host`. */
async function started(config: object) {
  const file = join(temporaryFolder(), "feedhook.json");
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  const program = endedWithTest(StartProgram.node("--port", "0", "--operator-key", operatorKey, "--config", file));
  const [, url = ""] = await program.prints(/^API +(http:\S+)\/v1$/gm, 60_000);
  const call = async (
    method: string,
    path: string,
    { body, headers = {} }: { body?: object; headers?: object } = {},
  ): Promise<Answer> => {
    const sent = { authorization: `Bearer ${operatorKey}`, "content-type": "application/json", ...headers };
    const asked = request(`${url}${path}`, { method, headers: sent });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = await once(asked, "response");
    const read = await text(answer);
    return { status: answer.statusCode, body: JSON.parse(read === "" ? "{}" : read) };
  };
  const { id } = (await call("POST", "/v1/partners", { body: { name: "Acme" } })).body;
  return { url, call, partner: id, path: `/v1/partners/${id}/portal-links` };
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
});
