import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestApi } from "../../infra/node/request-api.ts";
import { StartProgram } from "../e2e/support/start-program.ts";
import { axeFindings } from "./support/axe-findings.ts";
import { launchBrowser } from "./support/browser.ts";
import { ChangeableEndpoint } from "./support/changeable-endpoint.ts";
import { lookAt, lookAtWidths } from "./support/look-at.ts";

const operatorKey = "820db92b0a8ec05d7865d9e49e392b39ead19cd65b6ca89d9a49a41f45c3f6c6";

let program: StartProgram;
let browser: Browser;
let url = "";
const endpoint = new ChangeableEndpoint();
const cleanups: (() => Promise<unknown>)[] = [];

const api = (method: string, path: string, body?: unknown) => requestApi(url, operatorKey, method, path, body);

beforeAll(async () => {
  program = StartProgram.node("--port", "0", "--operator-key", operatorKey);
  cleanups.push(() => program.kill());
  [, url = ""] = await program.prints(/^API +(http:\S+)\/v1$/gm, 60_000);
  await program.prints(/^✓ .+/gm, 60_000, 3);
  browser = await launchBrowser();
  cleanups.push(() => browser.close());
});

afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

/** A partner that may see acme, with a key. */
async function newPartner(name: string): Promise<{ id: string; key: string }> {
  const { id } = (await api("POST", "/v1/partners", { name, instances: ["acme"] })) as { id: string };
  const body = { name: "portal", scopes: ["admin"] };
  const { key } = (await api("POST", `/v1/partners/${id}/keys`, body)) as { key: string };
  return { id, key };
}

/** What went wrong in the browser; a refused request of the API is a state of the page and no fault. */
const faultsOf = new WeakMap<Page, string[]>();

async function open(path: string, key: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 850 }, ...options });
  cleanups.push(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  faultsOf.set(page, faults);
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      faults.push(message.text());
  });
  await page.goto(`${url}/portal${path}#key=${key}`);
  return page;
}

describe("a partner", () => {
  test("adds an endpoint, sees it fail and why, fixes it, and sends again what never arrived", async () => {
    const { key } = await newPartner("Acme CRM");
    const page = await open("", key);
    const address = await endpoint.listen();
    cleanups.push(() => endpoint.close());

    await page.getByRole("link", { name: "Add endpoint" }).click();
    await page.getByLabel("Address").fill(address);
    await page.getByRole("textbox", { name: "Name" }).fill("CRM import");
    await page.getByText(/of the last \d+ events/).waitFor();
    await page.getByRole("button", { name: "Add endpoint" }).click();
    expect(await page.getByLabel("the secret", { exact: true }).textContent()).toMatch(/^whsec_/);
    await page.getByRole("button", { name: "I've stored it" }).click();
    await page.getByRole("heading", { name: "CRM import" }).waitFor();
    const address2 = page.url();

    // The sandbox keeps changing, so that deliveries fail before long.
    await page.getByRole("link", { name: "Overview" }).click();
    const problem = page.getByRole("region", { name: "Current problems" });
    await problem.getByText("The endpoint failed with an error (500)").waitFor({ timeout: 60_000 });
    await problem.getByText(/\d+ deliver(y waits|ies wait) for it\./).waitFor({ timeout: 60_000 });
    await problem.getByRole("link", { name: "See why" }).click();
    await page.waitForURL(address2);
    await page.getByRole("link", { name: "Open delivery" }).click();
    await page.getByText("Look at the log of your server").first().waitFor();

    endpoint.status = 204;
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("Sending again").waitFor();
    await page.getByText("Delivered. It is sent again").first().waitFor({ timeout: 60_000 });

    await page.getByRole("link", { name: "CRM import" }).click();
    await page.getByRole("button", { name: "Count events" }).click();
    await page.getByText(/deliveries would be sent/).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "What was sent" }).waitFor();
    expect(endpoint.received.length).toBeGreaterThan(0);
    expect(faultsOf.get(page)).toEqual([]);
  });

  test("sees no data of another at the other's address", async () => {
    const [own, other] = [await newPartner("Own"), await newPartner("Other")];
    const body = { url: "http://127.0.0.1:9/of-other", eventTypes: ["*"], description: "Secret project" };
    const { id } = (await requestApi(url, other.key, "POST", "/v1/subscriptions", body)) as { id: string };
    const page = await open(`/endpoints/${id}`, own.key);
    await page.getByText("Not found").waitFor();
    for (const path of ["", "/endpoints", `/deliveries?endpoint=${id}`, `/partners/${other.id}`, "/instances/acme"]) {
      await page.goto(`${url}/portal${path}`);
      await page.waitForLoadState("networkidle");
      expect(await page.textContent("body")).not.toMatch(/Secret project|of-other/);
    }
    expect(await page.getByRole("link", { name: "Partners" }).count()).toBe(0);
  });

  test("makes a portal link, sees the session that it opened, and ends it", async () => {
    const { key } = await newPartner("Revokes");
    const page = await open("/keys", key);
    await page.getByText("No open links or sessions").waitFor();
    await page.getByRole("button", { name: "Create link" }).click();
    const link = (await page.getByLabel("the address", { exact: true }).textContent()) ?? "";
    expect(link).toMatch(/\/portal#token=fh_/);
    await page.getByRole("button", { name: "I've stored it" }).click();
    await page.getByText("Not opened yet").waitFor();
    const visitor = await (await browser.newContext()).newPage();
    cleanups.push(() => visitor.context().close());
    await visitor.goto(link);
    await visitor.getByText("No endpoint yet").waitFor();
    await page.reload();
    await page.getByRole("cell", { name: "Session" }).waitFor();
    expect(await lookAt(page, "portal-links")).toEqual([]);
    await page.getByRole("button", { name: /^Revoke key_/ }).click();
    await page.getByRole("dialog").getByText("End this session?").waitFor();
    await page.getByRole("button", { name: "Revoke it" }).click();
    await page.getByText("No open links or sessions").waitFor();
    await visitor.reload();
    await visitor.getByRole("button", { name: "Sign in" }).waitFor();
    expect(faultsOf.get(page)).toEqual([]);
  });

  test("comes by a portal link, which opens once", async () => {
    const { id } = await newPartner("Linked");
    const { url: link } = (await api("POST", `/v1/partners/${id}/portal-links`, { access: "read" })) as { url: string };
    const [, token = ""] = link.split("#token=");
    const context = await browser.newContext();
    cleanups.push(() => context.close());
    const page = await context.newPage();
    await page.goto(`${url}/portal#token=${token}`);
    await page.getByText("No endpoint yet").waitFor();
    expect(page.url()).not.toContain("token");
    expect(await page.getByRole("link", { name: "Add endpoint" }).count()).toBe(0);
    const second = await (await browser.newContext()).newPage();
    cleanups.push(() => second.context().close());
    await second.goto(`${url}/portal#token=${token}`);
    await second.getByText("This link has expired or was already used").waitFor();
  });

  test("learns from the sign-in page that a key is not valid", async () => {
    const page = await open("", "fh_not-a-key");
    await page.getByText("This key is no longer valid.").waitFor();
    expect(page.url()).not.toContain("fh_not");
  });

  test("finds its way by keyboard, and filters have an address", async () => {
    const page = await open("/endpoints", operatorKey);
    await page.getByRole("link", { name: "Sample subscriber of npm start" }).waitFor();
    await page.keyboard.press("j");
    expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-row"))).toBe(true);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("sample");
    await page.waitForURL(/\?search=sample$/);
    await page.reload();
    expect(await page.getByLabel("Search").inputValue()).toBe("sample");
  });
});

