import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { costInputs, costMark, withCosts } from "../../bench/cost/cost-page.ts";

const page = readFileSync(new URL("../../../docs/deploy.md", import.meta.url), "utf8");

it("docs/deploy.md has the costs at today's prices, topology and assumptions (npm run bench:cost -- --write)", () => {
  expect(page).toContain(costMark(costInputs()));
});

it("finds the place of the costs, and keeps the rest of the page", () => {
  const [before, after] = page.split(/<!-- Made by test\/bench\/cost[^]*(?=<!-- End of the costs)/);
  expect(withCosts(page, "new\n")).toBe(`${before}new\n${after}`);
});
