import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createHandlers } from "../../infra/node/create-handlers.ts";
import { startHost } from "../../infra/node/host.ts";
import { InMemoryMetrics } from "../../infra/node/in-memory-metrics.ts";
import { exportStore } from "../../infra/node/move/export-store.ts";
import { importInto } from "../../infra/node/move/import-archive.ts";
import type { NodeEngine, NodeTable } from "../../infra/node/node-engine.ts";
import { requestApi } from "../../infra/node/request-api.ts";
import { createSqliteEngine } from "../../infra/node/sqlite-engine.ts";
import { startBridge } from "../../infra/node/start-bridge.ts";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { DynamoTable } from "../../shared/adapters/aws/dynamo-table.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { type TableName, tables } from "../../shared/kernel/topology.ts";
import { startDynalite } from "../support/dynalite.ts";
import { FakeKeyWrapper } from "../support/fake-key-wrapper.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { FlakySubscriber } from "./support/flaky-subscriber.ts";
import { livesOf, readOracle, stateText } from "./support/oracle.ts";
import { PartnerClient } from "./support/partner-client.ts";

const operatorKey = "operator-key-of-the-move-test";
const timings = {
  ...defaultTimings,
  tick: 200,
  timelinePeriod: 400,
  ownerPeriod: 60_000,
  sweepPeriod: 20_000,
  fastOverlap: 5_000,
  walkPeriod: 60_000,
  startBy: 5_000,
  claimLife: 1_000,
  messageRetries: [200, 400, 800],
  backlogRetries: [1_000, 2_000, 3_000, 4_000, 5_000, 6_000],
};

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/**
 * The engine on AWS as far as it stands here: DynamoDB's protocol for the tables and another key, with the queues of one machine.
 * What is written to the mirror is written to a table of SQLite as well, whose change stream stands in for DynamoDB's.
 */
function awsStandIn(local: NodeEngine, client: Awaited<ReturnType<typeof startDynalite>>["client"]): NodeEngine {
  const { clock, sleeper, randomness } = local;
  const dynamo = (name: TableName) =>
    new DynamoTable({ client, clock, sleeper, randomness, tableName: name, declaration: tables[name] });
  const made = new Map<TableName, NodeTable>();
  const table = (name: TableName): NodeTable => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const [remote, streamed] = [dynamo(name), local.table(name)];
    const isMirror = name === "mirror";
    const both: NodeTable = {
      get: (...given) => remote.get(...given),
      getAll: (...given) => remote.getAll(...given),
      query: (...given) => remote.query(...given),
      queryIndex: (...given) => remote.queryIndex(...given),
      scan: (...given) => remote.scan(...given),
      put: async (puts) => {
        const outcomes = await remote.put(puts);
        const written = puts.filter((_, n) => outcomes[n] === "written").map(({ item }) => ({ item }));
        if (isMirror) await streamed.put(written);
        return outcomes;
      },
      update: async (change) => {
        const outcome = await remote.update(change);
        if (isMirror && outcome === "written") await streamed.put([{ item: (await remote.get(change.key))! }]);
        return outcome;
      },
      remove: async (key, when) => {
        const outcome = await remote.remove(key, when);
        if (isMirror && outcome === "written") await streamed.remove(key);
        return outcome;
      },
      deleteExpired: async () => 0,
      countBy: (...given) => streamed.countBy(...given),
    };
    made.set(name, both);
    return both;
  };
  const engine: NodeEngine = { ...local, table, keys: new FakeKeyWrapper(), sibling: () => engine };
  return engine;
}

/** Makes people and changes them; no state comes twice. */
async function changePeople(client: PartnerClient, goesOn: () => boolean): Promise<void> {
  const people: string[] = [];
  for (let count = 0; goesOn(); count += 1) {
    if (count % 5 === 0)
      people.push(
        (
          await client.post("/person", {
            firstName: "Kari",
            lastName: `New ${count}`,
            primaryEmail: `kari.${count}@example.com`,
          })
        ).id,
      );
    else await client.patch(`/person/${people[(count * 7) % people.length]}`, { lastName: `Changed ${count}` });
    await sleep(100);
  }
}

