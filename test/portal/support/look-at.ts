import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { isThorough } from "../../support/thorough.ts";
import { axeFindings } from "./axe-findings.ts";

/** Pictures are kept here for people to look at; the folder is ignored by git. */
const screenshots = fileURLToPath(new URL("../../../.feedhook/screenshots/", import.meta.url));
/** A whole page's picture costs half of what looking at it costs: the gate keeps them, and whoever asks for them. */
const keepsPictures = isThorough || process.env["PICTURES"] !== undefined;

/** The page hears of its new size with the next frame, and what it does then shows with the one after. */
const nextFrames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))";

/** Looks at a page at three widths: returns what axe finds and where the page is wider than its window. */
export async function lookAtWidths(page: Page, name: string): Promise<string[]> {
  mkdirSync(screenshots, { recursive: true });
  const found: string[] = [];
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 850 });
    await page.evaluate(nextFrames);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) found.push(`${name} ${width}: ${overflow} px too wide`);
    found.push(...(await axeFindings(page)).map((finding) => `${name} ${width}: ${finding}`));
    if (keepsPictures) await page.screenshot({ path: `${screenshots}${name}-${width}.png`, fullPage: true });
  }
  return found;
}

/** Looks at a page in both schemes at three widths. The page is as it was afterwards. */
export async function lookAt(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await lookAtWidths(page, `${name}-${colorScheme}`)));
  }
  if (before !== null) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null });
  return found;
}
