import * as fc from "fast-check";
import { test } from "vitest";
import { targets } from "./targets.ts";

/**
 * The number of cases for the quickest target; `npm run fuzz -- --cases 1000000` runs more, and different ones each
 * time.
 */
const cases = 4_000;
/** The cases of the slowest target, which unpacks an archive each time. */
const fewest = 8;

test.each(targets)("$name", async ({ property, cost }) => {
  await fc.assert(property(), { numRuns: Math.max(fewest, Math.ceil(cases / cost)), seed: 17 });
});
