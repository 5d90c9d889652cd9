import { expect, test } from "vitest";
import { countsTable, digits, type Result, resultTable } from "../../bench/compare/result-text.ts";

const pass = (cpuSeconds: number, resident: number) => ({
  ...{ units: 1_000, cpuSeconds },
  memory: { resident, peak: resident + 10 },
});
const pairs = [
  { now: pass(1, 200), against: pass(2, 300) },
  { now: pass(3, 220), against: pass(2, 300) },
  { now: pass(2, 240), against: pass(2, 300) },
];
const result: Result = { ...{ name: "pull", unit: "event" }, pairs, passes: pairs.map(({ now }) => now) };

const cells = (table: string) =>
  table.split("\n").map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test("the table has both sides' figures, and their ratio with its spread", () => {
  expect(cells(resultTable([result], "abc"))).toEqual([
    [
      ...["arm", "per", "ms of CPU, now", "MB at the end, at most, now"],
      ...["ms of CPU, abc", "MB at the end, at most, abc", "now ÷ then"],
    ],
    ["---", "---", "---:", "---:", "---:", "---:", "---:"],
    ["pull", "event", "2 (1 to 3)", "220, 230", "2", "300, 310", "**1.00 (0.50 to 1.50)**"],
  ]);
});

test("without another version, the table has today's figures only", () => {
  const alone = { ...result, pairs: [] };
  expect(cells(resultTable([alone], undefined)).at(-1)).toEqual(["pull", "event", "2 (1 to 3)", "220, 230"]);
});

test("figures have three digits, small and large", () => {
  expect([0.012345, 1.2345, 1_234.5].map(digits)).toEqual(["0.0123", "1.23", "1,230"]);
});

test("counts are shown side by side, the most frequent first, and what is rare is left out", () => {
  expect(countsTable({ promises: 20, "JSON.parse": 2, rare: 0.001 }, { "JSON.parse": 30 })).toBe(
    "    2.000     30.000  JSON.parse\n   20.000      0.000  promises",
  );
  expect(countsTable({ promises: 20 }, undefined)).toBe("   20.000  promises");
});
