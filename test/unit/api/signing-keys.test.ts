import { beforeEach, describe, expect, it } from "vitest";
import { publicKeyBytes } from "../../../shared/subscriptions/ed25519-key.ts";
import { apiFixture, hook } from "./api-fixture.ts";

const publicKey = expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/);
const own = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ed25519 = { ...hook, signing: "ed25519" };
let api: ReturnType<typeof apiFixture>;
beforeEach(() => {
  api = apiFixture();
});
const create = (fields: object = {}) => api.call("POST", "/v1/subscriptions", { ...ed25519, ...fields });
const rotate = (id: string, body: object = {}) => api.call("POST", `/v1/subscriptions/${id}/secret`, body);

describe("a subscription with Ed25519", () => {
  it("is created with a public key, which each response shows, and without a secret", async () => {
    const { status, body } = await create();
    expect([status, body]).toMatchObject([201, { publicKey, signingKeys: [{ publicKey: body.publicKey }] }]);
    const later = [
      await api.call("GET", `/v1/subscriptions/${body.id}`),
      await api.call("PATCH", `/v1/subscriptions/${body.id}`, { description: "x" }),
    ];
    for (const { body: shown } of later) {
      expect(shown.signingKeys).toEqual([{ createdAt: "2026-11-21T12:00:00.000Z", publicKey: body.publicKey }]);
    }
    const { items } = (await api.call("GET", "/v1/subscriptions")).body;
    expect(items[0].signingKeys).toEqual(body.signingKeys);
    const [secret = ""] = await api.services.subscriptions.secrets.openSecrets(
      (await api.services.subscriptions.find("prt_operator", body.id))!,
    );
    const text = JSON.stringify([body, later, items, api.tables.subscriptions.items, api.logger.lines]);
    expect(secret).toMatch(/^whsk_/);
    expect(text).not.toContain(secret.slice(5, 40));
    expect(text).not.toContain("whsk_");
    expect(body).not.toHaveProperty("secret");
  });

  it("rotates between kinds with an overlap, and keeps its kind by default", async () => {
    const { id } = (await api.call("POST", "/v1/subscriptions", hook)).body;
    const moved = await rotate(id, { signing: "ed25519", overlapSeconds: 60 });
    expect([moved.status, moved.body]).toMatchObject([200, { publicKey, signingKeys: [{ publicKey }, {}] }]);
    expect(moved.body).not.toHaveProperty("secret");
    expect(moved.body.signingKeys[1]).toEqual({
      createdAt: "2026-11-21T12:00:00.000Z",
      expiresAt: "2026-11-21T12:01:00.000Z",
    });
    const again = await rotate(id);
    expect(again.body).toMatchObject({ publicKey });
    expect(again.body.publicKey).not.toBe(moved.body.publicKey);
    const back = await rotate(id, { signing: "hmac", overlapSeconds: 0 });
    expect(back.body).toMatchObject({ secret: expect.stringMatching(/^whsec_/), signingKeys: [{}] });
    expect(back.body.signingKeys).toHaveLength(1);
    expect((await rotate(id, { signing: "ed25519" })).body).toMatchObject({ publicKey });
    expect((await rotate(id, { secret: own })).body.secret).toBe(own);
    const { body: refused } = await rotate(id).then(() => rotate(id));
    expect(refused.type).toBe("urn:feedhook:problem:too-many-secrets");
  });

  it("is refused with a secret, with another kind, for pull, and in a patch", async () => {
    const kept = { field: "secret", message: expect.stringContaining("the private key never leaves Feedhook") };
    expect((await create({ secret: own })).body.errors).toEqual([kept]);
    expect((await create({ signing: "rsa" })).body.errors).toMatchObject([{ field: "signing" }]);
    for (const signing of ["hmac", "ed25519"]) {
      const pull = await api.call("POST", "/v1/subscriptions", { kind: "pull", eventTypes: ["*"], signing });
      expect(pull.body.errors).toEqual([{ field: "signing", message: "must be absent for a pull subscription" }]);
    }
    const { id } = (await create()).body;
    expect((await rotate(id, { signing: "ed25519", secret: own })).body.errors).toEqual([kept]);
    expect((await rotate(id, { signing: null })).body.errors).toMatchObject([{ field: "signing" }]);
    const patched = await api.call("PATCH", `/v1/subscriptions/${id}`, { signing: "hmac" });
    expect(patched.body.errors).toMatchObject([{ field: "signing" }]);
    expect((await create({ secret: "whsk_MARK", signing: "hmac" })).text).not.toContain("MARK");
  });
});

