import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import * as z from "zod";
import { systemClock } from "../../functions/runtime/system-ports.ts";
import { checkedTimings } from "../../shared/kernel/checked-timings.ts";
import { parseInput } from "../../shared/kernel/parse.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import { defaultTimings, type Timings } from "../../shared/kernel/timings.ts";
import { type Announcer, createAnnouncer } from "./announcer.ts";
import { backUpAndRotate, lastBackup } from "./backup.ts";
import { BackupSchedule } from "./backup-schedule.ts";
import { createLogger } from "./create-logger.ts";
import { openDataDirectory } from "./data-directory.ts";
import { usage } from "./flags.ts";
import { keepOffOneProcessor } from "./keep-off-one-processor.ts";
import { type InstanceOptions, type Options, readOptions } from "./options.ts";
import { print } from "./print.ts";
import { requestApi } from "./request-api.ts";
import { type Bridge, startBridge } from "./start-bridge.ts";

/**
 * A signal repeated within this time (ms) is the same signal: a terminal or a service manager signals both npm and this
 * process, and npm passes its signal on. A person who signals again later wants the program to end now.
 */
const sameSignal = 1_000;

async function startReal(
  options: Options,
  partnerUrl: string,
  announcer: Announcer,
  started: AsyncDisposableStack,
): Promise<void> {
  const dataDir = resolve(options.dataDir ?? ".feedhook");
  const logger = createLogger(options.log, "info", { levels: options.logLevels, sample: options.logSample });
  const schedule = backupSchedule(options, dataDir, logger);
  const bridge = await startBridge({
    ...options,
    ...(schedule !== undefined && { backups: () => schedule.state() }),
    partnerUrl,
    dataDir,
    timings: timingsOf(defaultTimings, options),
    logger,
  });
  started.defer(() => bridge.stop());
  const backups = schedule?.start();
  started.defer(() => backups?.stop());
  await keepOffOneProcessor();
  const isIdle = (await register(bridge, options.instances)) === 0;
  announcer.started(bridge, { polling: partnerUrl, data: dataDir });
  const { exposedFile } = options;
  if (exposedFile !== undefined) {
    logger.warn("config.readable_by_others", {
      file: exposedFile,
      action: "chmod 600 it, because it contains credentials",
    });
  }
  if (isIdle) {
    const action = "add an instance to the options, or send PUT /v1/instances/{name}; until then, nothing is polled";
    logger.warn("bridge.no_instances", { action });
  }
}

function backupSchedule(
  { backup, backupPassphrase }: Options,
  dataDir: string,
  logger: Logger,
): BackupSchedule | undefined {
  if (backup === undefined || backupPassphrase === undefined) return undefined;
  const settings = { directory: resolve(backup.directory), keep: backup.keep };
  return new BackupSchedule({
    backUp: () => backUpAndRotate(dataDir, settings, backupPassphrase, systemClock.now()),
    last: () => lastBackup(settings.directory, systemClock.now()),
    every: backup.everyHours * 3_600_000,
    clock: systemClock,
    logger,
  });
}

