import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent } from "undici";
import { createDeliverHandler } from "../../functions/deliver.ts";
import { createContainer } from "../../functions/runtime/container.ts";
import { dialer, sender } from "../../functions/runtime/services/sender.ts";
import { systemRandomness } from "../../functions/runtime/system-ports.ts";
import { InMemoryMetrics } from "../../infra/node/in-memory-metrics.ts";
import type { NodeEngine } from "../../infra/node/node-engine.ts";
import { QueuePump } from "../../infra/node/queue-pump.ts";
import { createSqliteEngine } from "../../infra/node/sqlite-engine.ts";
import type { IncomingDelivery } from "../../shared/delivery/attempt/attempt-answer.ts";
import { SecretBox } from "../../shared/kernel/secret-box.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { queues } from "../../shared/kernel/topology.ts";
import { operatorPartner } from "../../shared/partners/partner-key.ts";
import { EventStore } from "../../shared/publishing/event-store.ts";
import type { StoredEvent } from "../../shared/publishing/stored-event.ts";
import { SubscriptionStore } from "../../shared/subscriptions/subscription-store.ts";
import { startProgram } from "../e2e/support/processes.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { testContext } from "../support/test-context.ts";
import { anEvent, idOf } from "../unit/fanout/an-event.ts";
import { median } from "./median.ts";

/**
 * Compares the sender on one machine (event read, address checked, signed, posted, recorded durably) with a bare undici
 * loop that posts the same bodies over as many connections, in one run, to a sink in its own process. The third arm
 * adds the queue: received, delivered and acknowledged. Only the ratios are figures, because absolute values depend on
 * the machine.
 */
const deliveries = Number(process.env["DELIVERIES"] ?? 20_000);
const rounds = Number(process.env["ROUNDS"] ?? 3);
const connections = 100;
const batchSize = 10;
const subscriptions = 20;

type Arm = { readonly perSecond: number; readonly cpuMs: number };

/** Deliveries per second of `work`, and this process's CPU per delivery. */
async function measured(work: () => Promise<void>): Promise<Arm> {
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1_000;
  return { perSecond: deliveries / seconds, cpuMs: (user + system) / 1_000 / deliveries };
}

async function bare(url: string, bodies: readonly string[]): Promise<void> {
  const agent = new Agent({ connections, pipelining: 1 });
  const { origin, pathname } = new URL(url);
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let at = next++; at < bodies.length; at = next++) {
        const answer = await agent.request({
          origin,
          path: pathname,
          method: "POST",
          headers: { "content-type": "application/json" },
          body: bodies[at] ?? "",
        });
        await answer.body.dump();
      }
    }),
  );
  await agent.close();
}

async function sent(engine: NodeEngine, messages: readonly IncomingDelivery[]): Promise<void> {
  const { get } = createContainer(engine);
  let next = 0;
  await Promise.all(
    Array.from({ length: connections / batchSize }, async () => {
      for (let at = (next += batchSize) - batchSize; at < messages.length; at = (next += batchSize) - batchSize) {
        const batch = messages.slice(at, at + batchSize).map((message) => ({ message, receiveCount: 1 }));
        for (const result of await get(sender).run(batch)) if (result.status === "rejected") throw result.reason;
      }
    }),
  );
  await get(dialer).close();
}

/** Delivers as the host does, but with no more concurrency than the other arms. */
async function queued(engine: NodeEngine, messages: readonly IncomingDelivery[]): Promise<Arm> {
  const declaration = { ...queues.deliver, maxConcurrency: connections / batchSize };
  const queue = engine.queue("deliver");
  const handler = createDeliverHandler(engine);
  const pump = new QueuePump({
    queue,
    declaration,
    handler,
    clock: engine.clock,
    logger: engine.logger,
    pollInterval: 50,
  });
  await queue.send(messages.map((message) => ({ body: JSON.stringify(message), group: message.subscription })));
  const arm = await measured(async () => {
    pump.wake();
    while ((await queue.hasReady(1)) || (await queue.depth()).inFlight > 0) await sleep(5);
  });
  await pump.stop();
  return arm;
}

async function prepared(url: string) {
  const dataDir = mkdtempSync(join(tmpdir(), "feedhook-bench-"));
  const settings = {
    partnerUrl: "http://127.0.0.1:9",
    allowInsecureEndpoints: true,
    operatorKeyHash: "0".repeat(64),
    timings: defaultTimings,
  };
  const engine = createSqliteEngine({ dataDir, settings, logger: new SilentLogger(), metrics: new InMemoryMetrics() });
  const { clock } = engine;
  const table = engine.table("subscriptions");
  const secrets = new SecretBox({ table, keys: engine.keys, clock, randomness: systemRandomness, cacheMs: 3_600_000 });
  const store = new SubscriptionStore({ ...testContext({ randomness: systemRandomness }), clock, table, secrets });
  const ids: string[] = [];
  for (let n = 0; n < subscriptions; n += 1) {
    const wanted = { url, eventTypes: ["*"], baseline: true, status: "active" as const };
    ids.push((await store.create(operatorPartner, wanted)).subscription.id);
  }
  const events = new EventStore({ ...testContext(), clock, events: engine.table("events") });
  const now = clock.now();
  const made: StoredEvent[] = Array.from({ length: deliveries }, (_, n) => {
    const envelope = anEvent({ id: idOf(n, now - n), data: { id: `per-${n}`, name: "x".repeat(600) } });
    return { envelope, body: JSON.stringify(envelope) };
  });
  for (let at = 0; at < made.length; at += 500) await events.put(made.slice(at, at + 500));
  const messagesOf = (run: string): IncomingDelivery[] =>
    made.map(({ envelope: { id } }, n) => {
      const subscription = ids[n % ids.length] ?? "";
      return { subscription, partner: operatorPartner, instance: "acme", event: id, run, attempt: 1 };
    });
  const close = () => {
    engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { engine, bodies: made.map(({ body }) => body), messagesOf, close };
}

const told = ({ perSecond, cpuMs }: Arm) => `${perSecond.toFixed(0)}/s at ${cpuMs.toFixed(3)} ms`;

const sink = await startProgram("test/bench/sink-main.ts", []);
const { engine, bodies, messagesOf, close } = await prepared(`${sink.ready}/`);
console.log(
  `${deliveries} deliveries, ${connections} connections, ${rounds} rounds, ${cpus().length} cores; CPU per delivery`,
);
const arms: { readonly bare: Arm; readonly sender: Arm; readonly queue: Arm }[] = [];
for (let round = 0; round <= rounds; round += 1) {
  const arm = {
    bare: await measured(() => bare(`${sink.ready}/`, bodies)),
    sender: await measured(() => sent(engine, messagesOf(`r${round}`))),
    queue: await queued(engine, messagesOf(`q${round}`)),
  };
  // The first run warms up.
  if (round === 0) continue;
  arms.push(arm);
  console.log(`round ${round}: bare ${told(arm.bare)}, sender ${told(arm.sender)}, with queue ${told(arm.queue)}`);
}
await sink.kill("SIGTERM");
close();
const of = (name: keyof (typeof arms)[number], figure: keyof Arm) => median(arms.map((arm) => arm[name][figure]));
const ratio = (name: "sender" | "queue") => (of(name, "perSecond") / of("bare", "perSecond")).toFixed(2);
console.log(
  `sender ${ratio("sender")} of the bare loop, with queue ${ratio("queue")}; CPU per delivery ${of("bare", "cpuMs").toFixed(3)} ms bare, ${of("sender", "cpuMs").toFixed(3)} ms sender (medians; goal 0.8 for the sender)`,
);
