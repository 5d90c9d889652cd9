import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lookAt } from "./support/look-at.ts";
import { type Partner, PortalGround } from "./support/portal-ground.ts";

const ground = new PortalGround();
let partner: Partner;
let endpoint = "";

beforeAll(async () => {
  const program = await ground.begin();
  await program.prints(/^✓ .+/gm, 60_000);
  partner = await ground.newPartner("Opens dialogs");
  const fields = { url: "http://127.0.0.1:9/hook", eventTypes: ["*"], status: "disabled" };
  ({ id: endpoint } = await partner.call<{ id: string }>("POST", "/v1/subscriptions", fields));
});

afterAll(() => ground.end());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

describe("Escape closes a dialog and returns the focus to its opener", () => {
  test.each(["Send example", "Rotate secret", "Delete endpoint"])("%s", async (name) => {
    const page = await ground.open(`/endpoints/${endpoint}`, partner.key);
    await button(page, name).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe(name);
    expect(ground.faults).toEqual([]);
  });

  test("the keyboard help", async () => {
    const page = await ground.open("/endpoints", partner.key);
    await page.getByRole("link", { name: "Add endpoint" }).first().focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Add endpoint");
    expect(ground.faults).toEqual([]);
  });
});

test("Escape keeps a secret that is shown once open, and says what to do", async () => {
  const page = await ground.open(`/endpoints/${endpoint}`, partner.key);
  await button(page, "Rotate secret").click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  const dialog = page.getByRole("dialog", { name: "New signing secret" });
  const secret = page.getByLabel("the secret", { exact: true });
  await secret.waitFor();
  // Chromium closes a dialog at the second Escape in a row, whatever the page does with the first.
  for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press("Escape");
  await dialog.getByRole("alert").waitFor();
  expect(await secret.textContent()).toMatch(/^whsec_/);
  expect(await dialog.isVisible()).toBe(true);
  expect(await lookAt(page, "secret-kept")).toEqual([]);
  await button(page, "I've copied it").click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe("Rotate secret");
  expect(ground.faults).toEqual([]);
});
