import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as z from "zod";
import { backgroundQueues, startBackgroundThread } from "../../infra/node/background/background-thread.ts";
import { createDeliveryHandlers } from "../../infra/node/create-delivery-handlers.ts";
import { startHost } from "../../infra/node/host.ts";
import { keepOffOneProcessor } from "../../infra/node/keep-off-one-processor.ts";
import { PrometheusMetrics } from "../../infra/node/prometheus-metrics.ts";
import { createSqliteEngine } from "../../infra/node/sqlite-engine.ts";
import { cpuOfThread } from "../../shared/adapters/local/cpu-of-thread.ts";
import { LocalWakeUps } from "../../shared/adapters/local/local-wake-ups.ts";
import { type DeliveryMessage, deliveryGroup } from "../../shared/fanout/delivery-message.ts";
import { SecretBox } from "../../shared/kernel/secret-box.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { EventStore } from "../../shared/publishing/event-store.ts";
import { SubscriptionStore } from "../../shared/subscriptions/subscription-store.ts";
import { startProgram } from "../e2e/support/processes.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { testContext } from "../support/test-context.ts";
import { anEvent, idOf } from "../unit/fanout/an-event.ts";
import { median } from "./median.ts";
import { operatorKeyHash, startNeighbour } from "./neighbour.ts";
import { runElsewhere } from "./run-elsewhere.ts";

/**
 * Isolation: how long a delivery to a healthy endpoint takes, from its message until undici is about to write its POST,
 * with and without three bad endpoints that draw a share of all traffic: one that refuses connections, one that
 * responds after 30 s, one that fails every other ten seconds. The healthy endpoints have the same load in every pass.
 * The traffic of the bad ones comes on top, so a third pass adds as much to the healthy ones. It shows the cost of the
 * same traffic without faults, and has no goal.
 *
 * `--arms neighbour` measures the same beside another partner instead, which sends everything it may to the management
 * API with its own key, at its request limit, and replays events at its quota to a receiver that ends each TLS
 * connection after its response.
 *
 * The other programs stand for other machines. On Linux, they run only on the last processor, which the bridge also
 * uses.
 */
const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "20" },
    endpoints: { type: "string", default: "50" },
    seconds: { type: "string", default: "20" },
    warmup: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    share: { type: "string", default: "0.3" },
    arms: { type: "string", default: "endpoints" },
  },
});
const arms = z.enum(["endpoints", "neighbour"]).parse(values.arms);
const [rate, endpoints, seconds] = [Number(values.rate), Number(values.endpoints), Number(values.seconds)];
const [warmup, rounds, share] = [Number(values.warmup), Number(values.rounds), Number(values.share)];
/** Ms. Endpoints get spread deliveries, because bursts would dominate the measurement. */
const step = 5;

type Figures = {
  readonly p50: number;
  readonly p99: number;
  /** The p99 of each second, and the median of those. A stall of the machine spoils only its own second. */
  readonly secondP99: number;
  readonly sent: number;
  readonly posted: number;
  /** This process's CPU per second. At 1 its event loop is full, and the figures are those of a queue. */
  readonly cpu: number;
  /** The same for the thread of live deliveries, without the background thread. */
  readonly thread: number;
};

