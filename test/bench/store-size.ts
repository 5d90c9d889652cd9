import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { requestApi } from "../../infra/node/request-api.ts";
import { copySqliteStore } from "../../infra/node/sqlite-engine.ts";
import { startBridge } from "../../infra/node/start-bridge.ts";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { FlakySubscriber } from "../e2e/support/flaky-subscriber.ts";
import { PartnerClient } from "../e2e/support/partner-client.ts";
import { SilentLogger } from "../support/silent-logger.ts";

/**
 * How much disk a bridge on one machine takes: per 1,000 known records, and per 1,000 events, each delivered to one
 * subscription. Sizes are those of a packed copy of the store, by the difference before and after.
 */
const records = Number(process.env["RECORDS"] ?? 1_000);
const events = Number(process.env["EVENTS"] ?? 1_000);
const operatorKey = "59d3a845b41d155aeb481ed97d33d6c38bc575199a63cfc00fb86170801a8716";

const dataDir = mkdtempSync(join(tmpdir(), "feedhook-size-"));
const sandbox = await startSandbox({ records, seed: 3 });
const [access] = sandbox.instances;
if (access === undefined) throw new Error("the sandbox has no instance");
const subscriber = await FlakySubscriber.start(() => false);
const bridge = await startBridge({
  partnerUrl: sandbox.url,
  dataDir,
  port: 0,
  operatorKey,
  allowInsecureEndpoints: true,
  timings: { ...defaultTimings, tick: 500, timelinePeriod: 1_000 },
  logger: new SilentLogger(),
});
const api = (method: string, path: string, body?: unknown) => requestApi(bridge.url, operatorKey, method, path, body);

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await sleep(200);
}

async function packedSize(): Promise<number> {
  const copy = join(dataDir, `copy-${Date.now()}.db`);
  await copySqliteStore(join(dataDir, "feedhook.db"), copy);
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(copy);
  database.exec("VACUUM");
  database.close();
  return statSync(copy).size;
}

const empty = await packedSize();
const { name, clientId, clientSecret } = access;
await api("PUT", `/v1/instances/${name}`, { credentials: { clientId, clientSecret }, requestsPerSecond: 500 });
await until(async () => {
  const status = (await api("GET", "/v1/status")) as { instances: { baselineDone: boolean }[] };
  return status.instances[0]?.baselineDone === true;
});
const known = await packedSize();
const made = (await api("POST", "/v1/subscriptions", { url: subscriber.url, eventTypes: ["*"] })) as { secret: string };
subscriber.trust(made.secret);
const client = await PartnerClient.connect(sandbox.url, name, clientId, clientSecret);
const persons = (await client.get("/person?limit=1000")).items;
for (let change = 0; change < events; change += 1) {
  await client.patch(`/person/${persons[change % persons.length]?.id}`, { jobTitle: `Title ${change}` });
  // Two changes to a person between two polls would be one event.
  if ((change + 1) % persons.length === 0) await until(() => subscriber.distinct.size >= change + 1);
}
await until(() => subscriber.distinct.size >= events);
const full = await packedSize();
const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(2);
console.log(`first contact: ${megabytes(((known - empty) / records) * 1_000)} MB per 1,000 records`);
console.log(
  `events:        ${megabytes(((full - known) / subscriber.distinct.size) * 1_000)} MB per 1,000 events with one delivery each`,
);
await bridge.stop();
await subscriber.close();
await sandbox.close();
rmSync(dataDir, { recursive: true });
