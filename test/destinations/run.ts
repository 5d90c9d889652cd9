import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requestApi } from "../../infra/node/request-api.ts";
import { startBridge } from "../../infra/node/start-bridge.ts";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { say } from "../deploy/progress.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { type Api, Delivered } from "./delivered.ts";
import { account, installMoto, Moto } from "./moto.ts";
import { bucketPlace, busPlace, queuePlace } from "./places.ts";

/** The exit code for "not available here": neither passed nor failed. */
const unavailable = 75;
const operatorKey = "0f0c8b8bb1d24b5f4e9d7b5bd3a6a1c8f1b0a6f4d5e2c7b8a9f0e1d2c3b4a596";
/** A failing endpoint is noticed, and probed, within seconds. */
const timings = {
  ...defaultTimings,
  ...{ tick: 500, timelinePeriod: 1_000, fastOverlap: 5_000, newEndpoint: 1, pingGap: 1 },
  ...{ endpointProbes: [1_000], messageRetries: [500, 500, 500], backlogRetries: Array<number>(8).fill(1_000) },
};

async function run(moto: Moto, folder: string): Promise<void> {
  const { endpoint } = moto;
  const options = { endpoint, credentials: moto.administrator };
  const own = await moto.user("feedhook", "sts:AssumeRole");
  process.env["AWS_ENDPOINT_URL"] = endpoint;
  process.env["AWS_ACCESS_KEY_ID"] = own.accessKeyId;
  process.env["AWS_SECRET_ACCESS_KEY"] = own.secretAccessKey;
  await using running = new AsyncDisposableStack();
  const sandbox = await startSandbox({ seed: 3, records: 20, live: { changesPerMinute: 90 } });
  running.defer(() => sandbox.close());
  const bridge = await startBridge({
    ...{ partnerUrl: sandbox.url, dataDir: join(folder, "data"), port: 0, operatorKey, timings },
    ...{ allowInsecureEndpoints: false, logger: new SilentLogger() },
    awsPrincipal: `arn:aws:iam::${account}:user/feedhook`,
  });
  running.defer(() => bridge.stop());
  const api: Api = (method, path, body) => requestApi(bridge.url, operatorKey, method, path, body);
  for (const { name, clientId, clientSecret } of sandbox.instances)
    await api("PUT", `/v1/instances/${name}`, { credentials: { clientId, clientSecret }, requestsPerSecond: 100 });
  const places = [queuePlace(options), busPlace(options), bucketPlace(options)];
  await Promise.all(places.map(async (place) => (await Delivered.subscribe(api, moto, place)).run()));
}

const installed = await installMoto();
if (installed === undefined) process.exitCode = unavailable;
else {
  const folder = mkdtempSync(join(tmpdir(), "feedhook-destinations-"));
  const moto = await Moto.start(installed);
  try {
    await run(moto, folder);
    say("passed");
  } catch (error) {
    process.exitCode = 1;
    say(`failed: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    await moto.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
