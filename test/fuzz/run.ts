import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { targets } from "./targets.ts";

// `npm run fuzz -- --cases 1000000`: so many cases in all, with a new seed each time; `--seed` repeats a run.

const { values } = parseArgs({ options: { cases: { type: "string", default: "100000" }, seed: { type: "string" } } });
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const shares = targets.reduce((sum, { cost }) => sum + 1 / cost, 0);
let failed = false;
for (const { name, cost, property } of targets) {
  const numRuns = Math.ceil(Number(values.cases) / cost / shares);
  const begun = performance.now();
  const result = await fc.check(property(), { numRuns, seed });
  const took = Math.round((performance.now() - begun) / 1_000);
  console.log(`${result.failed ? "FAILED" : "ok"}  ${result.numRuns} cases in ${took} s: ${name}`);
  if (result.failed) console.log(fc.defaultReportMessage(result));
  failed ||= result.failed;
}
console.log(`seed ${seed}`);
process.exit(failed ? 1 : 0);
