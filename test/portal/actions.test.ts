import { describe, expect, test } from "vitest";
import { KeepingEndpoint } from "./support/keeping-endpoint.ts";
import { lookAt } from "./support/look-at.ts";
import { inMenu } from "./support/open-menu.ts";
import { groundOfFile } from "./support/portal-ground.ts";

const ground = groundOfFile({ webhooks: 3 });
const endpoint = KeepingEndpoint.ofFile();

/** A partner with access to acme, and one of its endpoints. */
async function newEndpoint(fields: object = {}) {
  const partner = await ground.newPartner("Acts");
  const address = "kind" in fields ? {} : { url: `${endpoint.url}/hook` };
  const body = { eventTypes: ["*"], ...address, ...fields };
  const { id } = await partner.call<{ id: string }>("POST", "/v1/subscriptions", body);
  return { ...partner, id };
}

test("on an endpoint's page, an example is sent with custom fields, and its response is shown", async () => {
  endpoint.status = 500;
  const { key, id } = await newEndpoint({ status: "disabled" });
  const page = await ground.open(`/endpoints/${id}`, key);
  await (await inMenu(page, "Send example")).click();
  const dialog = page.getByRole("dialog", { name: "Send example" });
  await dialog.getByLabel("Event type").selectOption("person.updated");
  await dialog.getByLabel("Override fields in the example's data").fill("[1]");
  await dialog.getByText("This isn't a JSON object").waitFor();
  await dialog.getByLabel("Override fields in the example's data").fill('{ "firstName": "Ada" }');
  await dialog.getByRole("button", { name: "Send example" }).click();
  await dialog.getByText("The endpoint returned an error (500)").waitFor();
  expect(await lookAt(page, "send-example")).toEqual([]);
  endpoint.status = 204;
  // One example per second: an earlier second one is refused.
  const sendAgain = async () => {
    await dialog.getByRole("button", { name: "Send example" }).click();
    await dialog.getByRole("button", { name: "Send example", disabled: false }).waitFor();
    return dialog.getByText("Delivered", { exact: true }).count();
  };
  await expect.poll(sendAgain, { timeout: 60_000, interval: 500 }).toBe(1);
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByText("(example)").first().waitFor();
  await page.getByRole("row").filter({ hasText: "(example)" }).first().getByRole("link").click();
  await page.getByRole("heading", { name: "Example" }).first().waitFor();
  expect(await page.getByRole("button", { name: "Resend event" }).count()).toBe(0);
});

test("an endpoint's page counts its events by hour", async () => {
  endpoint.status = 204;
  const { key, id, call } = await newEndpoint();
  const hours = async () =>
    (await call<{ hours: { delivered: number; digest: string }[] }>("GET", `/v1/subscriptions/${id}/completeness`))
      .hours;
  await expect.poll(hours, { timeout: 60_000, interval: 1_000 }).not.toEqual([]);
  // The counts stay as they are.
  await call("PATCH", `/v1/subscriptions/${id}`, { status: "disabled" });
  const page = await ground.open(`/endpoints/${id}`, key);
  await page.getByRole("button", { name: "Count the last 24 hours" }).click();
  const table = page.getByRole("table", { name: "Events by hour" });
  await table.waitFor();
  expect(await lookAt(page, "completeness")).toEqual([]);
  const [hour] = await hours();
  expect(await table.textContent()).toContain(hour?.digest.slice(0, 12));
  await page.getByRole("button", { name: "Count by reason" }).click();
  const unwanted = page.getByRole("table", { name: "Unwanted events by reason" });
  await unwanted.getByText("The event is older than the endpoint").waitFor();
  expect(await lookAt(page, "unwanted")).toEqual([]);
});

test("on the deliveries page, filters are kept in the address, and selected or all matching deliveries are counted and resent", async () => {
  endpoint.status = 404;
  const { key, id, call } = await newEndpoint();
  const failed = async () => {
    const path = `/v1/subscriptions/${id}/deliveries?status=4xx`;
    return (await call<{ items: unknown[] }>("GET", path)).items.length;
  };
  await expect.poll(failed, { timeout: 60_000, interval: 1_000 }).toBeGreaterThan(1);
  const page = await ground.open("/deliveries", key);
  await page.getByLabel("Last result").selectOption("5xx");
  await page.waitForURL(/answer=5xx/);
  await page.getByText("No matching deliveries").waitFor();
  await page.getByLabel("Last result").selectOption("4xx");
  await page.getByText("The server has no POST route at this path (404)").first().waitFor();
  // The API rejects half a record, so the page asks for one only when it is complete.
  await page.getByLabel("Record").pressSequentially("person");
  for (let reads = 0; reads < 2; reads += 1) {
    const read = await page.waitForRequest(/\/deliveries\?/);
    expect(read.url()).not.toContain("subject=");
  }
  await page.getByLabel("Record").pressSequentially("/none");
  await page.getByLabel("Record").press("Enter");
  await page.waitForURL(/subject=person%2Fnone/);
  await page.getByText("No matching deliveries").waitFor();
  await page.getByLabel("Record").fill("");
  await page.getByLabel("Record").press("Enter");
  await page.getByLabel("Detected from").fill("2020-01-01T00:00");
  await page.waitForURL(/since=20\d\d-\d\d-\d\dT/);
  await page.reload();
  expect(await page.getByLabel("Last result").inputValue()).toBe("4xx");
  expect(await page.getByLabel("Detected from").inputValue()).toBe("2020-01-01T00:00");

  endpoint.status = 204;
  await page
    .getByLabel(/^Select evt_/)
    .first()
    .check();
  await page.getByRole("button", { name: "Resend selected (1)" }).click();
  const dialog = page.getByRole("dialog", { name: "Resend deliveries" });
  await dialog.getByText("Feedhook will resend 1 delivery to").waitFor();
  expect(await lookAt(page, "send-again")).toEqual([]);
  await dialog.getByRole("button", { name: "Resend deliveries" }).click();
  await dialog.getByText("1 of 1 sent. Done.").waitFor({ timeout: 60_000 });
  await dialog.getByRole("button", { name: "Close" }).click();

  // Retries may have delivered all failed ones by now. Arrived ones can be resent too.
  await page.getByLabel("Last result").selectOption("");
  await page.getByRole("button", { name: "Resend all matching" }).click();
  await dialog.getByText(/Feedhook will resend \d+ deliver(y|ies)/).waitFor();
  await dialog.getByRole("button", { name: "Resend deliveries" }).click();
  await dialog.getByText(/sent\. Done\./).waitFor({ timeout: 60_000 });
  await expect.poll(() => endpoint.keptAt("/hook").length, { timeout: 60_000 }).toBeGreaterThan(1);
});