describe("the key set of a subscription", () => {
  const pathOf = (partner: string, id: string) => `/.well-known/webhooks/${partner}/${id}/jwks.json`;
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await api.app.request(path, { headers });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: text === "" ? undefined : JSON.parse(text) };
  };
  const xOf = (text: string) => publicKeyBytes(text).toString("base64url");

  it("needs no key, and has the valid Ed25519 keys, newest first", async () => {
    const { id: partner, as } = await api.addPartner();
    const created = (await api.call("POST", "/v1/subscriptions", ed25519, as)).body;
    const path = pathOf(partner, created.id);
    const { status, headers, body } = await ask(path);
    expect([status, headers.get("content-type")]).toEqual([200, "application/jwk-set+json"]);
    expect(headers.get("cache-control")).toBe("public, max-age=60");
    const common = { kty: "OKP", crv: "Ed25519", use: "sig", alg: "EdDSA", kid: expect.stringMatching(/^[\w-]{43}$/) };
    expect(body).toEqual({ keys: [{ ...common, x: xOf(created.publicKey) }] });
    const to = `/v1/subscriptions/${created.id}/secret`;
    await api.call("POST", to, { signing: "hmac", overlapSeconds: 60 }, as);
    const next = (await api.call("POST", to, { signing: "ed25519", overlapSeconds: 60 }, as)).body.publicKey;
    const keys = async () => (await ask(path)).body.keys.map(({ x }: { x: string }) => x);
    expect(await keys()).toEqual([next, created.publicKey].map(xOf));
    api.clock.advance(60_000);
    expect(await keys()).toEqual([xOf(next)]);
    const etag = (await ask(path)).headers.get("etag") ?? "";
    expect((await ask(path, { "if-none-match": etag })).status).toBe(304);
  });

  it("names each key by its RFC 7638 thumbprint", async () => {
    // The key and thumbprint of RFC 8037, appendix A.3.
    const x = Buffer.from("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "base64url").toString("base64");
    const { subscriptions } = api.services;
    const { id } = (await create()).body;
    const stored = (await subscriptions.find("prt_operator", id))!;
    const secrets = [{ ...stored.secrets[0]!, publicKey: `whpk_${x}` }];
    subscriptions.find = async () => ({ ...stored, secrets });
    const { body } = await ask(pathOf("prt_operator", id));
    expect(body.keys[0].kid).toBe("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
  });

  it("is missing in the same way for unknown, other and deleted subscriptions and for those with HMAC", async () => {
    const { id: partner, as } = await api.addPartner();
    const hmac = (await api.call("POST", "/v1/subscriptions", hook, as)).body.id;
    const foreign = (await create()).body.id;
    const deleted = (await api.call("POST", "/v1/subscriptions", ed25519, as)).body.id;
    await api.call("DELETE", `/v1/subscriptions/${deleted}`, undefined, as);
    const pull = await api.subscribe({ kind: "pull" }, as);
    const unknown = `sub_${"0".repeat(26)}`;
    const nobody = `prt_${"0".repeat(26)}`;
    const asked = [
      ...[hmac, foreign, deleted, pull, unknown, "sub_x", "%00", "x".repeat(5_000)].map((id) => pathOf(partner, id)),
      ...[nobody, "prt_operator", "prt_canary", "..%2f..", "prt_"].map((one) => pathOf(one, hmac)),
    ];
    const missing = async (path: string) => {
      const { status, headers, text } = await ask(path);
      return [status, text.replaceAll(path, "PATH"), Object.fromEntries(headers)];
    };
    const first = await missing(pathOf(partner, unknown));
    expect(first[0]).toBe(404);
    for (const path of asked) {
      const [status, text, headers] = await missing(path);
      expect([path.slice(0, 100), status, headers]).toEqual([path.slice(0, 100), first[0], first[2]]);
      // Hono decodes the path that the problem names.
      expect(text).toMatch(/"instance":"/);
    }
  });
});
