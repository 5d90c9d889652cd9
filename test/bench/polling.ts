import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Comparison, compare } from "./polling/compare.ts";
import { OurPolling } from "./polling/ours.ts";
import { plotOf } from "./polling/plot.ts";
import { type Pattern, Population } from "./polling/population.ts";

/**
 * Detection delay at a request budget: the real scheduler on a virtual clock, beside uniform polling, exponential
 * backoff and the least that any schedule reaches with the same caps. Options: `--size 10000` for one number of owners,
 * `--interval 21.6` for one budget (as the interval of uniform polling, in hours) or `--rate 5` in requests per second,
 * `--seed 2`, `--cold` for journals whose history wasn't read, `--plot` to write docs/measurements/detection-delay.svg.
 */
const { values } = parseArgs({
  options: {
    size: { type: "string" },
    interval: { type: "string" },
    rate: { type: "string" },
    seed: { type: "string", default: "7" },
    cold: { type: "boolean", default: false },
    plot: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const sizes = values.size === undefined ? [10_000, 100_000, 1_000_000] : [Number(values.size)];
const budgets = values.interval === undefined ? [1, 21.6] : [Number(values.interval)];
const rates = values.rate === undefined ? [1, 5, 50] : [Number(values.rate)];
const patterns: readonly Pattern[] = ["poisson", "bursty"];
const hours = 3_600_000;

const seconds = (ms: number): string => (ms / 1_000).toFixed(0).padStart(7);
const header = ["owners", "interval", "changes", "uniform", "backoff", "ours", "optimum", "÷ opt", "× better"];

function print(one: Comparison): void {
  const { size, interval, pattern, uniform, backedOff, ours, best, run } = one;
  const name = `${size.toExponential(0).replace("e+", "e").padStart(6)}  ${`${Number(interval.toPrecision(3))} h`.padStart(8)}  ${pattern.padEnd(7)}`;
  const means = [uniform, backedOff, ours, best].map(({ mean }) => seconds(mean)).join("  ");
  const p99s = [uniform, backedOff, ours, best].map(({ p99 }) => seconds(p99)).join("  ");
  const ratios = `${(ours.mean / best.mean).toFixed(3).padStart(6)}  ${(uniform.mean / ours.mean).toFixed(2).padStart(6)}`;
  console.log(`${name}  mean ${means}  ${ratios}`);
  console.log(`${" ".repeat(name.length)}   p99 ${p99s}`);
  const { queries, entries, polls } = run.perTick;
  console.log(
    `${" ".repeat(name.length)}  ${((100 * run.spent) / run.granted).toFixed(1)} % of the granted requests spent, ` +
      `at most ${run.peak.toFixed(2)} × the budget in any 10 s`,
  );
  console.log(
    `${" ".repeat(name.length)}  per tick ${polls.toFixed(1)} polls, ${queries.toFixed(1)} Queries (at most ${run.mostQueries}), ${entries.toFixed(1)} index entries; ` +
      `${(100 * run.writes).toFixed(1)} % of polls wrote a level, caps × ${run.stretch.toFixed(1)}, ${one.took.toFixed(0)} s`,
  );
}

console.log(
  `mean and p99 delay in seconds; ${header.slice(3, 7).join(", ")}; then ours as a multiple of the optimum and uniform of ours`,
);
const all: Comparison[] = [];
for (const size of sizes) {
  const asked = values.interval === undefined && size === 10_000 ? rates.map((rate) => size / (rate * 3_600)) : [];
  for (const interval of values.rate === undefined ? [...budgets, ...asked] : asked) {
    for (const pattern of patterns) {
      const one = await compare({ size, interval, pattern, seed, history: !values.cold });
      all.push(one);
      print(one);
    }
  }
}

console.log("\nwork of a tick at 5 polls per second, whatever stands idle:");
for (const size of sizes) {
  const population = new Population(size, "poisson", seed);
  const { perTick, mostQueries } = await new OurPolling(population, {
    budget: 5,
    time: 2 * hours,
    tail: 0,
    history: true,
  }).run();
  const { queries, entries, polls } = perTick;
  console.log(
    `${size.toExponential(0).replace("e+", "e").padStart(6)} owners: ${polls.toFixed(1)} polls, ${queries.toFixed(1)} Queries (at most ${mostQueries}), ${entries.toFixed(1)} index entries`,
  );
}

if (values.plot) writeFileSync(new URL("../../docs/measurements/detection-delay.svg", import.meta.url), plotOf(all));
