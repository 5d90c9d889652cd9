import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Bill } from "../../bench/cost/bill.ts";
import { costInputs, costMark, costTables, withCosts } from "../../bench/cost/cost-page.ts";

const page = readFileSync(new URL("../../../docs/deploy.md", import.meta.url), "utf8");

it("docs/deploy.md has the costs at today's prices, topology and assumptions (npm run bench:cost -- --write)", () => {
  expect(page).toContain(costMark(costInputs()));
});

it("finds the place of the costs, and keeps the rest of the page", () => {
  const [before, after] = page.split(/<!-- Made by test\/bench\/cost[^]*(?=<!-- End of the costs)/);
  expect(withCosts(page, "new\n")).toBe(`${before}new\n${after}`);
});

it("names the prices' region, every line of at least ten cents, even a negative one, and the sum of the others", () => {
  const bill = new Bill();
  bill.add("function poll: GB seconds", -50_000, 0.00001);
  bill.add("bus: events", 1_000_000, 0.000001);
  bill.add("key", 1, 0.04);
  bill.add("canary", -1, 0.02);
  const text = costTables([{ what: "an event", dollars: 1, goal: 0.5 }], [{ title: "events", bill }]);
  expect(text).toContain("in us-east-1, without free tiers");
  expect(text).toContain("| an event | $1.00 | ≤ $0.50, missed |");
  expect(text.slice(text.indexOf("| events "), text.indexOf("Batches")).trim().split("\n").slice(2)).toEqual([
    "| bus: events | 1,000,000 | $1.00 |",
    "| function poll: GB seconds | -50,000 | -$0.50 |",
    "| less than ten cents each |  | $0.02 |",
  ]);
});