test("on a phone, delivery filters are behind a button, unless the address has some", async () => {
  const { key } = await newEndpoint();
  const page = await ground.open("/deliveries", key);
  await page.getByLabel("Last result").waitFor();
  expect(await page.getByRole("button", { name: "More filters" }).isVisible()).toBe(false);
  await page.setViewportSize({ width: 360, height: 850 });
  await page.getByLabel("Last result").waitFor({ state: "hidden" });
  await page.getByLabel("Search").waitFor();
  expect(await lookAt(page, "deliveries-few-filters")).toEqual([]);
  await page.getByRole("button", { name: "More filters", expanded: false }).click();
  await page.getByLabel("Last result").selectOption("5xx");
  await page.waitForURL(/answer=5xx/);
  await page.reload();
  await page.getByRole("button", { name: "More filters", expanded: true }).waitFor();
  await page.getByLabel("Last result").waitFor();
  expect(await lookAt(page, "deliveries-all-filters")).toEqual([]);
});

test("charts on the overview, in the list and on the endpoint's page show what was sent, and follow the colour scheme", async () => {
  endpoint.status = 204;
  const { key, id, call } = await newEndpoint({ description: "Charted" });
  const slots = async () => {
    const path = `/v1/subscriptions/${id}/statistics`;
    return (await call<{ slots: unknown[] }>("GET", path)).slots.length;
  };
  await expect.poll(slots, { timeout: 60_000, interval: 1_000 }).toBeGreaterThan(0);
  const page = await ground.open("", key);
  // The endpoint is young, so its charts start with it, whatever the range.
  await page.getByLabel("Range").selectOption("30 days");
  await page.waitForURL(/range=30d/);
  await page.getByText(/^Since [^:]*\d\d:\d\d: [\d,]+ of [\d,]+ attempts? got a 2xx response\.$/).waitFor();
  await page.getByText(/^Slowest 10 minutes since [^:]*\d\d:\d\d: 95% of responses within \d+ ms/).waitFor();
  await expect.poll(() => page.locator("canvas").count()).toBe(2);
  await page.getByRole("img", { name: /^Attempts since [^:]*\d\d:\d\d: none failed$/ }).waitFor();
  expect(await lookAt(page, "overview-charts")).toEqual([]);
  await page.getByRole("button", { name: "Health" }).click();
  await page.getByRole("button", { name: "Health ↑" }).click();
  await page.waitForURL(/sort=Endpoints%3A-Health/);
  await page.reload();
  await page.getByRole("button", { name: "Health ↓" }).waitFor();
  await page.getByRole("link", { name: "Charted" }).click();
  await page.getByRole("heading", { name: "Response time" }).waitFor();
  expect(await lookAt(page, "endpoint-charts")).toEqual([]);
});

describe("on the pull page", () => {
  test("waiting events are fetched for inspection, and leave the list once they are acknowledged", async () => {
    const { key, id, call } = await newEndpoint({ kind: "pull", description: "Warehouse queue" });
    const waiting = async () => {
      const path = `/v1/subscriptions/${id}`;
      const { endpoint: found } = await call<{ endpoint: { backlog: { waiting: number } } }>("GET", path);
      return found.backlog.waiting;
    };
    await expect.poll(waiting, { timeout: 60_000, interval: 1_000 }).toBeGreaterThan(0);
    const page = await ground.open("/pull", key);
    await page.getByRole("heading", { name: "Warehouse queue" }).waitFor();
    await page.getByText(/^\d+ events?$/).waitFor();
    await page.getByRole("button", { name: "Fetch 20 events" }).click();
    const rows = page.getByRole("button", { name: /^Acknowledge evt_/ });
    await rows.first().waitFor();
    expect(await lookAt(page, "pull")).toEqual([]);
    const before = await rows.count();
    await rows.first().click();
    await page.getByText(/^\d+ events? acknowledged$/).waitFor();
    await expect.poll(() => rows.count()).toBe(before - 1);
    await page.getByRole("link", { name: "View endpoint" }).click();
    await page.getByText("Pull queue: your code fetches events from Feedhook").waitFor();
  });

  test("an empty page says how to create a queue", async () => {
    const { key } = await newEndpoint({ status: "disabled" });
    const page = await ground.open("/pull", key);
    await page.getByText("No pull queues yet").waitFor();
    expect(await lookAt(page, "pull-empty")).toEqual([]);
  });
});
