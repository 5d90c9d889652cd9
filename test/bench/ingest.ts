import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { requestApi } from "../../infra/node/request-api.ts";
import { startBridge } from "../../infra/node/start-bridge.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { barePaging } from "./bare-paging.ts";
import { median } from "./median.ts";
import { startPartner } from "./partner.ts";

/**
 * Ingest alone: the whole bridge with short ticks, on an empty data directory and without a subscription, from an instance's
 * registration until every row of its first contact stands as an event in the `events` table, against a loop that pages
 * the same lists in the same page sizes over as many connections, parses and drops, in one run. Both run in this process,
 * which does nothing else, so that each arm's CPU per row is known; the sandbox has one of its own. What the bridge reads
 * besides (the walks that follow, the second timelines, counts) is its own cost.
 */
const records = Number(process.env["RECORDS"] ?? 4_000);
const rounds = Number(process.env["ROUNDS"] ?? 3);
/** Of both arms; what the bridge opens by default (shared/adapters/http/source-http.ts). */
const connections = 16;
/** No budget to speak of, and each owner is read once; the wheel would go on reading them all. */
const requestsPerSecond = 10_000;
const timings = {
  ...defaultTimings,
  tick: 200,
  ownerPeriod: 600_000,
  dormantPeriod: 600_000,
  ownerGap: 600_000,
};

type Arm = { readonly rows: number; readonly perSecond: number; readonly cpuMs: number };

/** Rows per second of `work`, and this process's CPU per row. */
async function measured(work: () => Promise<number>): Promise<Arm> {
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  const rows = await work();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1_000;
  return { rows, perSecond: rows / seconds, cpuMs: (user + system) / 1_000 / rows };
}

type Partner = Awaited<ReturnType<typeof startPartner>>;

/** Ends when `rows` events stand and every feed's first contact is read to its end. */
async function ingest({ url, name, credentials }: Partner, rows: number): Promise<Arm> {
  const dataDir = mkdtempSync(join(tmpdir(), "feedhook-bench-"));
  const logger = new SilentLogger();
  const options = { partnerUrl: url, dataDir, port: 0, allowInsecureEndpoints: true, timings, logger };
  const bridge = await startBridge(options);
  const data = new DatabaseSync(join(dataDir, "feedhook.db"), { readOnly: true });
  // What else stands in the table has no subject.
  const counting = data.prepare("SELECT count(*) AS count FROM table_events WHERE subject_partition IS NOT NULL");
  const unread = data.prepare("SELECT count(*) AS count FROM table_feeds WHERE item ->> 'drained' = 0");
  const count = (statement: typeof counting) => (statement.get() as { count: number }).count;
  const arm = await measured(async () => {
    const began = performance.now();
    const registration = { credentials, requestsPerSecond };
    await requestApi(bridge.url, bridge.operatorKey.key, "PUT", `/v1/instances/${name}`, registration);
    for (;;) {
      const events = count(counting);
      // The last owners may have nothing to tell, and have to be read all the same.
      if (events >= rows && count(unread) === 0) return events;
      if (performance.now() - began > 300_000)
        throw new Error(`${events} events of ${rows}: ${JSON.stringify(logger.lines.slice(-5))}`);
      await sleep(100);
    }
  });
  data.close();
  await bridge.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return arm;
}

const told = ({ perSecond, cpuMs }: Arm) => `${perSecond.toFixed(0)} rows/s at ${cpuMs.toFixed(3)} ms`;

const partner = await startPartner(records);
console.log(
  `${records} records with their documents, ${connections} connections, ${rounds} rounds after one to warm up, ${cpus().length} cores; CPU per row`,
);
const arms: { readonly bare: Arm; readonly bridge: Arm }[] = [];
for (let round = 0; round <= rounds; round += 1) {
  const { url, name, token } = partner;
  const bare = await measured(() => barePaging(`${url}/${name}/api/v1/en`, token, connections));
  const bridge = await ingest(partner, bare.rows);
  if (bridge.rows !== bare.rows) throw new Error(`${bridge.rows} events were made of ${bare.rows} rows`);
  if (round === 0) continue;
  arms.push({ bare, bridge });
  console.log(`round ${round}: ${bare.rows} rows; bare paging ${told(bare)}, ingest ${told(bridge)}`);
}
await partner.stop();
const of = (name: keyof (typeof arms)[number], figure: keyof Arm) => median(arms.map((arm) => arm[name][figure]));
console.log(
  `ingest ${(of("bridge", "perSecond") / of("bare", "perSecond")).toFixed(2)} of bare paging (medians: ${of("bridge", "perSecond").toFixed(0)} of ${of("bare", "perSecond").toFixed(0)} rows per second); CPU per row ${of("bare", "cpuMs").toFixed(3)} ms bare, ${of("bridge", "cpuMs").toFixed(3)} ms ingest (goal 0.5)`,
);
