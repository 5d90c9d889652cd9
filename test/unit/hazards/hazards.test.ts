import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hazards } from "../../hazards/hazards.ts";
import { hazardsPage, titlesOf } from "../../hazards/hazards-page.ts";

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");

it("every hazard from 1 to 70 is listed once", () => {
  const numbers = hazards.map(({ number }) => number).toSorted((one, other) => one - other);
  expect(numbers).toEqual(Array.from({ length: 70 }, (_, position) => position + 1));
});

it.each(hazards)("hazard $number: its answer is in the listed place, and a test names it", (hazard) => {
  const { file, code, instead } = hazard;
  expect(read(file).split(code).length - 1, `${file} holds the answer's code`).toBe(1);
  expect(instead).not.toBe(code);
  expect(titlesOf(hazard).length, `${hazard.test} names hazard ${hazard.number}`).toBeGreaterThan(0);
});

it("docs/hazards.md has the current list (npm run hazards-page)", () => {
  expect(read("docs/hazards.md")).toBe(hazardsPage());
});