test("a bridge moves to AWS in the middle of changes: each is told, and none twice", { timeout: 200_000 }, async () => {
  const root = mkdtempSync(join(tmpdir(), "feedhook-move-"));
  cleanups.push(() => {
    rmSync(root, { recursive: true, force: true });
  });
  const at = (name: string) => join(root, name);
  const sandbox = await startSandbox({ port: 0, seed: 11, records: 15 });
  cleanups.push(() => sandbox.close());
  const [{ name, clientId, clientSecret }] = sandbox.instances as [(typeof sandbox.instances)[0]];
  let isFailing = false;
  const subscriber = await FlakySubscriber.start(() => isFailing);
  cleanups.push(() => subscriber.close());

  const bridge = await startBridge({
    ...{ partnerUrl: sandbox.url, dataDir: at("data"), port: 0, operatorKey, timings },
    ...{ allowInsecureEndpoints: true, logger: new SilentLogger() },
  });
  const api = (method: string, path: string, body?: unknown) => requestApi(bridge.url, operatorKey, method, path, body);
  const subscription = { url: subscriber.url, eventTypes: ["person.*"] };
  const { secret } = (await api("POST", "/v1/subscriptions", subscription)) as { secret: string };
  subscriber.trust(secret);
  await api("PUT", `/v1/instances/${name}`, { credentials: { clientId, clientSecret }, requestsPerSecond: 100 });
  const connected = async () =>
    ((await api("GET", "/v1/status")) as { instances: { baselineDone: boolean }[] }).instances[0]?.baselineDone;
  await expect.poll(connected, { timeout: 60_000 }).toBe(true);

  const before = (await readOracle(sandbox.url, 0)).at(-1)?.sequence ?? 0;
  const client = await PartnerClient.connect(sandbox.url, name, clientId, clientSecret);
  let isChanging = true;
  const changing = changePeople(client, () => isChanging);
  await sleep(3_000);
  // What is delivered from here on fails and waits: the move happens with a backlog, and with changes under way.
  isFailing = true;
  await sleep(2_000);
  await bridge.stop();
  await exportStore(at("data"), at("bridge.export"), "a passphrase", Date.now());

  const { client: dynamo, close } = await startDynalite();
  cleanups.push(close);
  const local = createSqliteEngine({
    dataDir: at("aws"),
    settings: { partnerUrl: sandbox.url, allowInsecureEndpoints: true, operatorKeyHash: "", timings },
    logger: new SilentLogger(),
    metrics: new InMemoryMetrics(),
  });
  cleanups.push(() => {
    local.close();
  });
  const engine = awsStandIn(local, dynamo);
  // As on AWS, everything runs while the import goes on.
  const host = await startHost({ engine, handlers: [createHandlers(engine)], clockEvery: timings.tick });
  cleanups.push(() => host.stop());
  isFailing = false;
  await importInto(engine, at("bridge.export"), at("work"), "a passphrase", () => undefined);
  await sleep(3_000);
  isChanging = false;
  await changing;

  const lives = livesOf(await readOracle(sandbox.url, before)).filter(({ resource }) => resource === "person");
  const events = () => [...subscriber.distinct.values()].map(({ event }) => event);
  const told = () => new Set(events().map(({ subject, data }) => `${subject.id} ${stateText(data)}`));
  const lastStates = lives.map((life) => `${life.id} ${stateText(life.states.at(-1)?.body)}`);
  expect(lastStates.length).toBeGreaterThan(3);
  await expect.poll(() => lastStates.filter((state) => !told().has(state)), { timeout: 60_000 }).toEqual([]);
  await sleep(2_000);
  expect(subscriber.unverified).toEqual([]);
  expect(subscriber.refused).toBeGreaterThan(0);
  // No two events tell the same state of a record, and none of the baseline was told again.
  const states = events().map(({ type, subject, data }) => `${type} ${subject.id} ${stateText(data)}`);
  expect(states.toSorted()).toEqual([...new Set(states)].toSorted());
  const seqs = events().map(({ subject }) => `${subject.id} ${subject.seq} ${subject.part}`);
  expect(seqs.toSorted()).toEqual([...new Set(seqs)].toSorted());
});
