import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { OpenIdProvider } from "../../shared/adapters/openid/openid-provider.ts";
import { signInOptions } from "../../shared/partners/sign-in.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { type Fault, TestIssuer } from "../support/test-issuer.ts";

const issuer = new TestIssuer();
beforeAll(() => issuer.listen());
afterAll(() => issuer.close());
beforeEach(() => {
  Object.assign(issuer, { claims: {}, clientSecret: "right", configuration: {}, denies: false, forges: false });
  issuer.faults.clear();
  issuer.asked.length = 0;
});

const discovery = "/.well-known/openid-configuration";
const checks = {
  ...{ redirectUri: "http://127.0.0.1:1/portal/signed-in", state: "state-1", nonce: "nonce-1" },
  verifier: "v".repeat(43),
};

function signingIn(secret = "right") {
  const clock = new FakeClock();
  const secrets: { current: string | undefined } = { current: secret };
  const options = signInOptions.parse({
    ...{ issuer: issuer.url, clientId: issuer.clientId, scope: "openid email", groups: { staff: "read" } },
  });
  const provider = new OpenIdProvider({ options, clientSecret: async () => secrets.current, clock });
  /** The query of the callback, after the person has signed in. */
  const answer = async () => {
    const begun = await provider.begin(checks);
    if (begun.outcome !== "ok") throw new Error(begun.fault);
    const response = await fetch(begun.address, { redirect: "manual" });
    return new URL(response.headers.get("location") ?? "").search;
  };
  const end = async (given: Partial<typeof checks> = {}) => provider.end(await answer(), { ...checks, ...given });
  return { provider, clock, secrets, answer, end };
}
const discoveries = () => issuer.asked.filter((path) => path === discovery).length;

