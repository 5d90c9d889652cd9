import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { requestApi } from "../../infra/node/request-api.ts";
import { lookAt } from "./support/look-at.ts";
import { groundOfFile } from "./support/portal-ground.ts";

type PortalLink = { readonly url: string; readonly expiresAt: string };

let shortLived: PortalLink;
const ground = groundOfFile({}, async (own) => {
  const { call, id } = await own.newPartner("Comes late");
  // The shortest lifetime. The last test opens it after that.
  shortLived = await call<PortalLink>("POST", `/v1/partners/${id}/portal-links`, {
    ...{ access: "manage", expiresInSeconds: 30 },
  });
});

describe("keys", () => {
  test("that can't be decoded from the address are refused like any other wrong key", async () => {
    const page = await ground.open("", "%");
    await page.getByLabel("API key").waitFor();
  });

  test("are created with scopes, shown once, and end their users' session when revoked", async () => {
    const { id, key } = await ground.newPartner("Keeps keys");
    const page = await ground.open("/keys", key);
    await page.getByLabel("Name").fill("nightly import");
    await page.getByLabel("Scope").selectOption("read");
    await page.getByRole("button", { name: "Create key" }).click();
    const made = (await page.getByLabel("the key", { exact: true }).textContent()) ?? "";
    expect(await lookAt(page, "key-made")).toEqual([]);
    await page.getByRole("button", { name: "I've copied it" }).click();
    const row = page.getByRole("row").filter({ hasText: "nightly import" });
    await row.getByText("read", { exact: true }).waitFor();
    expect(await page.textContent("body")).not.toContain(made);
    const me = await requestApi(ground.url, made, "GET", "/v1/me");
    expect(me).toMatchObject({ key: { name: "nightly import", scopes: ["read"] }, partner: { id } });

    // A read-only user is offered nothing else.
    const reader = await ground.open("", made);
    await reader.getByText("No endpoints yet").waitFor();
    expect(await reader.getByRole("link", { name: "Add endpoint" }).count()).toBe(0);
    expect(await reader.getByRole("link", { name: "Audit log" }).count()).toBe(0);

    await page.getByRole("button", { name: "Revoke nightly import" }).click();
    expect(await lookAt(page, "key-revoke")).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await requestApi(ground.url, made, "GET", "/v1/me")).toMatchObject({ key: { name: "nightly import" } });
    await page.getByRole("button", { name: "Revoke nightly import" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await row.waitFor({ state: "detached" });
    await expect(requestApi(ground.url, made, "GET", "/v1/me")).rejects.toThrow(/401/);
    await reader
      .getByText("Your key or session isn't valid. Sign in again, or ask for a new link.")
      .waitFor({ timeout: 60_000 });
    await reader.getByLabel("API key").waitFor();

    // The audit log has the change, and no key's text.
    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByRole("cell", { name: "Revoke key" }).waitFor();
    expect(await page.textContent("body")).not.toContain(made);
  });

  test("are created for operators by an operator", async () => {
    const page = await ground.open("/keys", ground.operatorKey);
    await page.getByLabel("Name").fill("second operator");
    await page.getByLabel("Scope").selectOption("manage");
    await page.getByRole("button", { name: "Create key" }).click();
    const made = (await page.getByLabel("the key", { exact: true }).textContent()) ?? "";
    expect(await requestApi(ground.url, made, "GET", "/v1/me")).toMatchObject({ operator: true });
  });
});

test("another partner's address shows none of the other's data, and no actions on it", async () => {
  const [own, other] = [await ground.newPartner("Partner A"), await ground.newPartner("Partner B")];
  const body = { url: "http://127.0.0.1:9/of-other", eventTypes: ["*"], description: "Secret project" };
  const { id } = await other.call<{ id: string }>("POST", "/v1/subscriptions", body);
  const page = await ground.open("", own.key);
  await page.getByText("No endpoints yet").waitFor();
  const addresses = [
    `/endpoints/${id}`,
    `/endpoints/${id}/edit`,
    `/endpoints/${id}/deliveries/evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB`,
    "/events/acme/evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
    `/partners/${other.id}`,
    "/instances/acme",
  ];
  for (const address of addresses) {
    await page.goto(`${ground.url}/portal${address}`);
    await page.getByRole("alert").waitFor();
    expect(await page.textContent("body"), address).not.toMatch(/Secret project|of-other|Partner B/);
    for (const name of ["Delete endpoint", "Rotate secret", "Send ping", "Suspend partner", "Pause", "Create key"]) {
      expect(await page.getByRole("button", { name, exact: true }).count(), `${address} ${name}`).toBe(0);
    }
  }
  expect(await page.getByRole("link", { name: "Partners" }).count()).toBe(0);
  expect(await lookAt(page, "not-yours")).toEqual([]);
});

test("a portal link opens nothing once it has expired, and says so", async () => {
  const until = Date.parse(shortLived.expiresAt);
  while (Date.now() <= until) await sleep(until - Date.now() + 1);
  const [, token = ""] = shortLived.url.split("/portal");
  const page = await ground.open(token);
  await page.getByText("This link may have expired or already been used. Ask for a new one.").waitFor();
  await page.getByLabel("API key").waitFor();
  expect(page.url()).not.toContain("token");
  // It isn't configured.
  expect(await page.getByText("single sign-on").count()).toBe(0);
  expect(await lookAt(page, "link-expired")).toEqual([]);
});
