import type { Locator, Page } from "playwright-core";

/** A button or link of the page that may be in its menu, which is then open. */
export async function inMenu(page: Page, name: string, role: "button" | "link" = "button"): Promise<Locator> {
  const button = page.getByRole(role, { name, exact: true });
  await page.locator(".menu > summary").waitFor();
  if (!(await button.isVisible())) await page.locator(".menu > summary").click();
  return button;
}
