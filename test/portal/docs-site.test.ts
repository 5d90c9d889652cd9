import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeServer, listenLocally } from "../support/local-server.ts";
import { folderOfFile } from "../support/temporary-folder.ts";
import { launchBrowser } from "./support/browser.ts";

const site = folderOfFile();
const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://docs.test");
  const name = extname(pathname) === "" ? `${pathname === "/" ? "/index" : pathname}.html` : pathname;
  try {
    const content = readFileSync(join(site, name));
    response.writeHead(200, { "content-type": types[extname(name)] ?? "application/octet-stream" }).end(content);
  } catch {
    response.writeHead(404).end();
  }
});
let browser: Browser;
let url = "";

beforeAll(async () => {
  // A dead link between pages fails it.
  const argv = ["node_modules/vitepress/bin/vitepress.js", "build", "docs", "--outDir", site];
  await promisify(execFile)(process.execPath, argv);
  url = await listenLocally(server);
  browser = await launchBrowser();
}, 300_000);
afterAll(async () => {
  await browser.close();
  await closeServer(server);
});

const diagramsIn = (file: string) => readFileSync(file, "utf8").split("```mermaid").length - 1;

test("each diagram of a page is drawn in both colour schemes", async () => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`${url}/architecture`);
  const diagrams = diagramsIn("docs/architecture.md");
  expect(diagrams).toBeGreaterThan(5);
  await expect.poll(() => page.locator(".diagram svg").count(), { timeout: 60_000 }).toBe(diagrams);
  expect(await page.locator("text=flowchart LR").count()).toBe(0);
  const before = await page.locator(".diagram").first().innerHTML();
  await page.locator(".VPSwitchAppearance").first().click();
  await expect.poll(() => page.locator(".diagram").first().innerHTML(), { timeout: 60_000 }).not.toBe(before);
  expect(errors).toEqual([]);
});

test("the search finds a page by a word in it", async () => {
  const page = await browser.newPage();
  await page.goto(`${url}/`);
  await page.locator("#local-search button").click();
  await page.locator("#localsearch-input").fill("Litestream");
  await expect.poll(() => page.locator("#localsearch-list a").count(), { timeout: 60_000 }).toBeGreaterThan(0);
  expect(await page.locator("#localsearch-list a").first().getAttribute("href")).toContain("/single-node");
});

/** What users type, and the pages that may come first. */
const queries: readonly (readonly [query: string, ...pages: string[]])[] = [
  ["retry schedule", "partner-guide"],
  ["401", "partner-guide", "tutorial", "receivers/", "cli"],
  ["dedupe", "partner-guide", "receivers/"],
  ["duplicate events", "partner-guide", "receivers/"],
  ["missed event", "partner-guide"],
  ["webhook not arriving", "partner-guide"],
  ["verify signature", "partner-guide", "receivers/", "cli"],
  ["rotate secret", "partner-guide"],
  ["ordering", "partner-guide", "events"],
  ["filter by field", "partner-guide"],
  ["pull queue", "partner-guide"],
  ["cloudevents", "partner-guide"],
  ["timeout", "partner-guide"],
  ["python", "receivers/", "packages"],
  ["localhost", "tutorial", "cli"],
  ["slack", "partner-guide"],
  ["gdpr", "operator-guide", "events"],
  ["backup", "single-node"],
  ["iam permissions", "deploy"],
  ["held removals", "operator-guide", "runbook"],
];

test("the search finds first what users ask for", async () => {
  const page = await browser.newPage();
  await page.goto(`${url}/`);
  await page.locator("#local-search button").click();
  const results = page.locator("#localsearch-list a");
  const found: string[] = [];
  for (const [query, ...pages] of queries) {
    await page.locator("#localsearch-input").fill("");
    await expect.poll(() => results.count(), { timeout: 60_000 }).toBe(0);
    await page.locator("#localsearch-input").fill(query);
    const first = await results
      .first()
      .getAttribute("href", { timeout: 10_000 })
      .catch(() => "nothing");
    if (!pages.some((one) => first?.startsWith(`/${one}`))) found.push(`${query}: ${first}`);
  }
  expect(found).toEqual([]);
});
