import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { requestApi } from "../../infra/node/request-api.ts";
import { startBridge } from "../../infra/node/start-bridge.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { barePaging } from "./bare-paging.ts";
import { LiveChanges } from "./live-changes.ts";
import { median } from "./median.ts";
import { startPartner } from "./partner.ts";
import { PublishedEvents } from "./published-events.ts";

/**
 * Ingest alone: the whole bridge with short ticks, on an empty data directory and without a subscription, from an
 * instance's registration until every row of its first contact is in the `events` table. It is compared in one run with
 * a loop that pages the same lists in the same page sizes over as many connections, parses and drops. Both run in this
 * process, which does nothing else, so that each arm's CPU per row is known. The sandbox has its own process. The
 * bridge's other reads (the later walks, the second timelines, counts) count as its own cost.
 *
 * Halfway, a record of each kind changes at the source: the time until its event shows whether live changes wait for
 * first contact. Resident memory is shown per tenth of the rows, and has to stay flat.
 */
const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "4000" },
    /** How many of them own documents. The default is four in five. */
    owners: { type: "string" },
    rounds: { type: "string" },
    // Practically no budget limit.
    "requests-per-second": { type: "string", default: "10000" },
  },
});
const records = Number(values.rows);
/** This many take long enough by themselves. */
const isLarge = records > 20_000;
const rounds = Number(values.rounds ?? (isLarge ? 1 : 3));
/** For both arms: the bridge's default number of connections (shared/adapters/http/source-http.ts). */
const connections = 16;
const requestsPerSecond = Number(values["requests-per-second"]);
/** Each owner is read once. Otherwise, the wheel would keep reading them all. */
const never = 24 * 3_600_000;
const timings = { ...defaultTimings, tick: 200, ownerPeriod: never, dormantPeriod: never, ownerGap: never };
/** A bridge that makes no event and finishes no feed for this long (ms) has stalled. */
const longestPause = 300_000;

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

const megabytes = (bytes: number) => Math.round(bytes / 1_048_576);
const sizeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

/**
 * Ends when there are `rows` events, without those of live changes, and every feed's first contact is read to its end.
 */
async function ingest(partner: Partner, rows: number): Promise<Arm> {
  const { url, name, credentials } = partner;
  const dataDir = mkdtempSync(join(tmpdir(), "feedhook-bench-"));
  const logger = new SilentLogger();
  const options = { partnerUrl: url, dataDir, port: 0, allowInsecureEndpoints: true, timings, logger };
  const bridge = await startBridge(options);
  const reported = new PublishedEvents(dataDir, name);
  const changes = new LiveChanges(partner, reported);
  let tenth = 0;
  const arm = await measured(async () => {
    const began = performance.now();
    let progress = { done: Number.NEGATIVE_INFINITY, at: began };
    const registration = { credentials, requestsPerSecond };
    await requestApi(bridge.url, bridge.operatorKey.key, "PUT", `/v1/instances/${name}`, registration);
    for (let nextCount = began; ; ) {
      await sleep(100);
      changes.look();
      const looked = performance.now();
      if (looked < nextCount) continue;
      // A bridge writes its lines away. Kept lines would count as its memory.
      logger.lines.splice(0, logger.lines.length - 5);
      const events = reported.count() - changes.extra();
      // Counting a large table takes a while, and mustn't be part of the measurement.
      nextCount = looked + 50 * (performance.now() - looked);
      const unread = reported.unread();
      // Most owners have nothing to publish.
      if (events - unread > progress.done) progress = { done: events - unread, at: looked };
      if (events >= (tenth / 10) * rows) {
        const memory = `${megabytes(process.memoryUsage.rss())} MB resident`;
        console.log(`  ${events} rows: ${memory}, ${megabytes(sizeOf(dataDir))} MB on disk`);
        tenth = Math.floor((events / rows) * 10) + 1;
      }
      if (events >= rows / 2) await changes.make();
      // The last owners may have nothing to publish, and must still be read.
      if (events >= rows && changes.arePublished && unread === 0) return events;
      if (looked - progress.at > longestPause)
        throw new Error(`${events} events of ${rows}, ${unread} feeds unread: ${JSON.stringify(logger.lines)}`);
    }
  });
  console.log(`  live changes published after ${changes.summary()}`);
  reported.close();
  await bridge.stop();
  console.log(`  ${megabytes(sizeOf(dataDir))} MB on disk after the end`);
  rmSync(dataDir, { recursive: true, force: true });
  return arm;
}

const shown = ({ perSecond, cpuMs }: Arm) => `${perSecond.toFixed(0)} rows/s at ${cpuMs.toFixed(3)} ms`;

const partner = await startPartner(records, values.owners === undefined ? undefined : Number(values.owners));
console.log(
  `${records} records with their documents, ${connections} connections, ${rounds} rounds${isLarge ? "" : " after one to warm up"}, ${cpus().length} cores; CPU per row`,
);
const arms: { readonly bare: Arm; readonly bridge: Arm }[] = [];
for (let round = isLarge ? 1 : 0; round <= rounds; round += 1) {
  const { url, name, token } = partner;
  const bare = await measured(async () => (await barePaging(`${url}/${name}/api/v1/en`, token, connections)).rows);
  const bridge = await ingest(partner, bare.rows);
  if (bridge.rows !== bare.rows) throw new Error(`${bridge.rows} events were made of ${bare.rows} rows`);
  if (round === 0) continue;
  arms.push({ bare, bridge });
  console.log(`round ${round}: ${bare.rows} rows; bare paging ${shown(bare)}, ingest ${shown(bridge)}`);
}
await partner.stop();
const of = (name: keyof (typeof arms)[number], figure: keyof Arm) => median(arms.map((arm) => arm[name][figure]));
console.log(
  `ingest ${(of("bridge", "perSecond") / of("bare", "perSecond")).toFixed(2)} of bare paging (medians: ${of("bridge", "perSecond").toFixed(0)} of ${of("bare", "perSecond").toFixed(0)} rows per second); CPU per row ${of("bare", "cpuMs").toFixed(3)} ms bare, ${of("bridge", "cpuMs").toFixed(3)} ms ingest (goal 0.5)`,
);
