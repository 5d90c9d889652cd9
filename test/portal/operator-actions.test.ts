import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import type { components } from "../../infra/api-client/api-types.ts";
import { PartnerClient } from "../e2e/support/partner-client.ts";
import { type Running, startProgram } from "../e2e/support/processes.ts";
import { folderOfFile } from "../support/temporary-folder.ts";
import { CrookedSource, hasItems } from "./support/crooked-source.ts";
import { faultOf } from "./support/fault-of.ts";
import { lookAt } from "./support/look-at.ts";
import { button, lookedAt, operatorCalls } from "./support/operator-calls.ts";
import { groundOfFile } from "./support/portal-ground.ts";
import { quickTimings } from "./support/quick-timings.ts";

type Schemas = components["schemas"];
type Credentials = { readonly name: string; readonly clientId: string; readonly clientSecret: string };

/** The longest time (ms) for a few rounds of reading on a busy machine. */
const whole = 180_000;

const dataDir = join(folderOfFile(), "data");
let sandbox: Running;
let credentials: Credentials;
let sandboxUrl = "";
let source: CrookedSource;
let client: PartnerClient;

const ground = groundOfFile(async () => {
  sandbox = await startProgram("test/e2e/support/sandbox-main.ts", [JSON.stringify({ seed: 11, records: 110 })]);
  const { url, instances } = JSON.parse(sandbox.ready) as { url: string; instances: [Credentials] };
  [credentials] = instances;
  sandboxUrl = url;
  source = new CrookedSource(url);
  client = await PartnerClient.connect(url, credentials.name, credentials.clientId, credentials.clientSecret);
  const partnerUrl = await source.listen();
  const config = { partnerUrl, dataDir, tick: 250, allowInsecureEndpoints: true, timings: quickTimings };
  return { config, webhooks: 0 };
});
afterAll(async () => {
  await source.close();
  await sandbox.kill("SIGTERM");
});

const { statusOf, readsUnderWay, removed, subjects, newCompany, resumeFailing } = operatorCalls(ground, () => client);

async function openInstance(query = ""): Promise<Page> {
  const page = await ground.open(`/instances/acme${query}`, ground.operatorKey);
  await page.getByRole("heading", { name: "acme", level: 1 }).waitFor();
  return page;
}

