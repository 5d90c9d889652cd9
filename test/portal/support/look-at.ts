import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { axeFindings } from "./axe-findings.ts";

/** Pictures are kept here for people to look at; git ignores the folder. */
const screenshots = fileURLToPath(new URL("../../../.feedhook/screenshots/", import.meta.url));
/** A picture of a whole page costs more than everything else here. */
const keepsPictures = process.env["PICTURES"] !== undefined;

/** The page learns its new size with the next frame, and shows the effect with the frame after that. */
const nextFrames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))";

const widths = [1280, 768, 360];
/** A page has the same elements at each width and in each scheme, so axe runs once per scheme, at the two extremes. */
const looks = [
  { colorScheme: "light", widths, axeAt: 1280 },
  { colorScheme: "dark", widths: keepsPictures ? widths : [360], axeAt: 360 },
] as const;

/**
 * Checks a page in both colour schemes and at three widths. Returns what axe finds, and where the page is wider than
 * its window. The page is unchanged afterwards.
 */
export async function lookAt(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const { colorScheme, widths: wide, axeAt } of looks) {
    await page.emulateMedia({ colorScheme });
    for (const width of wide) {
      const view = `${name}-${colorScheme}-${width}`;
      await page.setViewportSize({ width, height: 850 });
      await page.evaluate(nextFrames);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) found.push(`${view}: ${overflow} px too wide`);
      if (width === axeAt) found.push(...(await axeFindings(page)).map((finding) => `${view}: ${finding}`));
      if (keepsPictures) {
        mkdirSync(screenshots, { recursive: true });
        await page.screenshot({ path: `${screenshots}${view}.png`, fullPage: true });
      }
    }
  }
  if (before !== null) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null });
  return found;
}