/** `extra` gets the additional traffic. */
async function pass(extra: "nobody" | "bad" | "healthy" | "neighbour"): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), "feedhook-isolation-"));
  const receiver = await startProgram("test/bench/receiver-main.ts", []);
  runElsewhere(receiver);
  /** When each message to a healthy endpoint was created, by event id. Its POST removes it. */
  const open = new Map<string, number>();
  const latencies: { readonly at: number; readonly ms: number }[] = [];
  const posted = (message: unknown) => {
    const now = performance.now();
    const id = /^webhook-id: (.+)$/m.exec(sendHeaders.parse(message).headers)?.[1] ?? "";
    const at = open.get(id);
    if (at !== undefined && open.delete(id)) latencies.push({ at, ms: now - at });
  };
  subscribe("undici:client:sendHeaders", posted);
  const timings = { ...defaultTimings, tick: 5_000 };
  const [wakeUps, logger, metrics] = [new LocalWakeUps(), new SilentLogger(), new PrometheusMetrics()];
  const settings = { partnerUrl: "http://127.0.0.1:1", allowInsecureEndpoints: true, operatorKeyHash, timings };
  const engine = createSqliteEngine({ dataDir, settings, logger, metrics }, wakeUps);
  const { clock, randomness, keys } = engine;
  const table = engine.table("subscriptions");
  const secrets = new SecretBox({ table, keys, clock, randomness, cacheMs: 3_600_000 });
  const store = new SubscriptionStore({ ...testContext({ randomness }), clock, table, secrets });
  const subscribed = async (url: string) => {
    const wanted = { url, eventTypes: ["person.*"], baseline: false, status: "active" as const };
    return (await store.create("prt_operator", wanted)).subscription.id;
  };
  const healthy: string[] = [];
  for (let n = 0; n < endpoints; n += 1) healthy.push(await subscribed(`${receiver.ready}/healthy`));
  const bad =
    extra === "bad"
      ? [
          await subscribed("http://127.0.0.1:9/dead"),
          await subscribed(`${receiver.ready}/tarpit`),
          await subscribed(`${receiver.ready}/flapping`),
        ]
      : [];
  const idle = async () => ({ batchItemFailures: [] });
  const sweep = async () => engine.queue("recover").send([{ body: JSON.stringify({ kind: "sweep" }) }]);
  const { deliver, recover } = createDeliveryHandlers(engine, cpuOfThread);
  const handlers = {
    clock: sweep,
    tick: idle,
    poll: idle,
    publish: async () => ({ failedFrom: undefined, published: 0 }),
    fanout: idle,
    deliver,
    recover,
    alert: idle,
  };
  const host = await startHost({ engine, handlers, elsewhere: backgroundQueues, clockEvery: timings.tick });
  const background = await startBackgroundThread({
    ...{ dataDir, settings, logger, metrics, wakeUps, port: 0, trustedProxies: [] },
    ...{ queues: backgroundQueues, writeTurn: engine.writeTurn, fullSince: () => host.fullSince() },
  });
  await keepOffOneProcessor();
  const events = new EventStore({ ...testContext({ timings }), clock, events: engine.table("events") });
  const neighbour = extra === "neighbour" ? await startNeighbour(engine, background.port) : undefined;

  // A `share` of all traffic is added to that of the healthy ones.
  const perSecond = endpoints * rate;
  const more = (perSecond * share) / (1 - share);
  const load = {
    healthy: perSecond + (extra === "healthy" ? more : 0),
    bad: extra === "bad" ? more : 0,
  };
  let [count, healthyDue, badDue] = [0, 0, 0];
  const measured = { isOn: false, sent: 0 };
  let [cpuBefore, threadBefore, timeBefore] = [process.cpuUsage(), cpuOfThread(), performance.now()];
  const began = performance.now();
  for (let at = 0; at < (warmup + seconds) * 1_000; at += step) {
    await sleep(Math.max(began + at - performance.now(), 0));
    if (at >= warmup * 1_000 && !measured.isOn) {
      measured.isOn = true;
      [cpuBefore, threadBefore, timeBefore] = [process.cpuUsage(), cpuOfThread(), performance.now()];
    }
    healthyDue += (load.healthy * step) / 1_000;
    badDue += (load.bad * step) / 1_000;
    const targets: string[] = [];
    for (; healthyDue >= 1; healthyDue -= 1) targets.push(healthy[(count + targets.length) % healthy.length] ?? "");
    if (measured.isOn) measured.sent += targets.length;
    for (; badDue >= 1; badDue -= 1) targets.push(bad[(count + targets.length) % bad.length] ?? "");
    const fresh = targets.map((subscription) => {
      count += 1;
      const envelope = anEvent({ id: idOf(count, clock.now()) });
      if (measured.isOn && healthy.includes(subscription)) open.set(envelope.id, performance.now());
      const message: DeliveryMessage = {
        ...{ subscription, partner: "prt_operator", instance: "acme", event: envelope.id, run: "0", attempt: 1 },
      };
      return { envelope, body: JSON.stringify(envelope), message };
    });
    void events.put(fresh);
    // The fan-out sends messages this way, too.
    void engine.unsynced
      .queue("deliver")
      .send(fresh.map(({ message }) => ({ body: JSON.stringify(message), group: deliveryGroup(message) })));
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  // On a busy machine, the load takes longer than `seconds`.
  const elapsed = performance.now() - timeBefore;
  const thread = (cpuOfThread() - threadBefore) / elapsed;
  const did = await neighbour?.stop();
  if (did !== undefined) console.log(did);
  await sleep(2_000);
  unsubscribe("undici:client:sendHeaders", posted);
  await Promise.all([background.stop(), host.stop(1_000)]);
  await receiver.kill("SIGKILL");
  engine.close();
  rmSync(dataDir, { recursive: true, force: true });
  return { ...figuresOf(latencies), sent: measured.sent, cpu: (user + system) / 1_000 / elapsed, thread };
}

