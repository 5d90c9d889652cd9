import axe from "axe-core";
import type { Page } from "playwright-core";

/** The policy of the page lets no script in; evaluation by the browser's debugger isn't bound by it. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  // Told what else it looked at, axe would work twice as long.
  const results = await page.evaluate(`axe.run({ resultTypes: ["violations"] })`);
  const { violations } = results as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 2).map(({ html, failureSummary }) => `${id} ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
  );
}
