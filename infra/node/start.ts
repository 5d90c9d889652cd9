import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { systemClock } from "../../functions/runtime/system-ports.ts";
import { FeedhookError } from "../../shared/kernel/errors.ts";
import { defaultTimings, type Timings, timings } from "../../shared/kernel/timings.ts";
import { callApi } from "./api-client.ts";
import { createLogger } from "./create-logger.ts";
import { demoRequestsPerSecond, demoTimings, startDemoSandbox, subscribeSample } from "./demo.ts";
import { type InstanceOptions, type Options, readOptions, usage } from "./options.ts";

import { type Bridge, startBridge } from "./start-bridge.ts";

type Stop = () => Promise<void>;
const print = (line: string): void => {
  console.log(line);
};

/** A real Partner API: the bridge alone, everything kept in the data dir. */
async function startReal(options: Options, partnerUrl: string): Promise<Stop> {
  const dataDir = resolve(options.dataDir ?? ".feedhook");
  const logger = createLogger(options.log);
  const bridge = await startBridge({
    ...options,
    partnerUrl,
    dataDir,
    timings: timingsOf(defaultTimings, options),
    logger,
  });
  welcome(bridge, [`Polling        ${partnerUrl}`, `Data           ${dataDir}`]);
  await register(bridge, options.instances);
  return () => bridge.stop();
}

/** Sandbox, bridge and sample subscriber: what a newcomer sees. */
async function startDemo(options: Options): Promise<Stop> {
  const kept = options.dataDir;
  const dataDir = kept === undefined ? mkdtempSync(join(tmpdir(), "feedhook-")) : resolve(kept);
  const sandbox = await startDemoSandbox(kept === undefined ? undefined : join(dataDir, "sandbox"));
  const bridge = await startBridge({
    ...options,
    partnerUrl: sandbox.url,
    dataDir,
    timings: timingsOf(demoTimings, options),
    // The sample subscriber listens on 127.0.0.1.
    allowInsecureEndpoints: true,
    logger: createLogger(options.log, "warn"),
  });
  welcome(bridge, [`Sandbox        ${sandbox.url}`]);
  const subscriber = await subscribeSample(bridge.url, bridge.operatorKey, print, () => systemClock.now());
  const instances = sandbox.instances.map(({ name, clientId, clientSecret }) => ({
    name,
    clientId,
    clientSecret,
    requestsPerSecond: demoRequestsPerSecond,
  }));
  await register(bridge, instances);
  print("\nThe sandbox keeps changing. Each line below is a webhook that arrived and whose signature was verified:\n");
  return async () => {
    await bridge.stop();
    await subscriber.close();
    await sandbox.close();
    if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
}

function timingsOf(defaults: Timings, { timings: overrides = {}, tick }: Options): Timings {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  return timings.parse({ ...defaults, ...Object.fromEntries(given), ...(tick === undefined ? {} : { tick }) });
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
    await callApi(bridge.url, bridge.operatorKey, "PUT", `/v1/instances/${name}`, body);
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") {
    print(usage);
    return;
  }
  const stop = await (options.partnerUrl === undefined ? startDemo(options) : startReal(options, options.partnerUrl));
  let stopping = false;
  const end = () => {
    if (stopping) process.exit(1);
    stopping = true;
    print("\nStopping…");
    void stop().then(() => process.exit(0));
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
}

main().catch((error: unknown) => {
  // What a person did wrong gets a sentence; what we did wrong gets its stack.
  console.error(error instanceof FeedhookError ? `feedhook: ${error.message}` : error);
  process.exitCode = 1;
});