const sendHeaders = z.object({ headers: z.string() });

function figuresOf(measured: readonly { readonly at: number; readonly ms: number }[]) {
  const seconds = [...Map.groupBy(measured, ({ at }) => Math.floor(at / 1_000)).values()];
  return {
    p50: quantile(measured, 0.5),
    p99: quantile(measured, 0.99),
    secondP99: median(seconds.map((second) => quantile(second, 0.99))),
    posted: measured.length,
  };
}

function quantile(measured: readonly { readonly ms: number }[], share: number): number {
  const sorted = measured.map(({ ms }) => ms).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

const shown = ({ p50, p99, secondP99, sent, posted, cpu, thread }: Figures) =>
  `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, median p99 of a second ${secondP99.toFixed(1)} ms, ${(cpu * 100).toFixed(0)} % CPU, ${(thread * 100).toFixed(0)} % in the thread that delivers (${posted} of ${sent} posted)`;

const load = `${endpoints} healthy endpoints at ${rate} events/s each`;
const beside =
  arms === "endpoints"
    ? `${share * 100} % of all traffic to a dead one, a tarpit (30 s) and a flapping one`
    : "a partner at its limit of requests beside them";
console.log(
  `${load}, ${beside}; ${seconds} s after ${warmup} s of warm-up, ${rounds} rounds, ${cpus().length} cores, receivers in processes of their own`,
);
const passes: Record<"alone" | "beside" | "loaded", Figures[]> = { alone: [], beside: [], loaded: [] };
const ofEndpoints = [
  ["alone", "nobody"],
  ["beside", "bad"],
  ["loaded", "healthy"],
] as const;
const ofNeighbour = [
  ["alone", "nobody"],
  ["beside", "neighbour"],
] as const;
for (let round = 1; round <= rounds; round += 1) {
  const ofRound = arms === "endpoints" ? ofEndpoints : ofNeighbour;
  // A machine that changes its speed within a round changes the ratios of even and odd rounds in opposite directions.
  for (const [name, extra] of round % 2 === 1 ? ofRound : ofRound.toReversed()) {
    const figures = await pass(extra);
    passes[name].push(figures);
    console.log(`round ${round}, ${name}: ${shown(figures)}`);
  }
}
type Pass = keyof typeof passes;
const p99Of = (name: Pass) => median(passes[name].map(({ p99 }) => p99)).toFixed(1);
const ratiosOf = (one: Pass, other: Pass, key: "p99" | "secondP99") => {
  const ratios = passes[one].map((figures, at) => figures[key] / (passes[other][at]?.[key] ?? Number.NaN));
  const [ratio, least, most] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((each) =>
    each.toFixed(2),
  );
  return `${ratio} (${least} to ${most})`;
};
const compare = (one: Pass, other: Pass) =>
  `${p99Of(one)} ÷ ${p99Of(other)} ms: ${ratiosOf(one, other, "p99")}, of the median second ${ratiosOf(one, other, "secondP99")}`;
const whom = arms === "endpoints" ? "bad endpoints" : "a partner at its limit";
console.log(`healthy p99 beside ${whom} ÷ alone (median, and median of the rounds' ratios; goal 1.25)`);
console.log(compare("beside", "alone"));
if (arms === "endpoints") {
  console.log("for information: with as much more traffic to healthy ones ÷ alone, beside ÷ that");
  console.log(compare("loaded", "alone"));
  console.log(compare("beside", "loaded"));
}
process.exit(0);
