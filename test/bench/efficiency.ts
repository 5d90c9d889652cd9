import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { requestApi } from "../../infra/node/request-api.ts";
import { startProgram } from "../e2e/support/processes.ts";
import { bareLoop } from "./bare-loop.ts";
import { median } from "./median.ts";
import { startPartner } from "./partner.ts";

/**
 * Efficiency: rows per second of a bare paging-and-posting loop, and events per second of the whole pipeline on one
 * node (polled, mirrored, published, fanned out, signed, posted, recorded), over the same data, with the same
 * concurrency, in one run. Only the ratio is a figure, because absolute values depend on the machine.
 */
const records = Number(process.env["RECORDS"] ?? 4_000);
const rounds = Number(process.env["ROUNDS"] ?? 3);
const concurrency = 32;
const operatorKey = "54023b8b70c56f0338639ae59314cd21053a361b2a1fc260dcf7eebbcbce21b7";
/**
 * Like the bare loop: practically no budget limit, and each owner's journal is read once. Otherwise, the wheel would
 * keep reading them all.
 */
const requestsPerSecond = 10_000;
const timings = {
  tick: 200,
  timelinePeriod: 200,
  ownerPeriod: 600_000,
  dormantPeriod: 600_000,
  ownerGap: 600_000,
  startBy: 30_000,
};

type Count = { readonly posts: number; readonly distinct: number };
const countOf = async (sink: string) => (await (await fetch(sink)).json()) as Count;

async function barePass(partnerUrl: string, name: string, token: string): Promise<number> {
  const sink = await startProgram("test/bench/sink-main.ts", []);
  const began = performance.now();
  const rows = await bareLoop(`${partnerUrl}/${name}/api/v1/en`, token, `${sink.ready}/`, concurrency);
  const rate = rows / ((performance.now() - began) / 1_000);
  await sink.kill("SIGTERM");
  return rate;
}

async function pipelinePass(partnerUrl: string, name: string, credentials: object): Promise<number> {
  const sink = await startProgram("test/bench/sink-main.ts", []);
  const dataDir = mkdtempSync(join(tmpdir(), "feedhook-bench-"));
  const options = { partnerUrl, dataDir, port: 0, operatorKey, timings };
  const bridge = await startProgram("test/e2e/support/bridge-main.ts", [JSON.stringify(options)]);
  const subscription = {
    url: sink.ready,
    eventTypes: ["person.*", "company.*", "project.*", "activity.*"],
    baseline: true,
  };
  await requestApi(bridge.ready, operatorKey, "POST", "/v1/subscriptions", subscription);
  const began = performance.now();
  await requestApi(bridge.ready, operatorKey, "PUT", `/v1/instances/${name}`, { credentials, requestsPerSecond });
  let last = { at: performance.now(), distinct: 0 };
  while (performance.now() - last.at < 3_000 || last.distinct === 0) {
    await sleep(50);
    const { distinct } = await countOf(sink.ready);
    if (distinct > last.distinct) last = { at: performance.now(), distinct };
    if (performance.now() - began > 180_000)
      throw new Error(`only ${distinct} events arrived: ${bridge.errors.join("\n")}`);
  }
  await bridge.kill("SIGTERM");
  await sink.kill("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
  return last.distinct / ((last.at - began) / 1_000);
}

const { url, name, credentials, token, stop } = await startPartner(records);
console.log(
  `${records} records, concurrency ${concurrency}, ${rounds} rounds, ${cpus().length} cores; sandbox and sink in processes of their own`,
);
const bare: number[] = [];
const pipeline: number[] = [];
for (let round = 1; round <= rounds; round += 1) {
  bare.push(await barePass(url, name, token));
  pipeline.push(await pipelinePass(url, name, credentials));
  console.log(
    `round ${round}: bare loop ${bare.at(-1)?.toFixed(0)} rows/s, pipeline ${pipeline.at(-1)?.toFixed(0)} events/s`,
  );
}
await stop();
console.log(
  `efficiency ${(median(pipeline) / median(bare)).toFixed(2)} (medians: ${median(pipeline).toFixed(0)} of ${median(bare).toFixed(0)} per second; goal 0.5)`,
);
