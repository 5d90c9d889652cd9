import { expect, test } from "vitest";
import { KeepingEndpoint } from "./support/keeping-endpoint.ts";
import { lookAt } from "./support/look-at.ts";
import { groundOfFile } from "./support/portal-ground.ts";

const endpoint = KeepingEndpoint.ofFile();
// Circuits of new endpoints open like those of others.
const ground = groundOfFile({ config: { timings: { newEndpoint: 1 } }, webhooks: 3 });

test("a failing endpoint is one row with cause and start, which partner and operator acknowledge with a note", async () => {
  endpoint.status = 401;
  const partner = await ground.newPartner("Acme CRM");
  const settings = { url: `${endpoint.url}/hook`, eventTypes: ["*"], description: "CRM import" };
  const { id } = await partner.call<{ id: string }>("POST", "/v1/subscriptions", settings);
  const state = async () =>
    (await partner.call<{ endpoint: { state: string } }>("GET", `/v1/subscriptions/${id}`)).endpoint.state;
  await expect.poll(state, { timeout: 60_000, interval: 1_000 }).toBe("open");

  const operators = await ground.open("", ground.operatorKey);
  const row = operators.getByText(
    /^Acme CRM: CRM import has been failing since .+: the endpoint denied access \(401\)$/,
  );
  await row.waitFor({ timeout: 60_000 });
  await operators.getByText(/\d+ events? (is|are) undelivered\./).waitFor({ timeout: 60_000 });
  expect(await lookAt(operators, "overview-failing-operator")).toEqual([]);

  const page = await ground.open("", partner.key);
  await page.getByText(/^CRM import has been failing since/).waitFor();
  expect(await lookAt(page, "overview-failing-partner")).toEqual([]);
  await page.getByRole("button", { name: "Acknowledge" }).click();
  const dialog = page.getByRole("dialog", { name: "Acknowledge this failure" });
  await dialog.getByLabel("Note").fill("The new secret is deployed tonight.");
  expect(await lookAt(page, "acknowledge")).toEqual([]);
  await dialog.getByRole("button", { name: "Acknowledge" }).click();
  await page.getByText("Failure acknowledged").waitFor();
  await page.getByText(/Acknowledged using the API key "portal" .+: The new secret is deployed tonight\./).waitFor();
  expect(await lookAt(page, "overview-acknowledged-partner")).toEqual([]);

  // It leaves the operator's problems, but is still listed, one click from the endpoint.
  await operators.getByText("No problems").waitFor({ timeout: 60_000 });
  await operators
    .getByText(/Acknowledged using the API key "portal" .+: The new secret is deployed tonight\./)
    .waitFor();
  expect(await lookAt(operators, "overview-acknowledged-operator")).toEqual([]);
  await operators.getByRole("button", { name: "Withdraw acknowledgement" }).click();
  await operators.getByText("Acknowledgement withdrawn").waitFor();
  await operators.getByRole("link", { name: "CRM import" }).first().click();
  await operators.getByText("You are viewing the portal as Acme CRM").waitFor();
  await operators.getByText(/^This endpoint has been failing since/).waitFor();
  await operators.getByRole("button", { name: "Acknowledge" }).click();
  await operators.getByLabel("Note").fill("Called them");
  await operators.getByRole("dialog").getByRole("button", { name: "Acknowledge" }).click();
  await operators.getByText(/Acknowledged by an operator .+: Called them/).waitFor();
  expect(await lookAt(operators, "endpoint-acknowledged")).toEqual([]);

  // The acknowledgement ends together with the outage.
  endpoint.status = 204;
  await page.getByText("No endpoint problems").waitFor({ timeout: 90_000 });
});
