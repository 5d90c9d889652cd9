import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requestApi } from "../../infra/node/request-api.ts";
import { freePort } from "../soak/free-port.ts";
import { folderOfFile } from "../support/temporary-folder.ts";
import { TestIssuer } from "../support/test-issuer.ts";
import { StartProgram } from "./support/start-program.ts";

const operatorKey = "7f3d9c1e5a8b2046d1f0c3b7e9a45821f6e0d2c4b8a79135e6f1d0c2b3a49587";
const ada = { name: "Ada Lovelace", email: "ada@acme.example", groups: ["staff", "feedhook admins"] };
const clientSecret = "the-client's-secret";

const issuer = new TestIssuer();
const directory = folderOfFile();
let program: StartProgram;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const file = (name: string, content: string) => {
    writeFileSync(join(directory, name), content, { mode: 0o600 });
    return join(directory, name);
  };
  const groups = { "feedhook readers": "read", "feedhook admins": "admin" };
  const signIn = { issuer: await issuer.listen(), clientId: issuer.clientId, groups, sessionHours: 2 };
  const config = {
    ...{ partnerUrl: "http://127.0.0.1:9", dataDir: join(directory, "data"), portalUrl: url, port, operatorKey },
    signIn: { ...signIn, clientSecretFile: file("client-secret", `${clientSecret}\n`) },
  };
  program = StartProgram.node("--config", file("feedhook.json", JSON.stringify(config)));
  await program.prints(/^API +(http:\S+)\/v1$/gm, 60_000);
});

afterAll(async () => {
  await program.kill();
  await issuer.close();
});

beforeEach(() => {
  Object.assign(issuer, { claims: ada, clientSecret, configuration: {}, denies: false, forges: false });
  issuer.faults.clear();
  issuer.asked.length = 0;
});

const get = (address: string, cookie = "") => fetch(address, { redirect: "manual", headers: { cookie } });
const locationOf = (response: Response) => response.headers.get("location") ?? "";
const cookieOf = (response: Response) => response.headers.get("set-cookie")?.split(";")[0] ?? "";

/** Signs in as a browser does, up to the address of the callback. */
async function askedToReturn() {
  const begun = await get(`${url}/portal/sign-in`);
  const back = locationOf(await get(locationOf(begun)));
  return { begun, back, cookie: cookieOf(begun) };
}

/** Signs in as a browser does. Resolves with the address that the portal is opened at. */
async function signIn(): Promise<string> {
  const { back, cookie } = await askedToReturn();
  return locationOf(await get(back, cookie));
}

/** Opens the portal as the page does. Resolves with the key of the session. */
async function openedWith(location: string) {
  const [, token = ""] = /^\/portal#token=(.+)$/.exec(location) ?? [];
  return (await requestApi(url, token, "POST", "/v1/portal-session")) as { key: string; expiresAt: string };
}

const api = <T>(method: string, path: string, body?: unknown, key = operatorKey) =>
  requestApi(url, key, method, path, body) as Promise<T>;
type Items = { readonly items: readonly Record<string, unknown>[] };

test("single sign-on that can't begin says so", async () => {
  issuer.faults.set("/.well-known/openid-configuration", "slow");
  const begun = await get(`${url}/portal/sign-in`);
  expect([begun.status, locationOf(begun)]).toEqual([302, "/portal#refused=unreachable"]);
  expect(begun.headers.get("set-cookie")).toBeNull();
});