async function startDemo(options: Options, announcer: Announcer, started: AsyncDisposableStack): Promise<void> {
  // Loaded only here, because the sandbox is an eighth of the program's code.
  const { demoRequestsPerSecond, demoTimings, startDemoSandbox, startSampleSubscriber, subscribeSample } = await import(
    "./demo.ts"
  );
  const kept = options.dataDir;
  const dataDir = kept === undefined ? mkdtempSync(join(tmpdir(), "feedhook-")) : resolve(kept);
  if (kept === undefined) {
    started.defer(() => {
      // On Windows, a virus scanner may still be reading a file.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    });
  }
  const records = join(dataDir, "sandbox");
  // The sandbox would create the directories with the umask's permissions.
  for (const each of [dataDir, records]) openDataDirectory(each);
  const sandbox = await startDemoSandbox(kept === undefined ? undefined : records);
  started.defer(() => sandbox.close());
  const subscriber = await startSampleSubscriber(
    (line) => {
      announcer.say("demo.webhook", line);
    },
    () => systemClock.now(),
  );
  started.defer(() => subscriber.close());
  const bridge = await startBridge({
    ...options,
    partnerUrl: sandbox.url,
    dataDir,
    timings: timingsOf(demoTimings, options),
    logger: createLogger(options.log, "warn"),
  });
  started.defer(() => bridge.stop());
  announcer.started(bridge, { sandbox: sandbox.url });
  await subscribeSample(subscriber, bridge.url, bridge.operatorKey.key);
  const instances = sandbox.instances.map(({ name, clientId, clientSecret }) => ({
    name,
    clientId,
    clientSecret,
    requestsPerSecond: demoRequestsPerSecond,
  }));
  announcer.say(
    "demo.started",
    "\nThe sandbox keeps changing. Each line below is a webhook with a verified signature:\n",
  );
  await register(bridge, instances);
}

function timingsOf(defaults: Timings, { timings: overrides = {}, tick }: Options): Timings {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  const all = { ...defaults, ...Object.fromEntries(given), ...(tick === undefined ? {} : { tick }) };
  return parseInput(checkedTimings, all, "timings");
}

const registered = z.object({ instances: z.array(z.unknown()) });

/** Returns how many instances the bridge has, including those registered before. */
async function register(bridge: Bridge, instances: readonly InstanceOptions[]): Promise<number> {
  const { url, operatorKey } = bridge;
  for (const { name, clientId, clientSecret, ...rest } of instances) {
    const body = { credentials: { clientId, clientSecret }, ...rest };
    await requestApi(url, operatorKey.key, "PUT", `/v1/instances/${name}`, body);
  }
  bridge.fireClock();
  return registered.parse(await requestApi(url, operatorKey.key, "GET", "/v1/status")).instances.length;
}

/** If a part fails to start, stops the others and throws. Resolves with a function that stops the parts. */
async function start(options: Options, announcer: Announcer): Promise<() => Promise<void>> {
  await using started = new AsyncDisposableStack();
  if (options.partnerUrl === undefined) await startDemo(options, announcer, started);
  else await startReal(options, options.partnerUrl, announcer, started);
  const running = started.move();
  return () => running.disposeAsync();
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") {
    print(usage());
    return;
  }
  // By default, V8 lets the heap grow to several times the memory in use while memory is available. A bridge is a small
  // process on a shared machine. The growth is in percent of the heap's size after the last full collection.
  setFlagsFromString("--heap-growing-percent=40");
  // For the threads that start later. The background thread fills the space of its young objects while it starts, and V8
  // then keeps the space: with 16 MB, it takes 15 MB more. While Node has this option on its command line, V8 ignores a
  // worker's `resourceLimits`.
  setFlagsFromString("--max-semi-space-size=8");
  const announcer = createAnnouncer(options.log);
  // From here on, every line has the selected format, including errors that Node would print.
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error) => {
      announcer.failed(error);
      process.exit(1);
    });
  }
  const starting = start(options, announcer);
  let stoppingSince: number | undefined;
  const end = () => {
    if (stoppingSince !== undefined) {
      if (systemClock.now() - stoppingSince > sameSignal) process.exit(1);
      return;
    }
    stoppingSince = systemClock.now();
    announcer.say("bridge.stopping", "\nStopping…");
    // A signal during the start takes effect at the end of the start. Running deliveries are still completed.
    void starting
      .then((stop) => stop())
      .then(() => {
        announcer.say("bridge.stopped", "Stopped.");
        process.exit(0);
      });
  };
  // On Windows, SIGINT is Ctrl-C, SIGHUP is a closed window, and SIGTERM doesn't exist.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  whenNpmEnds(() => {
    if (stoppingSince === undefined) end();
  });
  try {
    await starting;
  } catch (error) {
    announcer.failed(error);
    process.exit(1);
  }
}

/**
 * Calls `ended` if `npm start` started this program and npm has ended. npm passes on SIGINT and SIGTERM, but SIGHUP or
 * SIGKILL ends npm alone and would leave this program running. On Windows, a process keeps the id of its parent, so
 * this has no effect there.
 */
function whenNpmEnds(ended: () => void): void {
  // For another npm script, this variable has that script's name, and the program may outlive the script.
  if (process.env["npm_lifecycle_event"] !== "start") return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    ended();
  }, 500);
  timer.unref();
}

main().catch((error: unknown) => {
  // The options couldn't be read, so the format is taken from the command line's text.
  const words = process.argv.slice(2).join(" ");
  createAnnouncer(/--log[ =]json\b/.test(words) ? "json" : "pretty").failed(error);
  process.exit(1);
});
