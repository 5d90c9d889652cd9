import { parseArgs } from "node:util";
import * as fc from "fast-check";
import type { Target } from "./target.ts";
import { targets } from "./targets.ts";

// `npm run fuzz -- --cases 1000000` runs that many cases in total, with a new seed each time. `--target words` runs the
// targets whose names contain these words; `--seed` and `--path` repeat a failed case that was printed.

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "100000" },
    target: { type: "string", default: "" },
    seed: { type: "string" },
    path: { type: "string" },
  },
});
const chosen = targets.filter(({ name }) => name.includes(values.target));
const shares = chosen.reduce((sum, { cost }) => sum + 1 / cost, 0);
const first = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);

/** Ms between two progress lines of a target. */
const progressPeriod = 20_000;
/** How many cases are made at a time, each batch with its own seed. */
const lot = 1_000;

/** The most characters in a report, because a case may be a megabyte long. */
const longestReport = 4_000;

const seconds = (since: number) => Math.round((performance.now() - since) / 1_000);

/** Whether all wanted cases passed. */
async function run({ name, property }: Target, wanted: number): Promise<boolean> {
  const [made, begun] = [property(), performance.now()];
  let [done, reported] = [0, begun];
  for (let seed = first; done < wanted; seed += 1) {
    const numRuns = Math.min(lot, wanted - done);
    const result = await fc.check(made, { numRuns, seed, ...(values.path !== undefined && { path: values.path }) });
    done += result.numRuns;
    if (result.failed) {
      console.log(`FAILED  after ${done} cases in ${seconds(begun)} s: ${name}`);
      console.log(fc.defaultReportMessage(result).slice(0, longestReport), result.errorInstance);
      console.log(
        `npm run fuzz -- --target ${JSON.stringify(name)} --seed ${seed} --path ${result.counterexamplePath ?? ""}`,
      );
      return false;
    }
    if (values.path !== undefined) break;
    if (performance.now() - reported > progressPeriod && done < wanted) {
      reported = performance.now();
      console.log(`    ${done} of ${wanted} cases in ${seconds(begun)} s: ${name}`);
    }
  }
  console.log(`ok  ${done} cases in ${seconds(begun)} s: ${name}`);
  return true;
}

let failed = chosen.length === 0;
for (const target of chosen) {
  const isHeld = await run(target, Math.ceil(Number(values.cases) / target.cost / shares));
  failed ||= !isHeld;
}
process.exit(failed ? 1 : 0);
