import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { requestApi } from "../../../infra/node/request-api.ts";
import { AnyProgram } from "../../support/program.ts";
import { FlakySubscriber } from "../support/flaky-subscriber.ts";
import { PartnerClient } from "../support/partner-client.ts";
import { type FixtureFacts, fixtureFolder, fixtureTimings, instance, operatorKey, seed } from "./fixture.ts";

/**
 * Writes a store as this release leaves it, `version-<n>.db.gz` and `.json`: whenever the store's version rises, the
 * last release's store goes beside the others. With another release's folder as argument, it writes that one's store.
 */
const folder = resolve(process.argv[2] ?? ".");
const dataDir = mkdtempSync(join(tmpdir(), "feedhook-fixture-"));

async function start(program: string, options: object) {
  const argv = [`test/e2e/support/${program}-main.ts`, JSON.stringify(options)];
  const running = new AnyProgram(process.execPath, argv, { cwd: folder });
  const [, ready = ""] = await running.prints(/^ready (.+)\n/m);
  return { ready, stop: () => running.signal("SIGTERM") };
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await sleep(100);
}

const sandbox = await start("sandbox", { seed, records: 24 });
const { url: partnerUrl, instances } = JSON.parse(sandbox.ready) as {
  url: string;
  instances: [{ clientId: string; clientSecret: string }];
};
const [{ clientId, clientSecret }] = instances;
const bridge = await start("bridge", { partnerUrl, dataDir, port: 0, operatorKey, timings: fixtureTimings });
const api = (method: string, path: string, body?: unknown) => requestApi(bridge.ready, operatorKey, method, path, body);
let isFailing = false;
const subscriber = await FlakySubscriber.start(() => isFailing);
const { id: subscription, secret } = (await api("POST", "/v1/subscriptions", {
  url: subscriber.url,
  eventTypes: ["*"],
})) as { id: string; secret: string };
subscriber.trust(secret);
const { name, requestsPerSecond } = instance;
await api("PUT", `/v1/instances/${name}`, { credentials: { clientId, clientSecret }, requestsPerSecond });
await until(async () => {
  const status = (await api("GET", "/v1/status")) as { instances: { baselineDone: boolean }[] };
  return status.instances[0]?.baselineDone === true;
});
const client = await PartnerClient.connect(partnerUrl, name, clientId, clientSecret);
const person = (await client.get("/person?limit=1")).items[0]!.id;
await client.patch(`/person/${person}`, { jobTitle: "Lead" });
await until(() => subscriber.taken.some(({ event }) => event.subject.id === person));
isFailing = true;
await client.patch(`/person/${person}`, { jobTitle: "Senior" });
let waiting: string | undefined;
await until(async () => {
  const { items } = (await api("GET", `/v1/subscriptions/${subscription}/deliveries`)) as {
    items: { event: string; state: string }[];
  };
  waiting = items.find(({ state }) => state === "waiting")?.event;
  return waiting !== undefined && subscriber.refused > 0;
});
await bridge.stop();
await subscriber.close();
await sandbox.stop();

const store = new DatabaseSync(join(dataDir, "feedhook.db"));
const packed = join(dataDir, "packed.db");
store.prepare("VACUUM INTO ?").run(packed);
const { user_version: version } = store.prepare("PRAGMA user_version").get() as { user_version: number };
store.close();
const facts: FixtureFacts = {
  version,
  key: readFileSync(join(dataDir, "key"), "utf8"),
  ...{ subscription, secret, person },
  delivered: subscriber.taken.map(({ event }) => event.id),
  waiting: waiting ?? "",
};
writeFileSync(join(fixtureFolder, `version-${version}.db.gz`), gzipSync(readFileSync(packed), { level: 9 }));
writeFileSync(join(fixtureFolder, `version-${version}.json`), `${JSON.stringify(facts, undefined, 2)}\n`);
rmSync(dataDir, { recursive: true });
console.log(`version-${version}`);
