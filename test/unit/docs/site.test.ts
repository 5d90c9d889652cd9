import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const config = readFileSync("docs/.vitepress/config.ts", "utf8");
const pages = globSync("docs/**/*.md")
  .map((path) =>
    path
      .replace(/^docs/, "")
      .replace(/\.md$/, "")
      .replace(/README$/, ""),
  )
  .filter((page) => page !== "/index");

test.each(pages)("the site's sidebar leads to %s", (page) => {
  expect(config).toContain(`"${page}")`);
});
