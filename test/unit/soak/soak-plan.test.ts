import { expect, test } from "vitest";
import { curvesSvg } from "../../soak/curves-svg.ts";
import { soakHtml, soakMarkdown } from "../../soak/soak-pages.ts";
import { soakPlan } from "../../soak/soak-plan.ts";
import { longestUndisturbed } from "../../soak/undisturbed.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";

const minute = 60_000;

test("an hour's plan kills every few minutes, takes the source away for ten, and leaves the last quarter a process that lives", () => {
  const randomness = new SeededRandomness(1);
  const plan = soakPlan(60, () => randomness.fraction());
  const kills = plan.filter(({ kind }) => kind === "kill").map(({ from }) => from);
  for (const [place, at] of kills.slice(1).entries()) {
    expect(at - kills[place]!).toBeGreaterThanOrEqual(3 * minute);
    expect(at - kills[place]!).toBeLessThanOrEqual(5 * minute);
  }
  expect(kills.length).toBeGreaterThanOrEqual(8);
  expect(Math.max(...kills)).toBeLessThan(45 * minute);
  expect(plan.filter(({ kind }) => kind === "source-down").map(({ from, until }) => until - from)).toEqual([
    10 * minute,
  ]);
  expect(new Set(plan.map(({ kind }) => kind)).size).toBe(7);
  expect(Math.max(...plan.map(({ until }) => until))).toBeLessThan(58 * minute);
});

test("the longest time without trouble is found between overlapping troubles", () => {
  const troubles = [
    { from: 50, until: 60 },
    { from: 10, until: 30 },
    { from: 20, until: 40 },
  ];
  expect(longestUndisturbed(0, 100, troubles)).toBe(40);
  expect(longestUndisturbed(0, 60, troubles)).toBe(10);
  expect(longestUndisturbed(12, 38, troubles)).toBe(0);
  expect(longestUndisturbed(0, Number.POSITIVE_INFINITY, troubles)).toBe(Number.POSITIVE_INFINITY);
});

test("the page draws a gap if nothing was measured, and escapes what it shows", () => {
  const samples = [1, 2, undefined, 4].map((memory, place) => ({ at: place * 1_000, values: { memory } }));
  const curve = { name: "memory", title: "Memory <of it>", unit: "B", divide: 1 };
  const svg = curvesSvg(samples, [curve], [{ kind: "kill", from: 1_000, until: 1_000 }]);
  const page = soakHtml([["a & b", "<c>"]], svg);
  const [, path = ""] = /<path d="([^"]+)"/.exec(page) ?? [];
  expect(path.match(/M/g)).toHaveLength(2);
  expect(page).toContain("a &amp; b");
  expect(page).toContain("Memory &lt;of it>");
  expect(page).not.toContain("<c>");
});

test("the docs page says what failed, or that nothing did", () => {
  const facts = [["Lost | invented", "0, 0"]] as const;
  const passed = soakMarkdown(facts, [], "soak.svg");
  expect(passed).toContain("The run passed.");
  expect(passed).toContain("| Lost \\| invented | 0, 0 |");
  expect(passed).toContain("](soak.svg)");
  const failed = soakMarkdown(facts, ["the store grew", "lost: a", "lost: b"], "soak.svg");
  expect(failed).toContain("- the store grew: 1\n- not published when the run ended: 2\n");
  expect(failed).not.toContain("The run passed");
});
