import { execFile } from "node:child_process";
import { cpus } from "node:os";
import { parseArgs, promisify } from "node:util";
import * as z from "zod";
import { startProgram } from "../e2e/support/processes.ts";
import { median } from "./median.ts";
import { startPartner } from "./partner.ts";

/**
 * Deliveries per core-second of the whole pipeline on one machine (polled, mirrored, published, fanned out, signed,
 * posted, recorded): 4,000 records to one subscription, and 1,500 to twenty. A core-second is a second of CPU time of
 * the bridge with its store. Source and sink have their own processes, which don't count. CPU time is less affected by
 * a busy machine than wall time.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    only: { type: "string" },
    count: { type: "boolean", default: false },
  },
});
const arms = [
  { subscriptions: 1, records: 4_000 },
  { subscriptions: 20, records: 1_500 },
].filter(({ subscriptions }) => values.only === undefined || String(subscriptions) === values.only);
const rounds = values.count ? 1 : Number(values.rounds);

const figures = z.object({
  deliveries: z.int(),
  cpuSeconds: z.number(),
  seconds: z.number(),
  peakMb: z.number(),
  residentMb: z.number(),
  counts: z.record(z.string(), z.number()).optional(),
});

async function pass(partner: Awaited<ReturnType<typeof startPartner>>, subscriptions: number) {
  const sink = await startProgram("test/bench/sink-main.ts", []);
  const { url: partnerUrl, name, credentials } = partner;
  const options = { partnerUrl, name, credentials, sink: sink.ready, subscriptions, counting: values.count };
  const ran = promisify(execFile)(
    process.execPath,
    // `npm start` gives Node the same option.
    ["--max-semi-space-size=16", ...process.execArgv, "test/bench/fanout-pass.ts", JSON.stringify(options)],
    { maxBuffer: 16 * 1_024 * 1_024 },
  );
  await Promise.allSettled([ran]);
  await sink.kill("SIGTERM");
  const { stdout, stderr } = await ran;
  const said = stdout.split("\n").find((line) => line.startsWith("figures "));
  if (said === undefined) throw new Error(`the pass gave no figures: ${stdout}${stderr}`);
  return figures.parse(JSON.parse(said.slice("figures ".length)));
}

const spread = (all: readonly number[], digits = 0) =>
  `${median(all).toFixed(digits)} (${Math.min(...all).toFixed(digits)} to ${Math.max(...all).toFixed(digits)})`;

console.log(`${rounds} rounds, ${cpus().length} cores, Node ${process.version}; CPU of the bridge and its store`);
for (const { subscriptions, records } of arms) {
  const partner = await startPartner(records);
  const passes: z.infer<typeof figures>[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) passes.push(await pass(partner, subscriptions));
  } finally {
    await partner.stop();
  }
  const of = (figure: (one: z.infer<typeof figures>) => number) => passes.map(figure);
  console.log(
    `${records} records to ${subscriptions}: ${passes[0]?.deliveries} deliveries, ` +
      `${spread(of(({ deliveries, cpuSeconds }) => deliveries / cpuSeconds))} per core-second, ` +
      `${spread(
        of(({ deliveries, cpuSeconds }) => (1_000 * cpuSeconds) / deliveries),
        3,
      )} ms of CPU each, ` +
      `${spread(of(({ deliveries, seconds }) => deliveries / seconds))} per second, ` +
      `resident ${spread(of(({ residentMb }) => residentMb))} MB, at most ${spread(of(({ peakMb }) => peakMb))} MB`,
  );
  for (const [what, n] of Object.entries(passes[0]?.counts ?? {})) console.log(`${n.toFixed(3).padStart(9)}  ${what}`);
}