describe("an operator", () => {
  test("sees what a partner sees, and comes back", async () => {
    const { id } = await newPartner("Seen");
    const page = await open(`/partners/${id}`, operatorKey);
    await page.getByRole("button", { name: "As it sees it: Seen" }).click();
    await page.getByText("You see what Seen sees").waitFor();
    await page.getByText("No endpoint yet").waitFor();
    expect(await page.getByRole("link", { name: "Instances" }).count()).toBe(0);
    await page.getByRole("link", { name: "Endpoints" }).click();
    await page.waitForURL(new RegExp(`/portal/endpoints\\?as=${id}$`));
    const colleague = await open(`/endpoints?as=${id}`, operatorKey);
    await colleague.getByText("You see what Seen sees").waitFor();
    await page.getByRole("button", { name: "Back to the whole bridge" }).click();
    await page.getByRole("link", { name: "Instances" }).waitFor();
    expect(page.url()).toMatch(/\/portal\/endpoints$/);
    expect(faultsOf.get(page)).toEqual([]);
  });
});

describe("an address that names a partner", () => {
  test("shows a partner its own all the same, and an operator a way back if there is no such partner", async () => {
    const [own, other] = [await newPartner("Its own"), await newPartner("Not its own")];
    const page = await open(`/keys?as=${other.id}`, own.key);
    await page.getByText("Its own · portal").waitFor();
    await page.waitForURL(/\/portal\/keys$/);
    expect(await page.getByText("You see what").count()).toBe(0);
    const lost = await open("/endpoints?as=prt_none", operatorKey);
    await lost.getByRole("button", { name: "Back to the whole bridge" }).click();
    await lost.getByRole("link", { name: "Instances" }).waitFor();
    expect(lost.url()).toMatch(/\/portal\/endpoints$/);
  });
});

describe("every page", () => {
  test.each(["light", "dark"] as const)(
    "has nothing that axe finds and fits its width, %s",
    { timeout: 300_000 },
    async (colorScheme) => {
      const { id: partner } = await newPartner("Looked at");
      const { items: subscriptions } = (await api("GET", "/v1/subscriptions")) as { items: { id: string }[] };
      const [subscription] = subscriptions;
      const path = `/v1/subscriptions/${subscription!.id}/deliveries?limit=1`;
      const { items: deliveries } = (await api("GET", path)) as { items: { event: string; instance: string }[] };
      const [delivery] = deliveries;
      const ofEndpoint = `/endpoints/${subscription!.id}`;
      const own = [
        "",
        "/endpoints",
        "/endpoints/new",
        "/deliveries",
        "/events",
        "/pull",
        "/signature",
        "/alerts",
        "/keys",
        "/audit",
        "/components",
      ];
      const items = [ofEndpoint, `${ofEndpoint}/edit`, `${ofEndpoint}/deliveries/${delivery!.event}`];
      const event = `/events/${delivery!.instance}/${delivery!.event}`;
      const ofOperator = ["/partners", `/partners/${partner}`, "/instances", "/instances/acme"];
      const page = await open("", operatorKey, { colorScheme, reducedMotion: "reduce" });
      const found: string[] = [];
      for (const address of [...own, ...items, event, ...ofOperator]) {
        await page.goto(`${url}/portal${address}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForLoadState("networkidle");
        const name = address.replaceAll(/(sub|evt|prt)_\w+/g, "$1").replaceAll("/", "-") || "-overview";
        found.push(...(await lookAtWidths(page, `page${name}-${colorScheme}`)));
      }
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByLabel("API key").waitFor();
      found.push(...(await axeFindings(page)).map((finding) => `sign-in: ${finding}`));
      expect(found).toEqual([]);
      expect(faultsOf.get(page)).toEqual([]);
    },
  );
});
