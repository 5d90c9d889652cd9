import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hintCeilings, withCeilings } from "../../bench/ceilings/ceilings-text.ts";
import { counted } from "../../bench/ceilings/counted.ts";

// Counting needs six seconds of CPU.
it("docs/scheduling.md has the ceilings of today's code, timings and topology (npm run bench:ceilings)", async () => {
  const page = readFileSync(new URL("../../../docs/scheduling.md", import.meta.url), "utf8");
  expect(withCeilings(page, await counted())).toBe(page);
});

it("the index partitions of hints take more hints than an instance could follow", () => {
  const { written, followed } = hintCeilings();
  expect(written).toBeGreaterThan(followed);
});
