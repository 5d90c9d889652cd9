import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { glob } from "../../support/glob.ts";

const config = readFileSync("docs/.vitepress/config.ts", "utf8");
const pages = glob("docs/**/*.md")
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

test("the packages page names the CDK versions used in tests", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const page = readFileSync("docs/packages.md", "utf8");
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    if (["aws-cdk-lib", "constructs", "aws-cdk"].includes(name)) expect(page).toContain(` ${name}@${String(version)}`);
  }
});
