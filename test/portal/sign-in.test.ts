import { afterAll, expect, test } from "vitest";
import { freePort } from "../soak/free-port.ts";
import { TestIssuer } from "../support/test-issuer.ts";
import { lookAt } from "./support/look-at.ts";
import { groundOfFile } from "./support/portal-ground.ts";

const issuer = new TestIssuer();
const ada = { name: "Ada Lovelace", email: "ada@acme.example", groups: ["operators"] };
const ground = groundOfFile(async () => {
  const port = await freePort();
  // A public client, without a secret.
  const signIn = { issuer: await issuer.listen(), clientId: issuer.clientId, groups: { operators: "admin" } };
  const config = { portalUrl: `http://127.0.0.1:${port}`, signIn };
  return { config, argv: ["--port", String(port)], webhooks: 0 };
});
afterAll(() => issuer.close());

test("an operator signs in with single sign-on, and the portal shows who did what", async () => {
  const page = await ground.open("");
  await page.getByLabel("API key").waitFor();
  expect(await lookAt(page, "single-sign-on")).toEqual([]);

  issuer.claims = { ...ada, groups: ["others"] };
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await page.getByText("None of your groups has access to this portal.").waitFor();
  expect(page.url()).toBe(`${ground.url}/portal`);
  expect(await lookAt(page, "single-sign-on-refused")).toEqual([]);

  issuer.claims = ada;
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await page.getByText("Operator · Ada Lovelace").waitFor();
  expect(page.url()).toBe(`${ground.url}/portal`);

  await page.getByRole("link", { name: "Keys" }).click();
  const session = page.getByRole("row").filter({ hasText: "Ada Lovelace (single sign-on)" });
  await session.getByText("Ada Lovelace <ada@acme.example>").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("laptop");
  await page.getByLabel("Person (optional)").fill("Grace Hopper");
  await page.getByLabel("Person's email (optional)").fill("grace@acme.example");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "I've copied it" }).click();
  await page.getByRole("row").filter({ hasText: "laptop" }).getByText("Grace Hopper <grace@acme.example>").waitFor();
  expect(await lookAt(page, "keys-of-people")).toEqual([]);

  await page.getByRole("link", { name: "Audit log" }).click();
  const change = page.getByRole("row").filter({ hasText: "Create operator key" });
  await change.getByText("Operator, Ada Lovelace, ada@acme.example").waitFor();
});
