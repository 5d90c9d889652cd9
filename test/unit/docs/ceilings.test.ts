import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withCeilings } from "../../bench/ceilings/ceilings-text.ts";

it("docs/scheduling.md has the ceilings of today's timings, budgets and topology (npm run bench:ceilings)", () => {
  const page = readFileSync(new URL("../../../docs/scheduling.md", import.meta.url), "utf8");
  expect(withCeilings(page)).toBe(page);
});
