import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { systemClock } from "../../functions/runtime/system-ports.ts";
import { checkedTimings } from "../../shared/kernel/checked-timings.ts";
import { FeedhookError } from "../../shared/kernel/errors.ts";
import { parseInput } from "../../shared/kernel/parse.ts";
import { defaultTimings, type Timings } from "../../shared/kernel/timings.ts";
import { createLogger } from "./create-logger.ts";
import { demoRequestsPerSecond, demoTimings, startDemoSandbox, subscribeSample } from "./demo.ts";
import { type InstanceOptions, type Options, readOptions, usage } from "./options.ts";
import { requestApi } from "./request-api.ts";
import { startSampleSubscriber } from "./sample-subscriber.ts";
import { type Bridge, startBridge } from "./start-bridge.ts";

/**
 * Ms in which a repeated signal counts as the same one. A terminal or a service manager signals npm and this process, and
 * npm passes its signal on. A person who asks again later wants the end now.
 */
const sameSignal = 1_000;

const print = (line: string): void => {
  console.log(line);
};

/** Starts the bridge alone, for a real Partner API; everything is kept in the data directory. */
async function startReal(options: Options, partnerUrl: string, started: AsyncDisposableStack): Promise<void> {
  const dataDir = resolve(options.dataDir ?? ".feedhook");
  const logger = createLogger(options.log);
  const bridge = await startBridge({
    ...options,
    partnerUrl,
    dataDir,
    timings: timingsOf(defaultTimings, options),
    logger,
  });
  started.defer(() => bridge.stop());
  welcome(bridge, [`Polling        ${partnerUrl}`, `Data           ${dataDir}`]);
  await register(bridge, options.instances);
}

/** Starts what a newcomer shall see: a sandbox, the bridge and a sample subscriber. */
async function startDemo(options: Options, started: AsyncDisposableStack): Promise<void> {
  const kept = options.dataDir;
  const dataDir = kept === undefined ? mkdtempSync(join(tmpdir(), "feedhook-")) : resolve(kept);
  if (kept === undefined) {
    started.defer(() => {
      rmSync(dataDir, { recursive: true, force: true });
    });
  }
  const sandbox = await startDemoSandbox(kept === undefined ? undefined : join(dataDir, "sandbox"));
  started.defer(() => sandbox.close());
  const subscriber = await startSampleSubscriber(print, () => systemClock.now());
  started.defer(() => subscriber.close());
  const bridge = await startBridge({
    ...options,
    partnerUrl: sandbox.url,
    dataDir,
    timings: timingsOf(demoTimings, options),
    // The sample subscriber listens on 127.0.0.1.
    allowInsecureEndpoints: true,
    logger: createLogger(options.log, "warn"),
  });
  started.defer(() => bridge.stop());
  welcome(bridge, [`Sandbox        ${sandbox.url}`]);
  await subscribeSample(subscriber, bridge.url, bridge.operatorKey);
  const instances = sandbox.instances.map(({ name, clientId, clientSecret }) => ({
    name,
    clientId,
    clientSecret,
    requestsPerSecond: demoRequestsPerSecond,
  }));
  print("\nThe sandbox keeps changing. Each line below is a webhook that arrived and whose signature was verified:\n");
  await register(bridge, instances);
}

function timingsOf(defaults: Timings, { timings: overrides = {}, tick }: Options): Timings {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  const all = { ...defaults, ...Object.fromEntries(given), ...(tick === undefined ? {} : { tick }) };
  return parseInput(checkedTimings, all, "timings");
}

function welcome(bridge: Bridge, more: readonly string[]): void {
  print(`Console        ${bridge.url}/#key=${bridge.operatorKey}`);
  print(`API            ${bridge.url}/v1`);
  print(`Operator key   ${bridge.operatorKey}`);
  for (const line of more) print(line);
}

async function register(bridge: Bridge, instances: readonly InstanceOptions[]): Promise<void> {
  for (const { name, clientId, clientSecret, ...rest } of instances) {
    const body = { credentials: { clientId, clientSecret }, ...rest };
    await requestApi(bridge.url, bridge.operatorKey, "PUT", `/v1/instances/${name}`, body);
  }
  bridge.fireClock();
}

/** Starts what the options ask for, or nothing if a part of it fails. Resolves with the function that stops it. */
async function start(options: Options): Promise<() => Promise<void>> {
  await using started = new AsyncDisposableStack();
  if (options.partnerUrl === undefined) await startDemo(options, started);
  else await startReal(options, options.partnerUrl, started);
  const running = started.move();
  return () => running.disposeAsync();
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") {
    print(usage);
    return;
  }
  const starting = start(options);
  let stoppingSince: number | undefined;
  const end = () => {
    if (stoppingSince !== undefined) {
      if (systemClock.now() - stoppingSince > sameSignal) process.exit(1);
      return;
    }
    stoppingSince = systemClock.now();
    print("\nStopping…");
    // Also while it still starts: then the parts that are up already are stopped. Deliveries under way still arrive.
    void starting
      .then((stop) => stop())
      .then(() => {
        print("Stopped.");
        process.exit(0);
      });
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  await starting;
}

main().catch((error: unknown) => {
  // A person who can do something about it gets a sentence; a fault of the program gets its stack.
  console.error(error instanceof FeedhookError ? `feedhook: ${error.message}` : error);
  process.exit(1);
});
