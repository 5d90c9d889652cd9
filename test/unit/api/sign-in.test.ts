import { beforeEach, describe, expect, it } from "vitest";
import type { IdentityProvider, SignInChecks } from "../../../shared/api/portal/sign-in.ts";
import { mostPortalLinks, mostSessionsOfOne } from "../../../shared/partners/portal-links.ts";
import { signInOptions } from "../../../shared/partners/sign-in.ts";
import { apiFixture } from "./api-fixture.ts";

const options = signInOptions.parse({
  ...{ issuer: "https://id.acme.example", clientId: "feedhook", groups: { operators: "manage" } },
});
const ada = { name: "Ada Lovelace", email: "ada@acme.example" };

let api: ReturnType<typeof apiFixture>;
/** What the identity provider was asked with, and how it responds to the callback. */
let begun: SignInChecks | undefined;
let end: Awaited<ReturnType<IdentityProvider["end"]>>;

const provider: IdentityProvider = {
  begin: async (checks) => {
    begun = checks;
    return { outcome: "ok", address: "https://id.acme.example/authorize" };
  },
  end: async (_answer, checks) => {
    expect(checks).toEqual(begun);
    return end;
  },
};

beforeEach(() => {
  begun = undefined;
  end = { outcome: "ok", claims: { ...ada, groups: ["operators"] } };
  api = apiFixture({
    signIn: { options, provider: async () => provider, codeOf: async (...parts) => `code of ${parts.join(" ")}` },
  });
});

const ask = async (path: string, cookie = "") => {
  const response = await api.app.request(path, { headers: { cookie } });
  const set = response.headers.get("set-cookie") ?? "";
  return { status: response.status, location: response.headers.get("location"), set, cookie: set.split(";")[0] ?? "" };
};
/** Opens a session with a link. */
const open = (location: string | null) => {
  const authorization = `Bearer ${location?.split("#token=")[1] ?? ""}`;
  return api.call("POST", "/v1/portal-session", undefined, { authorization });
};
/** A complete sign-in's answer. */
const signIn = async () => back((await ask("/portal/sign-in")).cookie);
const back = async (cookie: string, state = begun?.state ?? "") =>
  ask(`/portal/sign-in/callback?code=1&state=${encodeURIComponent(state)}`, cookie);

describe("single sign-on", () => {
  it("doesn't exist unless it is configured", async () => {
    const { app } = apiFixture();
    expect((await app.request("/portal/sign-in")).status).toBe(404);
    expect((await app.request("/portal/sign-in/callback")).status).toBe(404);
  });

  it("keeps its cookie to the portal's own https address", async () => {
    const { set, location } = await ask("/portal/sign-in");
    expect(location).toBe("https://id.acme.example/authorize");
    expect(begun?.redirectUri).toBe("https://feedhook.example.com/portal/sign-in/callback");
    expect(set).toMatch(/^__Host-feedhook-sign-in=\S+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    // The codes can't be made from the cookie alone.
    expect(new Set([begun?.state, begun?.nonce, begun?.verifier]).size).toBe(3);
  });

  it("gives a person ten minutes", async () => {
    const first = await ask("/portal/sign-in");
    api.clock.advance(599_999);
    expect((await back(first.cookie)).location).toMatch(/^\/portal#token=fh_operator_/);
    const second = await ask("/portal/sign-in");
    api.clock.advance(600_000);
    expect((await back(second.cookie)).location).toBe("/portal#refused=expired");
  });

  it("asks the identity provider once per sign-in", async () => {
    const { cookie } = await ask("/portal/sign-in");
    end = { outcome: "refused", fault: "a wrong code" };
    expect((await back(cookie)).location).toBe("/portal#refused=refused");
    end = { outcome: "ok", claims: { ...ada, groups: ["operators"] } };
    expect((await back(cookie)).location).toBe("/portal#refused=expired");
  });

  it("makes a link that can be opened for a minute", async () => {
    const openAfter = async (wait: number) => {
      const { location } = await signIn();
      api.clock.advance(wait);
      return (await open(location)).status;
    };
    expect([await openAfter(59_999), await openAfter(60_000)]).toEqual([201, 401]);
    // An unopened link isn't listed: nobody has used it yet.
    expect((await api.call("GET", "/v1/operator-keys")).body.items).toHaveLength(1);
  });

  it("ends with a session that can't outlive its configured time", async () => {
    const opened = await open((await signIn()).location);
    expect(opened.body).toMatchObject({ access: "manage", partner: "prt_operator" });
    const as = { authorization: `Bearer ${opened.body.key}` };
    api.clock.advance(8 * 3_600_000 - 1);
    expect((await api.call("GET", "/v1/me", undefined, as)).status).toBe(200);
    api.clock.advance(1);
    expect((await api.call("GET", "/v1/me", undefined, as)).status).toBe(401);
    expect((await api.call("GET", "/v1/operator-keys")).body.items).toEqual([]);
  });

  it("refuses more sessions than can exist", async () => {
    const link = { access: "read" as const, validUntil: api.clock.now() + 1, isFramed: false };
    for (let made = 0; made < mostPortalLinks; made += 1) await api.services.portalLinks.create("prt_operator", link);
    expect((await signIn()).location).toBe("/portal#refused=too-many");
  });

  it("ends a person's oldest session instead of using up the sessions of others", async () => {
    const sessionOf = async (email: string) => {
      end = { outcome: "ok", claims: { ...ada, email, groups: ["operators"] } };
      const opened = await open((await signIn()).location);
      // Stays below the limit of requests without a key.
      api.clock.advance(1_000);
      return { authorization: `Bearer ${opened.body.key}` };
    };
    const other = await sessionOf("grace@acme.example");
    const first = await sessionOf(ada.email);
    const second = await sessionOf(ada.email);
    for (let more = 2; more < mostSessionsOfOne; more += 1) await sessionOf(ada.email);
    const statusOf = async (as: { authorization: string }) => (await api.call("GET", "/v1/me", undefined, as)).status;
    expect(await Promise.all([other, first, second].map(statusOf))).toEqual([200, 200, 200]);
    const last = await sessionOf(ada.email);
    expect(await Promise.all([other, first, second, last].map(statusOf))).toEqual([200, 401, 200, 200]);
  });

  it("passes on why the identity provider failed, and logs it at most once a minute", async () => {
    end = { outcome: "refused", fault: "access_denied" };
    for (const _ of [1, 2]) expect((await signIn()).location).toBe("/portal#refused=refused");
    end = { outcome: "ok", claims: { ...ada, groups: ["others"] } };
    expect((await signIn()).location).toBe("/portal#refused=no-group");
    const lines = api.logger.lines.filter(({ event }) => event === "sign_in.refused");
    expect(lines.map(({ fields }) => fields)).toEqual([
      { reason: "refused", fault: "access_denied" },
      { reason: "no-group", fault: "1 groups" },
    ]);
  });

  it("counts towards the limit of requests without a key", async () => {
    const statuses = [];
    for (let sent = 0; sent < 601; sent += 1) statuses.push((await ask("/portal/sign-in")).status);
    expect([statuses[599], statuses[600]]).toEqual([302, 429]);
  });
});