describe("single sign-on", () => {
  test("signs a person in with the access of the person's groups, and the audit log shows the person", async () => {
    const { begun, back, cookie } = await askedToReturn();
    const asked = new URL(locationOf(begun)).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      ...{ response_type: "code", client_id: "feedhook", code_challenge_method: "S256", scope: "openid profile email" },
      redirect_uri: `${url}/portal/sign-in/callback`,
    });
    expect(begun.headers.get("set-cookie")).toMatch(
      /^feedhook-sign-in=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const ended = await get(back, cookie);
    expect(ended.headers.get("set-cookie")).toMatch(/^feedhook-sign-in=; Max-Age=0; Path=\//);
    expect([ended.headers.get("cache-control"), ended.headers.get("referrer-policy")]).toEqual([
      "no-store",
      "no-referrer",
    ]);
    const { key, expiresAt } = await openedWith(locationOf(ended));
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(1.9 * 3_600_000);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThan(2.1 * 3_600_000);
    expect(await api("GET", "/v1/me", undefined, key)).toMatchObject({
      ...{ operator: true, key: { name: ada.name, scopes: ["admin"] } },
    });

    const { id } = await api<{ id: string }>("POST", "/v1/partners", { name: "Acme" }, key);
    const { items: changes } = await api<Items>("GET", "/v1/audit");
    const person = { name: ada.name, email: ada.email };
    expect(changes.slice(0, 2)).toMatchObject([
      { operation: "createPartner", by: "operator", person },
      { operation: "openPortalSession", by: "operator", person },
    ]);
    await api("DELETE", `/v1/partners/${id}?confirm=${id}`);

    const { items: keys } = await api<Items>("GET", "/v1/operator-keys");
    const session = keys.find((one) => one["session"] === true);
    expect(session).toMatchObject({ name: ada.name, scopes: ["admin"], person, expiresAt });
    await api("DELETE", `/v1/operator-keys/${String(session?.["id"])}`);
    await expect(api("GET", "/v1/me", undefined, key)).rejects.toThrow(/401/);
    expect((await api<Items>("GET", "/v1/operator-keys")).items).toEqual([]);
  });

  test("gives readers no more than they may have", async () => {
    issuer.claims = { ...ada, groups: "feedhook readers" };
    const { key } = await openedWith(await signIn());
    expect(await api("GET", "/v1/me", undefined, key)).toMatchObject({ key: { scopes: ["read"] } });
    await expect(api("POST", "/v1/partners", { name: "Acme" }, key)).rejects.toThrow(/403/);
  });

  test("shows the page that it is offered", async () => {
    expect(await (await get(`${url}/portal`)).text()).toContain("<html data-sign-in ");
  });
});

describe("single sign-on refuses", () => {
  const cases: readonly [what: string, reason: string, change: () => void][] = [
    ["a person without a matching group", "no-group", () => (issuer.claims = { ...ada, groups: ["staff"] })],
    ["an email address that isn't verified", "no-email", () => (issuer.claims = { ...ada, email_verified: false })],
    ["another nonce", "invalid", () => (issuer.claims = { ...ada, nonce: "of another sign-in" })],
    ["a sign-in that the person cancelled", "refused", () => (issuer.denies = true)],
    ["a token endpoint that is slow", "unreachable", () => issuer.faults.set("/token", "slow")],
  ];
  test.each(cases)("%s", async (_, reason, change) => {
    change();
    expect(await signIn()).toBe(`/portal#refused=${reason}`);
  });

  test("an answer to another browser's sign-in", async () => {
    const [own, other] = [await askedToReturn(), await askedToReturn()];
    issuer.asked.length = 0;
    for (const cookie of ["", other.cookie, "feedhook-sign-in=1.x"]) {
      expect(locationOf(await get(own.back, cookie))).toBe("/portal#refused=expired");
    }
    // The time in the cookie can't be changed.
    const later = own.cookie.replace(/=\d+/, `=${Date.now() + 1_000}`);
    expect(locationOf(await get(own.back, later))).toBe("/portal#refused=expired");
    const forged = new URL(own.back);
    forged.searchParams.set("state", "of the attacker's choosing");
    expect(locationOf(await get(forged.href, own.cookie))).toBe("/portal#refused=expired");
    expect(issuer.asked).toEqual([]);
  });

  test("an answer that was used before", async () => {
    const { back, cookie } = await askedToReturn();
    expect(locationOf(await get(back, cookie))).toMatch(/^\/portal#token=/);
    expect(locationOf(await get(back))).toBe("/portal#refused=expired");
    expect(locationOf(await get(back, cookie))).toBe("/portal#refused=expired");
  });

  test("to send people where the request's Host says", async () => {
    const begun = await fetch(`${url}/portal/sign-in`, {
      redirect: "manual",
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    });
    expect(new URL(locationOf(begun)).searchParams.get("redirect_uri")).toBe(`${url}/portal/sign-in/callback`);
  });

  test("to log tokens, codes and secrets", async () => {
    const { back, cookie } = await askedToReturn();
    const location = locationOf(await get(back, cookie));
    expect(location).toMatch(/^\/portal#token=/);
    await program.prints(/sign_in\.refused/g, 10_000);
    const secrets = [
      new URL(back).searchParams.get("code"),
      cookie.split("=")[1],
      location.split("=")[1],
      clientSecret,
    ];
    for (const secret of [...secrets, "a secret of the issuer"]) {
      expect(secret).toBeTruthy();
      expect(program.output).not.toContain(secret);
    }
  });
});
