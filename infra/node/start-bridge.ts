import { createHash } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import type { Settings } from "../../functions/runtime/engine.ts";
import { systemClock, systemRandomness } from "../../functions/runtime/system-ports.ts";
import { OtlpTracer } from "../../shared/adapters/http/otlp-tracer.ts";
import { LocalWakeUps } from "../../shared/adapters/local/local-wake-ups.ts";
import { type SmtpOptions, smtpMailer } from "../../shared/adapters/smtp/smtp-mailer.ts";
import type { BackupState } from "../../shared/api/status/status-probe.ts";
import { errorWith, faultCodeOf, isFilesExhausted } from "../../shared/kernel/errors.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import type { Timings } from "../../shared/kernel/timings.ts";
import type { TracingOptions } from "../../shared/kernel/tracing-options.ts";
import type { SignInOptions } from "../../shared/partners/sign-in.ts";
import { backgroundQueues, startBackgroundThread } from "./background/background-thread.ts";
import { createHandlers } from "./create-handlers.ts";
import { openDataDirectory, withRoomIn } from "./data-directory.ts";
import { startHost } from "./host.ts";
import { requireNotExported } from "./move/export-store.ts";
import type { NodeEngine } from "./node-engine.ts";
import { type OperatorKey, operatorKey } from "./operator-key.ts";
import { PrometheusMetrics } from "./prometheus-metrics.ts";
import { createSqliteEngine } from "./sqlite-engine.ts";
import { lastFlush, stopWithin } from "./stop-limits.ts";

export type BridgeOptions = {
  readonly partnerUrl: string;
  readonly dataDir: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly operatorKey?: string | undefined;
  readonly allowInsecureEndpoints: boolean;
  readonly timings: Timings;
  readonly logger: Logger;
  /** For alerts. */
  readonly smtp?: Omit<SmtpOptions, "password"> | undefined;
  readonly smtpPassword?: string | undefined;
  readonly tracing?: TracingOptions | undefined;
  readonly backups?: (() => BackupState) | undefined;
  readonly portalUrl?: string | undefined;
  /** The AWS principal that assumes partners' roles. Without it, no events can go to AWS. */
  readonly awsPrincipal?: string | undefined;
  readonly signIn?: SignInOptions | undefined;
  readonly signInSecret?: string | undefined;
  readonly trustedProxies?: readonly string[] | undefined;
  /** For tests that make the engine fail. The main thread then consumes all queues. */
  readonly engineFor?: (engine: NodeEngine) => NodeEngine;
  /** How many engines take turns, as several workers would. */
  readonly workers?: number;
};

export type Bridge = {
  readonly url: string;
  readonly operatorKey: OperatorKey;
  /** Begins a tick now instead of on schedule. */
  fireClock(): void;
  stop(): Promise<void>;
};

/**
 * Runs the bridge in one process: the engine and its pumps, and a background thread with the management API on 127.0.0.1.
 * Throws `HostRunningError`, `PortInUseError`, `DataDirectoryError`, `ExportedStoreError`, {@link TooFewFilesError},
 * `StoreFullError`, and the errors of {@link operatorKey}, `readKeyFile` and `openStore`. If it throws, it leaves
 * nothing running.
 */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const { dataDir, logger, timings, workers = 1 } = options;
  const engineFor = options.engineFor ?? ((engine: NodeEngine) => engine);
  checkFreeFiles();
  openDataDirectory(dataDir);
  requireNotExported(dataDir);
  const key = withRoomIn(dataDir, () => operatorKey(dataDir, options.operatorKey, systemRandomness));
  const settings: Settings = {
    partnerUrl: options.partnerUrl,
    allowInsecureEndpoints: options.allowInsecureEndpoints,
    operatorKeyHash: createHash("sha256").update(key.key).digest("hex"),
    mailFrom: options.smtp?.from,
    portalUrl: options.portalUrl,
    awsPrincipal: options.awsPrincipal,
    timings,
  };
  const mailer = options.smtp && smtpMailer({ ...options.smtp, password: options.smtpPassword });
  const metrics = new PrometheusMetrics();
  const wakeUps = new LocalWakeUps();
  const listening: { port?: number } = {};
  const ownPort = () => listening.port;
  await using started = new AsyncDisposableStack();
  const tracer = options.tracing && new OtlpTracer({ ...options.tracing, logger, clock: systemClock });
  started.defer(() => tracer?.flush(lastFlush));
  const engine = withRoomIn(dataDir, () =>
    engineFor(
      createSqliteEngine({ dataDir, settings: { ...settings, ownPort }, logger, metrics, mailer, tracer }, wakeUps),
    ),
  );
  const siblings = Array.from({ length: workers - 1 }, () => engineFor(engine.sibling()));
  started.defer(() => {
    for (const each of [...siblings, engine]) each.close();
  });
  // Space is checked first: on a full disk, the bridge would start and then fail in one place after another.
  await engine.storage.tryRoom();
  const background = options.engineFor === undefined ? backgroundQueues : [];
  const host = await startHost({
    engine,
    handlers: [createHandlers(engine), ...siblings.map(createHandlers)],
    elsewhere: background,
    clockEvery: timings.tick,
  });
  started.defer(() => host.stop());
  const { port: wanted, backups, trustedProxies = [], signIn, signInSecret } = options;
  const parts = {
    ...{ dataDir, settings, logger, metrics, wakeUps, backups, trustedProxies, port: wanted },
    ...{ signIn, signInSecret, tracing: options.tracing, queues: background, writeTurn: engine.writeTurn },
    fullSince: () => host.fullSince(),
  };
  const thread = await startBackgroundThread(parts);
  listening.port = thread.port;
  // Both stop taking work immediately. While the thread writes, no other program may take the store.
  started.defer(() => host.stop(stopWithin, thread.stop()));
  const running = started.move();
  return {
    url: `http://127.0.0.1:${thread.port}`,
    operatorKey: key,
    fireClock: () => {
      host.fireClock();
    },
    stop: () => running.disposeAsync(),
  };
}

export class TooFewFilesError extends errorWith("too_few_files") {}

/** For the store, and for connections of the API, the portal, the source and a few endpoints. */
const neededFiles = 96;

/**
 * Opens as many files as light work needs, and closes them again. With fewer files, the bridge would start and then
 * fail in unexpected places. Throws {@link TooFewFilesError}.
 */
export function checkFreeFiles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < neededFiles) opened.push(openSync(devNull, "r"));
  } catch (cause) {
    if (!isFilesExhausted(faultCodeOf(cause))) throw cause;
    throw new TooFewFilesError(
      `this process can open ${opened.length} more files, but needs at least ${neededFiles}, preferably a thousand: ` +
        "raise its limit (ulimit -n 4096, or LimitNOFILE= of its systemd unit)",
      { cause },
    );
  } finally {
    for (const file of opened) closeSync(file);
  }
}
