import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { axeFindings } from "./axe-findings.ts";

/** Pictures are kept here for people to look at; the folder is ignored by git. */
export const screenshots = fileURLToPath(new URL("../../../.feedhook/screenshots/", import.meta.url));

/**
 * Looks at a page in both schemes at three widths: keeps a picture of each, and returns what axe finds and where the page is
 * wider than its window. The page is as it was afterwards.
 */
export async function lookAt(page: Page, name: string): Promise<string[]> {
  mkdirSync(screenshots, { recursive: true });
  const before = page.viewportSize();
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 850 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      const at = `${name} ${width} ${colorScheme}`;
      if (overflow > 0) found.push(`${at}: ${overflow} px too wide`);
      found.push(...(await axeFindings(page)).map((finding) => `${at}: ${finding}`));
      await page.screenshot({ path: `${screenshots}${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  if (before !== null) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null });
  return found;
}
