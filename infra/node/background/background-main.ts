import { once } from "node:events";
import { readlinkSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { MessageChannel, parentPort, workerData } from "node:worker_threads";
import { getRequestListener } from "@hono/node-server";
import { Registry } from "prom-client";
import * as z from "zod";
import { createContainer } from "../../../functions/runtime/container.ts";
import { createApiServices } from "../../../functions/runtime/services/api.ts";
import { systemClock } from "../../../functions/runtime/system-ports.ts";
import { trustedProxies } from "../../../functions/runtime/trusted-proxies.ts";
import { OtlpTracer } from "../../../shared/adapters/http/otlp-tracer.ts";
import { LocalWakeUps } from "../../../shared/adapters/local/local-wake-ups.ts";
import { loggerTo } from "../../../shared/adapters/logging/json-logger.ts";
import { requireAccess } from "../../../shared/api/access/access.ts";
import { authenticate } from "../../../shared/api/access/authenticate.ts";
import { limitRequests } from "../../../shared/api/access/limit-requests.ts";
import { createApi, maxBodyBytes } from "../../../shared/api/create-api.ts";
import { needsAttention } from "../../../shared/api/status/needs-attention.ts";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { queues, tables } from "../../../shared/kernel/topology.ts";
import { buildPortal } from "../../portal/build-portal.ts";
import { attentionLog } from "../api/attention-log.ts";
import { boundedServer } from "../api/bounded-server.ts";
import { statusMetrics } from "../api/status-metrics.ts";
import { statusProbe } from "../api/status-probe.ts";
import { createDeliveryHandlers } from "../create-delivery-handlers.ts";
import { grantedEngine } from "../granted-engine.ts";
import { closeServer, listen, PortInUseError } from "../listen.ts";
import { type Consumption, type Pumps, startPumps } from "../pumps.ts";
import { createSqliteEngine } from "../sqlite-engine.ts";
import { lastFlush } from "../stop-limits.ts";
import { type BackgroundMessage, backgroundOrder, backgroundStart, type Question } from "./background-messages.ts";

/** In ms. */
const lookEvery = 60_000;

/**
 * The most simultaneous connections. Each takes one of the files that the process may open (usually 1,024). Without
 * free files, nothing is polled or delivered.
 */
const mostConnections = 512;

/** How much the thread's `nice` value exceeds the process's, so that polls and deliveries come first. */
const nicer = 5;

const {
  dataDir,
  port,
  settings,
  schedulesBackups,
  writeTurn,
  hostCpu,
  queues: consumed,
  ...start
} = backgroundStart.parse(workerData);

const worked = new Float64Array(hostCpu);

const send = (message: Exclude<BackgroundMessage, { kind: "ask" }>): void => parentPort?.postMessage(message);

async function ask<S extends z.ZodType>(question: Question, answer: S): Promise<z.output<S>> {
  const { port1, port2 } = new MessageChannel();
  try {
    const answered = once(port1, "message").then(([value]: unknown[]) => answer.parse(value));
    parentPort?.postMessage({ kind: "ask", question, reply: port2 }, [port2]);
    return await answered;
  } finally {
    port1.close();
  }
}

const backupState = z.object({
  since: z.number(),
  missingSince: z.number().exactOptional(),
  fault: z.string().exactOptional(),
});

// On Linux, each thread has its own priority. Elsewhere, this would change the priority of the whole process.
if (process.platform === "linux") {
  const [, thread] = readlinkSync("/proc/thread-self").split("/task/");
  try {
    setPriority(Number(thread), Math.min(getPriority() + nicer, constants.priority.PRIORITY_LOW));
  } catch {
    // A sandbox may forbid it. Then both threads have the same priority.
  }
}

const wakeUps = new LocalWakeUps();
const own: ReadonlySet<string> = new Set(consumed);
for (const { name } of [...Object.values(queues), ...Object.values(tables)]) {
  // The host also wakes this thread, so a wake-up for work of this thread would come back.
  if (own.has(name)) continue;
  wakeUps.on(name, () => {
    send({ kind: "work", name });
  });
}
const logger = loggerTo((level, event, fields, described) => {
  const { error, ...rest } = described ?? {};
  send({ kind: "log", level, event, fields: { ...fields, ...rest }, error: described && String(error) });
});
const tracer = start.tracing && new OtlpTracer({ ...start.tracing, logger, clock: systemClock });
const listening: { port?: number } = {};
const proxies = trustedProxies(start.trustedProxies);
const engine = createSqliteEngine(
  {
    ...{ dataDir, writeTurn },
    settings: { ...settings, ownPort: () => listening.port, ...(proxies && { trustedProxies: proxies }) },
    ...{ logger, tracer },
    metrics: {
      record: (name, value, instance) => {
        send({ kind: "metric", name, value, instance });
      },
    },
  },
  wakeUps,
);
const { signIn, signInSecret } = start;
const services = createApiServices(createContainer(grantedEngine(engine, functions.api)), {
  probe: statusProbe(engine, {
    alive: () => ask("alive", z.literal(true)),
    fullSince: () => ask("fullSince", z.number().optional()),
    ...(schedulesBackups && { backups: () => ask("backups", backupState) }),
  }),
  signIn: signIn && { options: signIn, clientSecret: () => Promise.resolve(signInSecret) },
  redrive: { queue: (name) => engine.queue(name).redrive(), changes: () => engine.mirrorChanges.redrive() },
});
// The portal is built when it is first opened, so that a start doesn't wait for a bundler.
const api = createApi({ ...services, portal: buildPortal });
const registry = new Registry();
const measure = statusMetrics(registry, services, engine, dataDir);
api.use(
  "/metrics",
  authenticate(services.authenticator),
  limitRequests(services),
  requireAccess({ who: "operator", scope: "read" }, { operationId: "getMetrics", path: "/metrics" }),
);
api.get("/metrics", async ({ text }) => {
  const [ofHost] = await Promise.all([ask("metrics", z.string()), measure()]);
  return text(`${ofHost}${await registry.metrics()}`, 200, { "content-type": registry.contentType });
});
const logAttention = attentionLog(() => needsAttention(services), engine.clock, engine.logger);
const looking = setInterval(() => void logAttention(), lookEvery);
const serve = getRequestListener(api.fetch);
const bounds = { connections: mostConnections, body: maxBodyBytes };
const server = boundedServer((request, response) => void serve(request, response), bounds);

const stop = async (): Promise<void> => {
  clearInterval(looking);
  await Promise.all([closeServer(server), pumps?.stop()]);
  await tracer?.flush(lastFlush);
  engine.close();
  process.exit(0);
};
parentPort?.on("message", (message: unknown) => {
  const order = backgroundOrder.parse(message);
  if (order.kind === "stop") void stop();
  else wakeUps.wake(order.name);
});
let pumps: Pumps | undefined;
try {
  listening.port = await listen(server, port);
  const { deliver, recover } = createDeliveryHandlers(engine, () => worked[0] ?? 0);
  const handle: Consumption["handle"] = (consumer, event) => (consumer === "recover" ? recover : deliver)(event);
  pumps = startPumps(engine, { queues: consumed, handle });
  send({ kind: "listening", port: listening.port });
} catch (error) {
  if (!(error instanceof PortInUseError)) throw error;
  send({ kind: "port_in_use", message: error.message });
  engine.close();
  process.exit(0);
}