describe("an OpenID Connect identity provider", () => {
  it("signs a person in: a code that only this browser and this client can exchange", async () => {
    issuer.claims = { name: "Ada", groups: ["staff"] };
    const { provider, end } = signingIn();
    const begun = await provider.begin(checks);
    const asked = new URL("address" in begun ? begun.address : "");
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      ...{ client_id: "feedhook", response_type: "code", redirect_uri: checks.redirectUri, scope: "openid email" },
      ...{ state: "state-1", nonce: "nonce-1", code_challenge_method: "S256" },
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(asked.searchParams.get("code_challenge")).not.toBe(checks.verifier);
    expect(await end()).toMatchObject({ outcome: "ok", claims: { sub: "1", name: "Ada", groups: ["staff"] } });
    expect(issuer.asked).toEqual([discovery, "/authorize", "/token", "/jwks"]);
  });

  it("signs in without a secret if the client is public", async () => {
    issuer.clientSecret = undefined;
    const { secrets, end } = signingIn();
    secrets.current = undefined;
    expect(await end()).toMatchObject({ outcome: "ok" });
  });

  it.each([
    [["client_secret_post", "client_secret_basic"], "ok"],
    // The issuer doesn't read the secret there.
    [["client_secret_post"], "refused"],
  ])("sends the secret in a way that it supports: %j", async (supported, outcome) => {
    issuer.configuration = { token_endpoint_auth_methods_supported: supported };
    expect(await signingIn().end()).toMatchObject({ outcome });
  });

  it.each<[Fault, string]>([
    ["down", discovery],
    ["huge", discovery],
    ["error", discovery],
    ["down", "/token"],
    ["huge", "/token"],
    ["down", "/jwks"],
    ["error", "/jwks"],
  ])("is unreachable if it is %s at %s, without repeating what it sent, until it is back", async (fault, path) => {
    const { end, provider, answer } = signingIn();
    issuer.faults.set(path, fault);
    const ended = path === discovery ? await provider.begin(checks) : await end();
    expect(ended).toMatchObject({ outcome: "unreachable", fault: expect.stringMatching(/./) });
    expect(JSON.stringify(ended)).not.toContain("a secret of the issuer");
    issuer.faults.clear();
    expect(await provider.end(await answer(), checks)).toMatchObject({ outcome: "ok" });
  });

  it("can't keep a person waiting: each request is given up after a time", async () => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const { end } = signingIn();
    await end();
    const bounded = fetched.mock.calls.filter(([, options]) => options?.signal instanceof AbortSignal);
    fetched.mockRestore();
    expect(bounded, "the configuration, the token and the keys").toHaveLength(3);
  });

  it("accepts responses of up to 256 KiB", async () => {
    const rest = JSON.stringify({ padding: "" }).length;
    const configured = async (length: number) => {
      issuer.configuration = {};
      const { length: usual } = await (await fetch(`${issuer.url}${discovery}`)).text();
      issuer.configuration = { padding: "x".repeat(length - usual - rest + 1) };
      return signingIn().provider.begin(checks);
    };
    expect(await configured(256 * 1_024)).toMatchObject({ outcome: "ok" });
    expect(await configured(256 * 1_024 + 1)).toEqual({
      ...{ outcome: "unreachable", fault: "a response is larger than 262144 bytes" },
    });
  });

  it.each(["authorization_endpoint", "token_endpoint", "jwks_uri"])(
    "is never asked at an address without https that it names as its %s",
    async (name) => {
      issuer.configuration = { [name]: "http://issuer.example/there" };
      const { provider } = signingIn();
      const begun = await provider.begin(checks);
      const ended = begun.outcome === "ok" ? await signingIn().end() : begun;
      expect(ended).toMatchObject({
        ...{ outcome: "unreachable", fault: expect.stringContaining("named an address without https") },
      });
    },
  );

  it.each<[string, object]>([
    ["is signed with another key", { forges: true }],
    ["answers another request", { claims: { nonce: "nonce-2" } }],
    ["is for another client", { claims: { aud: "other" } }],
    ["was issued to another client", { claims: { azp: "other" } }],
    ["is another issuer's", { claims: { iss: "https://other.example" } }],
    ["has expired", { claims: { exp: 1 } }],
  ])("can't sign a person in with an ID token that %s", async (_, given) => {
    Object.assign(issuer, given);
    const ended = await signingIn().end();
    expect(ended).toMatchObject({ outcome: "invalid", fault: expect.stringMatching(/\w/) });
  });

  it("may repeat in the ID token for whom it was issued", async () => {
    issuer.claims = { azp: issuer.clientId };
    expect(await signingIn().end()).toMatchObject({ outcome: "ok" });
  });

  it("can't sign a person in for another browser's request", async () => {
    const { end } = signingIn();
    expect(await end({ state: "state-2" })).toMatchObject({ outcome: "invalid" });
    expect(await end({ verifier: "w".repeat(43) })).toMatchObject({ outcome: "refused" });
  });

  it("says why it refuses, in at most 256 characters", async () => {
    issuer.denies = true;
    const { end, provider, answer } = signingIn();
    expect(await end()).toEqual({ outcome: "refused", fault: "access_denied" });
    issuer.denies = false;
    const used = await answer();
    await provider.end(used, checks);
    expect(await provider.end(used, checks)).toEqual({
      ...{ outcome: "refused", fault: "invalid_grant This code can't be used." },
    });
    const long = await provider.end(`?error=${"e".repeat(300)}&state=${checks.state}`, checks);
    expect(long).toEqual({ outcome: "refused", fault: "e".repeat(256) });
  });
});

describe("the configuration of an identity provider", () => {
  it("is read again after an hour, in either direction of the clock", async () => {
    const { provider, clock } = signingIn();
    const begin = async (after: number) => {
      clock.advance(after);
      await provider.begin(checks);
      return discoveries();
    };
    expect([await begin(0), await begin(3_599_999), await begin(1), await begin(0)]).toEqual([1, 1, 2, 2]);
    expect([await begin(-3_599_999), await begin(-1)]).toEqual([2, 3]);
  });

  it("is read again, with the secret, once the secret is refused", async () => {
    issuer.clientSecret = "replaced";
    const { secrets, end } = signingIn();
    expect(await end()).toEqual({ outcome: "refused", fault: "invalid_client" });
    secrets.current = "replaced";
    expect(await end()).toMatchObject({ outcome: "ok" });
    expect(discoveries()).toBe(2);
    expect(await end({ verifier: "w".repeat(43) })).toMatchObject({ outcome: "refused" });
    expect(await end()).toMatchObject({ outcome: "ok" });
    expect(discoveries(), "another refusal changes nothing").toBe(2);
  });
});
