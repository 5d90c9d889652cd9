import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { metricCatalogue } from "../../shared/kernel/metric-catalogue.ts";
import { glob } from "../support/glob.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const sources = glob("{shared,functions,infra}/**/*.ts", repository);

describe("the metric catalogue", () => {
  test("holds every recorded metric and no others, because its type refuses the rest", () => {
    const recorded = new Set<string>();
    for (const file of sources) {
      const text = readFileSync(`${repository}${file}`, "utf8");
      for (const [, name] of text.matchAll(/metrics\.record\(\s*"([^"]+)"/g)) recorded.add(name!);
    }
    expect([...recorded].sort()).toEqual(Object.keys(metricCatalogue).sort());
  });

  test.each(Object.keys(metricCatalogue))("names %s after its area", (name) => {
    expect(name).toMatch(/^[a-z_]+\.[a-z_]+$/);
  });
});
