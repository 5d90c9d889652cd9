import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readFoundBy } from "../../planted-bugs/found-by.ts";
import { plantedBugs } from "../../planted-bugs/planted-bugs.ts";
import { plantedBugsPage } from "../../planted-bugs/planted-bugs-page.ts";

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");

it.each(plantedBugs)("$name: its code is in the listed place, once", ({ file, code, instead }) => {
  expect(read(file).split(code).length - 1).toBe(1);
  expect(instead).not.toBe(code);
});

it("at least 60 bugs are planted, 25 of which need another fault, and each was found", () => {
  expect(plantedBugs.length).toBeGreaterThanOrEqual(60);
  expect(plantedBugs.filter(({ needs }) => needs !== undefined).length).toBeGreaterThanOrEqual(25);
  const found = readFoundBy();
  expect(plantedBugs.map(({ name }) => name).filter((name) => found[name] === undefined)).toEqual([]);
  expect(new Set(plantedBugs.map(({ name }) => name)).size, "names").toBe(plantedBugs.length);
});

it("docs/measurements/planted-bugs.md has the current list (npm run planted-bugs -- --write)", () => {
  expect(read("docs/measurements/planted-bugs.md")).toBe(plantedBugsPage(plantedBugs, readFoundBy()));
});
