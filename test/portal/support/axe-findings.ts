import axe from "axe-core";
import type { Page } from "playwright-core";

/** The page's policy blocks scripts, but not evaluation by the browser's debugger. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  // With details about everything else it checked, axe would take twice as long.
  const results = await page.evaluate(`axe.run({ resultTypes: ["violations"] })`);
  const { violations } = results as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 2).map(({ html, failureSummary }) => `${id} ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
  );
}
