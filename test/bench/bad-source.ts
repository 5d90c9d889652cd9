import { cpus } from "node:os";
import { parseArgs } from "node:util";
import * as z from "zod";
import { badWorld, type WorldFigures } from "./bad-source/bad-world.ts";
import { benchTimings } from "./bad-source/bench-timings.ts";
import { missedGoals } from "./bad-source/goals.ts";

/**
 * The whole bridge against a misbehaving source: a sandbox that fails a share of its responses. Each world starts with
 * an empty data directory and has the same records, seed and request budget: first contact, then live changes, then an
 * outage with changes during it. The exit code is 1 if a world misses a goal of
 * docs/measurements/benchmarks.md#a-source-that-misbehaves.
 *
 * `--rates 0,15` picks worlds by the share of faulty responses in percent, `--workers 1,3` by the number of workers,
 * and `--timings real` takes the default timings. `--outage 600` is in seconds.
 */
const { values } = parseArgs({
  options: {
    rates: { type: "string", default: "0,2,5,15,35" },
    workers: { type: "string", default: "3" },
    timings: { type: "string", default: "short" },
    rounds: { type: "string", default: "1" },
    records: { type: "string", default: "240" },
    "requests-per-second": { type: "string", default: "40" },
    outage: { type: "string" },
    seed: { type: "string", default: "1" },
    "one-live-token": { type: "boolean", default: false },
    /** First contact may take this many times as long as without faults. */
    patience: { type: "string", default: "8" },
  },
});
const numbers = (text: string) => text.split(",").map(Number);
// The world without faults comes first, because the others are compared with it.
const rates = numbers(values.rates).toSorted((one, other) => one - other);
const given = benchTimings[z.enum(["short", "real"]).parse(values.timings)];
const bench = { ...given, outage: values.outage === undefined ? given.outage : Number(values.outage) * 1_000 };
const [records, requestsPerSecond, rounds] = [values.records, values["requests-per-second"], values.rounds].map(Number);

const seconds = (ms: number) => (Number.isFinite(ms) ? (ms / 1_000).toFixed(1) : "∞");
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function print(figures: WorldFigures, calm: WorldFigures | undefined): void {
  const { firstContact, rows, requests, lost, visits, insideRetryAfter, faulty, catchUp, unreported, invented } =
    figures;
  const ratio = calm === undefined ? "" : ` (${(firstContact / calm.firstContact).toFixed(2)} × without faults)`;
  const quantiles = (["records", "documents"] as const).map((kind) => {
    const { count, p50, p99 } = figures[kind];
    return `${kind} ${seconds(p50)} and ${seconds(p99)} s (of ${count})`;
  });
  const lines = [
    `first contact ${seconds(firstContact)} s${ratio}; ${rows} rows, ${(requests / rows).toFixed(2)} requests per row`,
    `p50 and p99 from visible to delivered: ${quantiles.join(", ")}`,
    `caught up after the outage: records ${seconds(catchUp.records)} s, documents ${seconds(catchUp.documents)} s (owners' period ${seconds(bench.timings.ownerPeriod * figures.stretch)} s)`,
    `${lost} of ${visits} visits lost (${percent(lost / Math.max(1, visits))}), inside Retry-After ${insideRetryAfter["429"]} (429) and ${insideRetryAfter["503"]} (503) of ${figures.asked} requests, ${percent(faulty)} of the answers faulty`,
    `${unreported.length} lost, ${invented.length} invented`,
  ];
  for (const line of lines) console.log(`  ${line}`);
}

console.log(
  `${records} records, ${requestsPerSecond} requests/s, ${values.timings} timings, an outage of ${bench.outage / 1_000} s, ${cpus().length} cores`,
);
const misses: string[] = [];
for (let round = 1; round <= (rounds ?? 1); round += 1) {
  for (const workers of numbers(values.workers)) {
    let calm: WorldFigures | undefined;
    for (const rate of rates) {
      const name = `${rate} % faults, ${workers} workers${rounds === 1 ? "" : `, round ${round}`}`;
      console.log(name);
      const patience = calm === undefined ? bench.firstContact : Number(values.patience) * calm.firstContact;
      const figures = await badWorld({
        ...{ rate: rate / 100, workers, bench, patience, seed: Number(values.seed) },
        ...{ records: records ?? 240, requestsPerSecond: requestsPerSecond ?? 40 },
        oneLiveToken: values["one-live-token"],
      });
      print(figures, calm);
      const missed = missedGoals(rate / 100, workers, bench, figures, calm);
      for (const goal of missed) console.log(`  missed: ${goal}`);
      misses.push(...missed.map((goal) => `${name}: ${goal}`));
      if (rate === 0) calm = figures;
    }
  }
}
console.log(misses.length === 0 ? "every goal is met" : `${misses.length} goals are missed`);
process.exit(misses.length === 0 ? 0 : 1);
