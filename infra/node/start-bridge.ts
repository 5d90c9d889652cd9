import { createHash } from "node:crypto";
import { createAdaptorServer } from "@hono/node-server";
import { createContainer } from "../../functions/runtime/container.ts";
import type { Settings } from "../../functions/runtime/engine.ts";
import { createApiServices } from "../../functions/runtime/services/api.ts";
import { systemRandomness } from "../../functions/runtime/system-ports.ts";
import { trustedProxies } from "../../functions/runtime/trusted-proxies.ts";
import { SmtpMailer, type SmtpOptions } from "../../shared/adapters/smtp/smtp-mailer.ts";
import { requireAccess } from "../../shared/api/access/access.ts";
import { authenticate } from "../../shared/api/access/authenticate.ts";
import { createApi } from "../../shared/api/create-api.ts";
import { needsAttention } from "../../shared/api/status/needs-attention.ts";
import type { Redrive } from "../../shared/api/status/redrive.ts";
import type { BackupState } from "../../shared/api/status/status-probe.ts";
import { functions } from "../../shared/kernel/function-topology.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import type { Timings } from "../../shared/kernel/timings.ts";
import { buildPortal } from "../portal/build-portal.ts";
import { AttentionLog } from "./attention-log.ts";
import { closeServer } from "./close-server.ts";
import { createHandlers } from "./create-handlers.ts";
import { openDataDirectory, withRoomIn } from "./data-directory.ts";
import { checkFreeFiles } from "./free-files.ts";
import { grantedEngine } from "./granted-engine.ts";
import { startHost } from "./host.ts";
import { listen } from "./listen.ts";
import { requireNotExported } from "./move/export-store.ts";
import type { NodeEngine } from "./node-engine.ts";
import { type OperatorKey, operatorKey } from "./operator-key.ts";
import { PrometheusMetrics } from "./prometheus-metrics.ts";
import { createSqliteEngine } from "./sqlite-engine.ts";
import { statusMetrics } from "./status-metrics.ts";
import { statusProbe } from "./status-probe.ts";

/** How often (ms) it is looked whether something new needs attention. */
const lookEvery = 60_000;

/** In bytes. An address that names a record may be long: an id of 2 KB takes up to 12 KB when it is percent-encoded. */
const maxHeaderSize = 64 * 1_024;

/**
 * Connections to the API and the portal at once. Each takes one of the files that the process may open, most often 1,024, and
 * without those nothing is polled or delivered.
 */
const mostConnections = 512;

/** Ms within which a request's headers and its body must be there: a client that sends a byte now and then has no longer. */
const timeouts = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };

/** Ms after which a connection ends on which nothing is sent, as before its first request: longer than any request waits. */
const silence = 90_000;

export type BridgeOptions = {
  readonly partnerUrl: string;
  readonly dataDir: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly operatorKey?: string | undefined;
  readonly allowInsecureEndpoints: boolean;
  readonly timings: Timings;
  readonly logger: Logger;
  /** The mail server for alerts; absent: none go by e-mail. */
  readonly smtp?: Omit<SmtpOptions, "password"> | undefined;
  readonly smtpPassword?: string | undefined;
  /** How the scheduled backups stand; absent where there are none. */
  readonly backups?: (() => BackupState) | undefined;
  /** The address at which people open the portal. */
  readonly portalUrl?: string | undefined;
  /** Addresses and ranges of the proxies before the API. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Tests put a hostile engine here; by default the engine is taken as it is. */
  readonly engineFor?: (engine: NodeEngine) => NodeEngine;
  /** How many engines take turns, as several workers would. */
  readonly workers?: number;
};

export type Bridge = {
  readonly url: string;
  readonly operatorKey: OperatorKey;
  /** Begins a tick now instead of when its time has come. */
  fireClock(): void;
  stop(): Promise<void>;
};

/**
 * Runs the bridge in one process: engine, pumps and the management API on 127.0.0.1. Throws HostRunningError,
 * PortInUseError, DataDirectoryError, ExportedStoreError, TooFewFilesError, KeyFileMissingError and what `openStore` throws; then
 * nothing is left running.
 */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const { dataDir, logger, timings, workers = 1 } = options;
  const engineFor = options.engineFor ?? ((engine: NodeEngine) => engine);
  checkFreeFiles();
  openDataDirectory(dataDir);
  requireNotExported(dataDir);
  const key = withRoomIn(dataDir, () => operatorKey(dataDir, options.operatorKey, systemRandomness));
  const listening: { port?: number } = {};
  const settings: Settings = {
    ownPort: () => listening.port,
    partnerUrl: options.partnerUrl,
    allowInsecureEndpoints: options.allowInsecureEndpoints,
    operatorKeyHash: createHash("sha256").update(key.key).digest("hex"),
    mailFrom: options.smtp?.from,
    portalUrl: options.portalUrl,
    trustedProxies: trustedProxies(options.trustedProxies ?? []),
    timings,
  };
  const mailer = options.smtp && new SmtpMailer({ ...options.smtp, password: options.smtpPassword });
  const metrics = new PrometheusMetrics();
  await using started = new AsyncDisposableStack();
  const engine = withRoomIn(dataDir, () =>
    engineFor(createSqliteEngine({ dataDir, settings, logger, metrics, mailer })),
  );
  const siblings = Array.from({ length: workers - 1 }, () => engineFor(engine.sibling()));
  started.defer(() => {
    for (const each of [...siblings, engine]) each.close();
  });
  // On a full disk the bridge would start and then fail in one place after another.
  await engine.storage.tryRoom();
  const host = await startHost({
    engine,
    handlers: [createHandlers(engine), ...siblings.map(createHandlers)],
    clockEvery: timings.tick,
  });
  started.defer(() => host.stop());
  const redrive: Redrive = {
    queue: (name) => engine.queue(name).redrive(),
    changes: () => engine.mirrorChanges.redrive(),
  };
  const own = { probe: statusProbe(engine, options.backups), redrive };
  const services = createApiServices(createContainer(grantedEngine(engine, functions.api)), own);
  // Built when somebody opens it: a start doesn't wait for a bundler.
  const api = createApi({ ...services, portal: buildPortal });
  const attention = new AttentionLog(() => needsAttention(services), engine.clock, logger);
  const looking = setInterval(() => void attention.look(), lookEvery);
  started.defer(() => {
    clearInterval(looking);
  });
  const measure = statusMetrics(metrics.registry, services, engine, dataDir);
  api.use(
    "/metrics",
    authenticate(services.authenticator),
    requireAccess({ who: "operator", scope: "read" }, { operationId: "getMetrics", path: "/metrics" }),
  );
  api.get("/metrics", async ({ text }) => {
    await measure();
    return text(await metrics.registry.metrics(), 200, { "content-type": metrics.registry.contentType });
  });
  const server = createAdaptorServer({ fetch: api.fetch, serverOptions: { maxHeaderSize, ...timeouts } });
  server.maxConnections = mostConnections;
  server.setTimeout(silence);
  const port = await listen(server, options.port);
  listening.port = port;
  started.defer(() => closeServer(server));
  const running = started.move();
  return {
    url: `http://127.0.0.1:${port}`,
    operatorKey: key,
    fireClock: () => {
      host.fireClock();
    },
    stop: () => running.disposeAsync(),
  };
}
