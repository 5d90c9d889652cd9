import { expect, test } from "vitest";
import { lookAt } from "./support/look-at.ts";
import { groundOfFile } from "./support/portal-ground.ts";

const ground = groundOfFile({ webhooks: 3 });

test("every page passes axe and fits its width", { timeout: 300_000 }, async () => {
  const { id: partner } = await ground.newPartner("Looked at");
  const { items: subscriptions } = await ground.api<{ items: { id: string }[] }>("GET", "/v1/subscriptions");
  const [subscription] = subscriptions;
  const path = `/v1/subscriptions/${subscription!.id}/deliveries?limit=1`;
  const { items: deliveries } = await ground.api<{ items: { event: string; instance: string }[] }>("GET", path);
  const [delivery] = deliveries;
  const ofEndpoint = `/endpoints/${subscription!.id}`;
  const own = ["", "/endpoints", "/endpoints/new", "/deliveries", "/events", "/pull", "/signature", "/alerts", "/keys"];
  const items = [ofEndpoint, `${ofEndpoint}/edit`, `${ofEndpoint}/deliveries/${delivery!.event}`];
  const event = `/events/${delivery!.instance}/${delivery!.event}`;
  const ofOperator = [
    "/audit",
    "/partners",
    `/partners/${partner}`,
    "/instances",
    "/instances/acme",
    "/completeness/acme",
  ];
  const page = await ground.open("", ground.operatorKey);
  const found: string[] = [];
  for (const address of [...own, ...items, event, ...ofOperator]) {
    await page.goto(`${ground.url}/portal${address}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    const name = address.replaceAll(/(sub|evt|prt)_\w+/g, "$1").replaceAll("/", "-") || "-overview";
    found.push(...(await lookAt(page, `page${name}`)));
  }
  await page.getByText(/^Feedhook \d+\.\d+\.\d+$/).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("API key").waitFor();
  found.push(...(await lookAt(page, "sign-in")));
  expect(found).toEqual([]);
});
