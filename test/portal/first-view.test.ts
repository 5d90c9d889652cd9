import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { apiFixture, operatorKey } from "../unit/api/api-fixture.ts";
import { ServedPortal } from "./support/served-portal.ts";

const served = new ServedPortal(apiFixture());

/** A phone-sized window in which requests to some addresses never get a response. */
async function phone(unanswered: RegExp): Promise<Page> {
  const page = await served.newPage({ width: 360, height: 740 });
  await page.route(unanswered, () => undefined);
  return page;
}

const frameOf = (page: Page) => page.evaluate("document.querySelector('.shell').outerHTML");

describe("the first view", () => {
  test("has the navigation and the heading before any script runs", async () => {
    const page = await phone(/\.js$/);
    await page.goto(`${served.url}/portal/deliveries#key=any`, { waitUntil: "commit" });
    await page.getByRole("heading", { level: 1, name: "Deliveries" }).waitFor();
    const here = page.getByRole("link", { name: "Deliveries" });
    expect(await here.getAttribute("aria-current")).toBe("page");
    // A script can read the elements, still without any style, before the browser has painted them.
    const paints = () => page.evaluate("performance.getEntriesByName('first-contentful-paint').length");
    await expect.poll(paints).toBe(1);
    // Painted with the style sheet, not with the browser's default style.
    const styled = await page.evaluate("getComputedStyle(document.querySelector('nav ul')).listStyleType");
    expect(styled).toBe("none");
  });

  test.each(["", "/keys", "/nowhere"])("is taken over unchanged by the application: /portal%s", async (path) => {
    const bare = await phone(/\.js$/);
    await bare.goto(`${served.url}/portal${path}`, { waitUntil: "commit" });
    await bare.getByRole("heading", { level: 1 }).waitFor();
    const brought = await frameOf(bare);

    const page = await phone(/\/v1\//);
    await page.addInitScript(
      "addEventListener('DOMContentLoaded', () => { globalThis.brought = document.querySelector('nav') })",
    );
    await page.goto(`${served.url}/portal${path}#key=any`);
    // The application names the tab after its page.
    await expect.poll(() => page.title()).toContain(" · ");
    expect(await page.evaluate("document.querySelector('nav') === brought")).toBe(true);
    expect(await frameOf(page)).toBe(brought);
  });

  test("asks the API before the application loads, and the application doesn't ask again", async () => {
    for (const unanswered of [/portal-main/, /no such address/]) {
      const page = await phone(unanswered);
      const asked: string[] = [];
      page.on("request", (request) => {
        if (request.url().includes("/v1/")) asked.push(new URL(request.url()).pathname);
      });
      await page.goto(`${served.url}/portal#key=${operatorKey}`, { waitUntil: "commit" });
      await expect.poll(() => asked.slice(0, 2)).toEqual(["/v1/me", "/v1/subscriptions"]);
      expect(page.url()).not.toContain("key");
      if (unanswered.source === "no such address") await page.getByText("No endpoints yet").waitFor();
      expect(asked.filter((path) => path === "/v1/me" || path === "/v1/subscriptions")).toHaveLength(2);
    }
  });

  test("leaves the sign-in page alone if the application was faster", async () => {
    const page = await phone(/no such address/);
    const signIn = page.locator(".sign-in");
    await page.route(/portal-first/, async (route) => {
      await signIn.waitFor();
      await route.continue();
    });
    // The event comes after all scripts have run.
    await page.goto(`${served.url}/portal`, { waitUntil: "load" });
    expect(await signIn.count()).toBe(1);
  });

  test("gives way to the sign-in page if the user isn't signed in", async () => {
    const page = await phone(/portal-main/);
    await page.goto(`${served.url}/portal/keys`, { waitUntil: "commit" });
    await expect.poll(() => page.getByRole("navigation").count()).toBe(0);
  });
});
