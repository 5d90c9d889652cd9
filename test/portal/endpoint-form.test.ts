import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lookAt } from "./support/look-at.ts";
import { inMenu } from "./support/open-menu.ts";
import { groundOfFile, type Partner } from "./support/portal-ground.ts";

let partner: Partner;
let fieldsOf: { readonly [schema: string]: readonly string[] } = {};

const config = { awsPrincipal: "arn:aws:iam::111122223333:root" };
const ground = groundOfFile({ config }, async (own) => {
  await own.api("PUT", "/v1/instances/second", { credentials: { clientId: "a", clientSecret: "b" } });
  partner = await own.newPartner("Fills in forms");
  await own.api("PATCH", `/v1/partners/${partner.id}`, { instances: ["acme", "second"] });
  const { components } = await own.api<{
    components: { schemas: { [name: string]: { properties: object } } };
  }>("GET", "/v1/openapi.json");
  fieldsOf = Object.fromEntries(
    ["SubscriptionInput", "SubscriptionPatch"].map((name) => [name, Object.keys(components.schemas[name]!.properties)]),
  );
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** What the page sends after `click`. */
async function sentBy(page: Page, method: string, click: () => Promise<void>): Promise<Record<string, unknown>> {
  const request = page.waitForRequest((one) => one.method() === method && one.url().includes("/v1/subscriptions"));
  await click();
  return (await request).postDataJSON() as Record<string, unknown>;
}

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

describe("the form of an endpoint", () => {
  test("offers every field of the API, for both create and update", async () => {
    const page = await ground.open("/endpoints/new", partner.key);
    await page.getByLabel("Delivery method").selectOption("push");
    await page.getByLabel("URL", { exact: true }).fill("http://127.0.0.1:9/all");
    await page.getByLabel("Name", { exact: true }).fill("Everything");
    await page.getByLabel("acme", { exact: true }).check();
    await page.getByLabel("Filter").fill('{ "subject": { "type": ["person"] } }');
    await page.getByLabel("Payload").selectOption("thin");
    await page.getByLabel("Also send baseline events").check();
    await page.getByLabel("Start disabled").check();
    await page.getByText("Delivery options").click();
    await page.getByLabel("Format").selectOption("cloudevents");
    await page.getByLabel("Maximum deliveries per second").fill("0.5");
    await page.getByLabel("Maximum concurrent deliveries").fill("3");
    await page.getByLabel("Response timeout in seconds").fill("20");
    await button(page, "Add header").click();
    await page.getByLabel("Header 1", { exact: true }).fill("x-api-key");
    await page.getByLabel("Value 1").fill("very secret");
    await page.getByLabel("Deliver in order").check();
    await page.getByLabel("Your own signing secret").fill(secret);
    expect(await lookAt(page, "endpoint-form-all")).toEqual([]);
    const input = await sentBy(page, "POST", () => button(page, "Add endpoint").click());
    // Webhooks have no destination.
    expect([...Object.keys(input), "destination"].sort()).toEqual([...fieldsOf["SubscriptionInput"]!].sort());
    await button(page, "I've copied it").click();
    await page.getByRole("heading", { name: "Everything" }).waitFor();

    await (await inMenu(page, "Edit endpoint", "link")).click();
    expect(await page.getByLabel("Maximum deliveries per second").inputValue()).toBe("0.5");
    await button(page, "Add header").click();
    await page.getByLabel("Header 2", { exact: true }).fill("x-tenant");
    await page.getByLabel("Value 2").fill("acme");
    await button(page, "Remove header 1").click();
    await page.getByLabel("Response timeout in seconds").fill("");
    const patch = await sentBy(page, "PATCH", () => button(page, "Save").click());
    // An endpoint's page has a button for its status; the others can't be changed.
    const notInForm = ["kind", "ordered", "status", "destination"];
    expect([...Object.keys(patch), ...notInForm].sort()).toEqual([...fieldsOf["SubscriptionPatch"]!].sort());
    expect(patch).toMatchObject({ headers: { "x-api-key": null, "x-tenant": "acme" }, timeoutSeconds: null });
    await page.getByRole("heading", { name: "Everything" }).waitFor();
    await page.getByText("x-tenant").waitFor();
  });

  test("keeps headers and limits when only the name changes", async () => {
    const { id } = await partner.call<{ id: string }>("POST", "/v1/subscriptions", {
      ...{ url: "http://127.0.0.1:9/named", eventTypes: ["*"], status: "disabled" },
      ...{ headers: { "x-api-key": "very secret" }, ratePerSecond: 5 },
    });
    const page = await ground.open(`/endpoints/${id}/edit`, partner.key);
    await page.getByLabel("Name", { exact: true }).fill("Renamed");
    const patch = await sentBy(page, "PATCH", () => button(page, "Save").click());
    expect(patch).toMatchObject({ description: "Renamed", ratePerSecond: 5 });
    expect(patch).not.toHaveProperty("headers");
    await page.getByRole("heading", { name: "Renamed" }).waitFor();
    await page.getByText("x-api-key").waitFor();
  });

  test("shows the API's errors beside their fields, and opens the options for them", async () => {
    const page = await ground.open("/endpoints/new", partner.key);
    await page.getByLabel("URL", { exact: true }).fill("http://127.0.0.1:9/refused");
    await page.getByText("Delivery options").click();
    await page.getByLabel("Response timeout in seconds").fill("90");
    await page.getByText("Delivery options").click();
    await button(page, "Add endpoint").click();
    const field = page.getByLabel("Response timeout in seconds");
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    expect(await field.isVisible()).toBe(true);
  });

  test("adds an endpoint with Ed25519, whose public key it shows, and sends no secret that was typed before", async () => {
    const page = await ground.open("/endpoints/new", partner.key);
    await page.getByLabel("URL", { exact: true }).fill("http://127.0.0.1:9/ed25519");
    await page.getByLabel("Start disabled").check();
    await page.getByText("Delivery options").click();
    await page.getByLabel("Your own signing secret").fill(secret);
    await page.getByLabel("Signature").selectOption("ed25519");
    expect(await page.getByLabel("Your own signing secret").count()).toBe(0);
    const input = await sentBy(page, "POST", () => button(page, "Add endpoint").click());
    expect(input).toMatchObject({ signing: "ed25519" });
    expect(input).not.toHaveProperty("secret");
    const dialog = page.getByRole("dialog", { name: "Endpoint added" });
    expect(await dialog.getByLabel("the public key", { exact: true }).textContent()).toMatch(/^whpk_/);
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByText("Ed25519 key, created").waitFor();
  });

  test("sends to a queue in AWS, and shows the commands that create its role", async () => {
    const page = await ground.open("/endpoints/new", partner.key);
    await page.getByLabel("Delivery method").selectOption("sqs");
    expect(await page.getByLabel("URL", { exact: true }).count()).toBe(0);
    await page.getByLabel("Queue URL").fill("https://sqs.eu-north-1.amazonaws.com/123456789012/orders");
    await page.getByLabel("Role ARN").fill("arn:aws:iam::999999999999:role/feedhook-destination-orders");
    await page.getByLabel("Name", { exact: true }).fill("Orders");
    await page.getByLabel("Start disabled").check();
    await page.getByText("Delivery options").click();
    expect(await page.getByLabel("Response timeout in seconds").count()).toBe(0);
    expect(await page.getByLabel("Signature").count()).toBe(0);
    await page.getByLabel("Maximum deliveries per second").fill("5");
    await button(page, "Add endpoint").click();
    const role = page.getByLabel("Role ARN");
    await expect.poll(() => role.getAttribute("aria-invalid")).toBe("true");
    await role.fill("arn:aws:iam::123456789012:role/feedhook-destination-orders");
    expect(await lookAt(page, "endpoint-form-sqs")).toEqual([]);
    const input = await sentBy(page, "POST", () => button(page, "Add endpoint").click());
    expect(input).toMatchObject({ kind: "sqs", ratePerSecond: 5, format: "envelope" });
    await page.getByRole("heading", { name: "Orders" }).waitFor();
    await page.getByText("Commands that create the role").click();
    const commands = await page.getByLabel("the commands", { exact: true }).textContent();
    expect(commands).toContain("aws cloudformation deploy --stack-name feedhook-destination-orders");
    expect(commands).toContain("arn:aws:iam::111122223333:root");
    expect(await lookAt(page, "endpoint-sqs")).toEqual([]);

    await (await inMenu(page, "Edit endpoint", "link")).click();
    await page.getByLabel("Queue URL").fill("https://sqs.eu-north-1.amazonaws.com/123456789012/other");
    const patch = await sentBy(page, "PATCH", () => button(page, "Save").click());
    expect(patch).toMatchObject({ destination: { target: expect.stringContaining("/other") }, ratePerSecond: 5 });
    expect(patch).not.toHaveProperty("url");
    await page.getByText("123456789012/other").first().waitFor();
  });

  test("adds a pull queue without an address, delivery options or a secret", async () => {
    const page = await ground.open("/endpoints/new", partner.key);
    await page.getByLabel("Delivery method").selectOption("pull");
    expect(await page.getByLabel("URL", { exact: true }).count()).toBe(0);
    expect(await page.getByText("Delivery options").count()).toBe(0);
    await page.getByLabel("Name", { exact: true }).fill("Fetched");
    await button(page, "Add endpoint").click();
    await page.getByRole("heading", { name: "Fetched" }).waitFor();
    await page.getByText("Pull queue: your code fetches events from Feedhook").waitFor();
  });
});
