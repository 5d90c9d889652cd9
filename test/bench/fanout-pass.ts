import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { limitHeapGrowth } from "../../infra/node/limit-heap-growth.ts";
import { requestApi } from "../../infra/node/request-api.ts";
import { startBridge } from "../../infra/node/start-bridge.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { countWork } from "./count-work.ts";

/**
 * One pass of the fan-out benchmark: the bridge, in its own process, from the registration of an instance until the
 * sink has everything. The store works in this process, so its CPU is all of the bridge's.
 */
const { partnerUrl, name, credentials, sink, subscriptions, counting } = z
  .object({
    partnerUrl: z.string(),
    name: z.string(),
    credentials: z.object({ clientId: z.string(), clientSecret: z.string() }),
    sink: z.string(),
    subscriptions: z.int(),
    counting: z.boolean(),
  })
  .parse(JSON.parse(process.argv[2] ?? "{}"));
const sinkCount = z.object({ posts: z.int(), distinct: z.int() });

/** Practically no budget limit, and each owner is read once. Otherwise, the wheel would keep reading them all. */
const requestsPerSecond = 10_000;
const ownersOnce = { ownerPeriod: 600_000, dormantPeriod: 600_000, ownerGap: 600_000 };
/** On a busy machine the sink may respond late, and a repeated delivery would count twice. */
const patience = { fastDeadline: 30_000, deliveryDeadline: 30_000 };
/** Ms without a POST after which the pass may be over, and ms after which it has failed. */
const [quiet, longest] = [3_000, 600_000];

// The program that runs a bridge limits its heap likewise.
limitHeapGrowth();
const dataDir = mkdtempSync(join(tmpdir(), "feedhook-bench-"));
const logger = new SilentLogger();
const bridge = await startBridge({
  ...{ partnerUrl, dataDir, port: 0, allowInsecureEndpoints: true, logger },
  timings: { ...defaultTimings, tick: 200, ...ownersOnce, ...patience },
});
const ask = (method: string, path: string, body: object) =>
  requestApi(bridge.url, bridge.operatorKey.key, method, path, body);
for (let n = 0; n < subscriptions; n += 1) {
  const eventTypes = ["person.*", "company.*", "project.*", "activity.*"];
  await ask("POST", "/v1/subscriptions", { url: `${sink}/${n}`, eventTypes, baseline: true });
}
const store = new DatabaseSync(join(dataDir, "feedhook.db"), { readOnly: true });
const waiting = store.prepare(`SELECT (SELECT count(*) FROM table_feeds WHERE item ->> 'drained' = 0)
  + (SELECT count(*) FROM queue_fanout) + (SELECT count(*) FROM queue_deliver) AS count`);
/** Whether every feed's first contact is read to its end, and all its events are sent. */
const isOver = () => z.object({ count: z.int() }).parse(waiting.get()).count === 0;
const stopCounting = counting ? countWork() : undefined;
const [began, cpuBefore] = [performance.now(), process.cpuUsage()];
await ask("PUT", `/v1/instances/${name}`, { credentials, requestsPerSecond });
let last = { at: performance.now(), posts: 0, distinct: 0, cpu: process.cpuUsage(cpuBefore) };
while (last.posts === 0 || performance.now() - last.at < quiet || !isOver()) {
  await sleep(250);
  const cpu = process.cpuUsage(cpuBefore);
  // A paused process may find that the sink has closed the connection. Then the next look decides.
  const told = await fetch(sink).then(
    (answer) => answer.json(),
    () => last,
  );
  const { posts, distinct } = sinkCount.parse(told);
  if (posts > last.posts) last = { at: performance.now(), posts, distinct, cpu };
  if (performance.now() - began > longest)
    throw new Error(`only ${posts} deliveries arrived: ${JSON.stringify(logger.lines.slice(-5))}`);
}
store.close();
const counts = stopCounting?.(last.posts);
const { posts, distinct, cpu } = last;
if (posts !== distinct * subscriptions)
  throw new Error(`${posts} deliveries of ${distinct} events to ${subscriptions} subscriptions`);
const figures = {
  ...{ deliveries: posts, cpuSeconds: (cpu.user + cpu.system) / 1e6, seconds: (last.at - began) / 1_000 },
  // The largest value in the pass, and the one at its end.
  peakMb: process.resourceUsage().maxRSS / 1_024,
  residentMb: process.memoryUsage.rss() / 1_048_576,
};
await bridge.stop();
rmSync(dataDir, { recursive: true, force: true });
console.log(`figures ${JSON.stringify({ ...figures, counts })}`);
process.exit(0);