// One after the other, because the first connects what the others act on.
describe("an operator", { timeout: 600_000 }, () => {
  test("connects an instance: wrong credentials are refused with a reason, right ones are accepted, and progress shows", async () => {
    const page = await ground.open("", ground.operatorKey);
    await page.getByRole("link", { name: "Connect instance" }).click();
    const { clientId, clientSecret } = credentials;
    await page.getByLabel("Name").fill("acme");
    await page.getByLabel("Client ID").fill(clientId);
    await page.getByLabel("Client secret").fill("not the secret");
    await button(page, "Test credentials").click();
    await page.getByText(/The source rejects the credentials \(invalid_client\)/).waitFor({ timeout: whole });
    await page.getByLabel("Client secret").fill(clientSecret);
    await button(page, "Test credentials").click();
    const found = page.getByRole("region", { name: "Test results" });
    await found.getByText("The credentials can read (scope read)").waitFor({ timeout: whole });
    await found.getByText("All tested lists can be read.").waitFor();
    await found.getByText(/^Pages contain at most 1000 rows \(.*\/project\/timeline.*100 rows/).waitFor();
    await found.getByText("The source's clock agrees with Feedhook's.").waitFor();
    expect(await lookAt(page, "instance-credential-tested")).toEqual([]);
    await page.getByLabel("Client secret").fill("not the secret");
    await found.waitFor({ state: "detached" });
    expect((await ground.api<Schemas["InstancePage"]>("GET", "/v1/instances")).items).toEqual([]);
    await button(page, "Connect instance").click();
    await page.waitForURL(/\/portal\/instances\/acme$/);
    await page.getByText(/is denying Feedhook access: wrong client ID/).waitFor({ timeout: whole });
    await lookedAt(page, "instance-refused");
    await page.getByLabel("Client ID").fill(clientId);
    await page.getByLabel("Client secret").fill(clientSecret);
    await button(page, "Save credentials").click();
    await page.getByText(/is denying Feedhook access/).waitFor({ state: "detached", timeout: whole });
    // Five requests per second take a while for this many owners.
    await page
      .getByText(/^\d+ of \d+ lists \([1-9]\d* pages?\), documents read for \d+ of \d+ owners/)
      .waitFor({ timeout: whole });
    await page.getByText(/ owners \([1-9]\d* pages?\)/).waitFor({ timeout: whole });
    await page.getByText(/^Owners wait up to [\d,.]+ times as long as configured$/).waitFor({ timeout: whole });
    await lookedAt(page, "instance-first-contact");
    await page.getByRole("link", { name: "Instances" }).first().click();
    await page.getByText(/^\d+ of \d+ lists \([1-9]\d* pages?\), documents read for/).waitFor();
    expect(await lookAt(page, "instances-first-contact")).toEqual([]);
    await page.getByRole("link", { name: "acme", exact: true }).click();
    await page.getByLabel("Client ID").fill(clientId);
    await page.getByLabel("Client secret").fill(clientSecret);
    await page.getByLabel("Requests per second").fill("300");
    await button(page, "Save credentials").click();
    await page.getByText(/^300 per second|\(lowered from 300\)/).waitFor();
    await page.getByText("Complete", { exact: true }).waitFor({ timeout: whole });
    expect(await statusOf()).toMatchObject({ status: "active", baselineDone: true });
    expect(await page.textContent("body")).not.toContain(clientSecret);
  });

  test("pauses it and resumes it: nothing is read in between", async () => {
    const page = await openInstance("?feeds=all");
    await button(page, "Pause").click();
    await button(page, "Resume").waitFor();
    await page.getByText("Paused", { exact: true }).first().waitFor();
    const feeds = page.getByRole("table", { name: "Feeds" });
    await feeds.getByRole("cell", { name: "Paused" }).first().waitFor();
    await feeds.getByRole("cell", { name: "Active" }).first().waitFor({ state: "detached" });
    await lookedAt(page, "instance-paused");
    await page.getByRole("link", { name: "Companies: timeline, by created" }).click();
    await page.getByText("The instance is paused").waitFor();
    expect(await lookAt(page, "feed-of-paused-instance")).toEqual([]);
    await page.getByRole("link", { name: "resume the instance" }).click();
    const { id } = await newCompany("Made while paused");
    expect((await statusOf())?.status).toBe("paused");
    expect(await subjects()).not.toContain(id);
    await button(page, "Resume").click();
    await button(page, "Pause").waitFor();
    await expect.poll(subjects, { timeout: whole }).toContain(id);
  });

  test("rewinds it to the start and rebaselines it: no known record is published again", async () => {
    const page = await openInstance();
    const before = (await subjects()).length;
    for (const what of ["Rewind", "Rebaseline"]) {
      await button(page, what).click();
      const dialog = page.getByRole("dialog", { name: `${what} acme?` });
      await dialog.getByRole("button", { name: what }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText(`${what} started`, { exact: true }).first().waitFor();
    }
    const audit = await ground.api<{ items: { operation: string }[] }>("GET", "/v1/audit?limit=20");
    const operations = audit.items.map(({ operation }) => operation);
    expect(operations).toEqual(expect.arrayContaining(["rewindInstance", "rebaselineInstance"]));
    await page.getByText("Complete", { exact: true }).waitFor({ timeout: whole });
    await expect.poll(async () => (await statusOf())?.baselineDone, { timeout: whole }).toBe(true);
    expect((await subjects()).length).toBe(before);
  });

  test("sees where the request budget went, and follows a slow owner to its history", async () => {
    const page = await openInstance();
    const budget = page.locator(".card", { has: page.getByRole("heading", { name: "Request budget" }) });
    await budget.getByText("Requests granted").waitFor();
    await budget
      .getByText(/^[\d.,]+ per second$/)
      .first()
      .waitFor({ timeout: whole });
    const { total } = (await statusOf())?.budget ?? {};
    expect(total?.granted).toBeGreaterThan(100);
    expect(total?.used).toBeGreaterThan(100);
    const owners = page.getByRole("table", { name: "Owners waiting longest" });
    await expect.poll(async () => owners.getByRole("row").count(), { timeout: whole }).toBe(11);
    await lookedAt(page, "instance");
    await owners.getByRole("link").first().click();
    await page.getByRole("heading", { name: /^Documents of (Company|Person|Project) / }).waitFor();
    await page.getByRole("heading", { name: "Recent visits" }).waitFor();
    expect(await lookAt(page, "feed-of-owner")).toEqual([]);
  });

  test("sees in a feed's history what it found, why it fails, and that it works again", async () => {
    const { id } = await newCompany("Seen by its timeline");
    await expect.poll(subjects, { timeout: whole }).toContain(id);
    const page = await openInstance("?feeds=all");
    await page.getByLabel("Search").fill("companies: timeline, by created");
    await page.getByRole("link", { name: "Companies: timeline, by created" }).click();
    const history = page.getByRole("table", { name: "Recent visits" });
    await history.getByRole("row").filter({ hasText: "Read to the end" }).first().waitFor();
    await page.getByRole("img", { name: /^Recent visits: [1-9]\d* changes, \d+ failures?$/ }).waitFor();
    await faultOf(sandboxUrl, "500=1:1");
    await page.getByText("The source returned 500.").first().waitFor({ timeout: whole });
    await history.getByRole("row").filter({ hasText: "The source returned 500." }).first().waitFor();
    expect(await lookAt(page, "feed-fails")).toEqual([]);
    await faultOf(sandboxUrl, "");
    const again = history.getByRole("row").nth(1).filter({ hasText: "Read to the end" });
    // It may wait out a backoff.
    await button(page, "Retry now").click();
    await again.waitFor({ timeout: whole });
    await expect.poll(resumeFailing, { timeout: whole }).toBe(0);
    await button(page, "Pause").click();
    await page.getByText("Paused", { exact: true }).waitFor();
    await button(page, "Resume").click();
    await button(page, "Pause").waitFor();
  });

  test("finds an unreadable row on the overview, inspects it, retries it and discards it", async () => {
    source.spoil = (path, body) => {
      if (!path.includes("/company/cursor?") || !hasItems(body)) return body;
      return { ...body, items: [...body.items, { name: "A row without an id" }] };
    };
    const page = await ground.open("", ground.operatorKey);
    await page.getByText(/^acme: \d+ rows? in quarantine$/).waitFor({ timeout: whole });
    expect(await lookAt(page, "todo-quarantine")).toEqual([]);
    await page.getByRole("link", { name: "View acme" }).click();
    const table = page.getByRole("table", { name: "Quarantined rows" });
    const row = table.getByRole("row").filter({ hasText: "company-walk" });
    await row.getByRole("button").click();
    const dialog = page.getByRole("dialog", { name: "Quarantined row: no readable ID" });
    await dialog.getByText('"A row without an id"').waitFor();
    expect(await lookAt(page, "quarantined-row")).toEqual([]);
    await dialog.getByRole("button", { name: "Retry row" }).click();
    await page.getByText("The row will be retried the next time the feed is read").waitFor();
    source.spoil = (_, body) => body;
    for (;;) {
      const { items } = await ground.api<Schemas["QuarantinePage"]>("GET", "/v1/quarantine?instance=acme");
      if (items.length === 0) break;
      await table.getByRole("row").nth(1).getByRole("button").click();
      await dialog.getByRole("button", { name: "Discard row" }).click();
      await page.getByText("Row discarded").first().waitFor();
      await dialog.waitFor({ state: "detached" });
    }
    await table.waitFor({ state: "detached", timeout: whole });
  });

  test("approves held removals, and they are published", async () => {
    const gone: string[] = [];
    for (let count = 0; count < 24; count += 1) gone.push((await newCompany(`Soon gone ${count}`)).id);
    await expect.poll(subjects, { timeout: whole }).toEqual(expect.arrayContaining(gone));
    // Walks believe that a record is missing only once it is old enough. They would find some of these, and remove them
    // immediately as too few to be held. So would a walk during the deletions.
    await delay(quickTimings.candidateAge + 1_000);
    await ground.api("POST", "/v1/instances/acme/pause");
    await expect.poll(readsUnderWay, { timeout: whole }).toBe(0);
    for (const id of gone) await client.delete(`/company/${id}?mode=delete`);
    await ground.api("POST", "/v1/instances/acme/resume");
    const page = await ground.open("", ground.operatorKey);
    await page.getByText(/^acme: removals of companies need your decision \(\d+ /).waitFor({ timeout: whole });
    await page.getByRole("link", { name: "View acme" }).first().click();
    await page.getByText(/^Removals of companies are held because/).waitFor();
    await page.getByText(/^20 sample records to check in the source before you decide$/).click({ timeout: whole });
    // The others may be companies that an earlier test temporarily lost.
    await page
      .getByRole("listitem")
      .filter({ hasText: /^Soon gone \d+ company\/\S+$/ })
      .nth(9)
      .waitFor();
    expect(await lookAt(page, "held-removals")).toEqual([]);
    expect(await removed()).not.toContain("company.removed");
    await button(page, "Approve removals").click();
    await page.getByText(/^Removals approved\. Feedhook checks each record once more before/).waitFor();
    const reported = async () => (await removed()).filter((type) => type === "company.removed").length;
    await expect.poll(reported, { timeout: whole }).toBe(24);
    await page.getByText(/emovals of companies/).waitFor({ state: "detached", timeout: whole });
  });

  test("dismisses removals after the credentials lost access to records, and none is published", async () => {
    const { items } = await client.get("/person?limit=200");
    const ids = new Set(items.slice(-24).map(({ id }) => id));
    expect(ids.size).toBe(24);
    // A company's id is well-formed, and no person has it.
    source.hidden = { ids, instead: (await client.get("/company?limit=1")).items[0]?.id ?? "" };
    const page = await openInstance();
    await page.getByText(/^Removals of people are held because/).waitFor({ timeout: whole });
    source.hidden = { ids: new Set(), instead: "" };
    await button(page, "Dismiss removals").click();
    await page.getByText("Removals dismissed. Feedhook won't publish them.").waitFor();
    await page.getByText(/emovals of people/).waitFor({ state: "detached", timeout: whole });
    const { items: held } = await ground.api<Schemas["HeldRemovals"]>("GET", "/v1/removals?instance=acme");
    expect(held).toEqual([]);
    expect(await removed()).not.toContain("person.removed");
  });

  test("resends what a queue gave up on", async () => {
    const poison = await startProgram("test/e2e/support/poison-main.ts", [dataDir]);
    await poison.kill("SIGTERM");
    const page = await ground.open("", ground.operatorKey);
    const todo = page.getByText("1 message in the alerts queue couldn't be processed");
    await todo.waitFor({ timeout: whole });
    expect(await lookAt(page, "todo-dead-letters")).toEqual([]);
    await button(page, "Retry messages").click();
    await page.getByText("1 message queued for retry").waitFor();
    const { items } = await ground.api<{ items: { operation: string }[] }>("GET", "/v1/audit?limit=1");
    expect(items[0]?.operation).toBe("redriveQueue");
    await todo.waitFor({ state: "detached", timeout: whole });
  });
});
