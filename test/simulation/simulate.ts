import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { restricted, runPlan } from "./bridge/run-plan.ts";
import { SeedProcess, type SeedResult } from "./bridge/seed-pool.ts";
import { shrink } from "./bridge/shrink.ts";

// `npm run simulate -- --seeds 1000 --from 1` runs that many histories of the whole bridge, in as many processes as
// there are cores. A seed that fails is shrunk, and the printed command shows the shrunk history again.

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    from: { type: "string", default: "1" },
    only: { type: "string" },
    without: { type: "string" },
    watch: { type: "string" },
    workers: { type: "string", default: String(availableParallelism()) },
  },
});
const [seeds, from] = [Number(values.seeds), Number(values.from)];
const listed = (text: string | undefined) =>
  text === undefined ? undefined : text.split(",").filter((one) => one !== "");

async function runAll(): Promise<readonly SeedResult[]> {
  const waiting = Array.from({ length: seeds }, (_, at) => from + at);
  const results: SeedResult[] = [];
  const workers = Array.from({ length: Math.min(Number(values.workers), seeds) }, async () => {
    const worker = new SeedProcess();
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const result = await worker.run(seed);
      results.push(result);
      if (result.violations.length > 0) console.log(`seed ${seed}: ${result.violations[0] ?? ""}`);
    }
    worker.stop();
  });
  await Promise.all(workers);
  return results;
}

/** Shows a history, whole or shrunk, with everything that happened in it. */
async function show(restriction: { only?: readonly number[]; without?: readonly string[] }): Promise<boolean> {
  const { violations, trace } = await runPlan(restricted(from, restriction), { watched: values.watch });
  console.log(trace.join("\n"));
  for (const violation of violations) console.log(`violated: ${violation}`);
  return violations.length === 0;
}

async function explain(seed: number, violation: string): Promise<void> {
  console.log(`\nseed ${seed} is being shrunk (up to a minute) …`);
  const { only = [], without = [] } = await shrink(seed, violation, 60_000);
  const { trace, violations } = await runPlan(restricted(seed, { only, without }));
  console.log(trace.slice(-200).join("\n"));
  for (const one of violations) console.log(`violated: ${one}`);
  // Either list may be empty. With a space instead of "=", what follows would be taken for its value.
  const left = `--only=${only.join(",")} --without=${without.join(",")}`;
  console.log(`\nnpm run simulate -- --seeds 1 --from ${seed} ${left}`);
}

const [only, without] = [listed(values.only)?.map(Number), listed(values.without)];
if (only !== undefined || without !== undefined || values.watch !== undefined) {
  const kept = await show({ ...(only && { only }), ...(without && { without }) });
  process.exit(kept ? 0 : 1);
}
const begun = performance.now();
const results = await runAll();
const failed = results
  .filter(({ violations }) => violations.length > 0)
  .toSorted((one, other) => one.seed - other.seed);
const sum = (of: (result: SeedResult) => number) => results.reduce((total, result) => total + of(result), 0);
const reported = `${sum(({ reported: events }) => events)} events, ${sum(({ dials }) => dials)} POSTs`;
console.log(
  `${seeds - failed.length} of ${seeds} seeds kept every promise (${reported}; ${Math.round((performance.now() - begun) / 1_000)} s)`,
);
const [first] = failed;
if (first !== undefined) await explain(first.seed, first.violations[0] ?? "");
process.exit(failed.length === 0 ? 0 : 1);
