import { expect, test } from "vitest";
import { hasRelease, withRelease } from "../../bench/compare/releases-page.ts";
import type { Result } from "../../bench/compare/result-text.ts";

const page = [
  "# Releases",
  "",
  "| version | date | commit | machine | start | pull |",
  "|---|---|---|---|---:|---:|",
  "| 0.1.0 | 2026-01-01 | abc | 2 cores | 1,200 | 0.5 |",
  "",
  "The end.",
].join("\n");

const pass = (cpuSeconds: number) => ({ units: 1_000, cpuSeconds, memory: { resident: 1, peak: 1 } });
const pull: Result = {
  ...{ name: "pull", unit: "event" },
  ...{ passes: [pass(0.4)], pairs: [{ now: pass(0.4), against: pass(0.5) }] },
};
const release = { version: "0.2.0", date: "2026-02-02", commit: "def", machine: "2 cores" };

test("a new release gets a line at the end of the table", () => {
  const lines = withRelease(page, release, [pull]).split("\n");
  expect(lines.slice(4)).toEqual([
    "| 0.1.0 | 2026-01-01 | abc | 2 cores | 1,200 | 0.5 |",
    "| 0.2.0 | 2026-02-02 | def | 2 cores |  | 0.4 (0.80 ×) |",
    "",
    "The end.",
  ]);
});

test("a release that is measured again keeps its place, and the figures of arms that weren't run", () => {
  const again = { ...release, version: "0.1.0" };
  const lines = withRelease(page, again, [{ ...pull, pairs: [] }]).split("\n");
  expect(lines[4]).toBe("| 0.1.0 | 2026-02-02 | def | 2 cores | 1,200 | 0.4 |");
  expect(lines).toHaveLength(page.split("\n").length);
});

test("an arm without a column, and a page without a table, are refused", () => {
  expect(() => withRelease(page, release, [{ ...pull, name: "idle" }])).toThrow("no column idle");
  expect(() => withRelease("# Releases", release, [pull])).toThrow("no table");
});

test("says whether a version has a line", () => {
  expect([hasRelease(page, "0.1.0"), hasRelease(page, "0.2.0")]).toEqual([true, false]);
});
