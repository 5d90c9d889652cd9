import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { NodeEngine } from "../../infra/node/node-engine.ts";
import { requestApi } from "../../infra/node/request-api.ts";
import { StoreContents } from "../../infra/node/sqlite-engine.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type AwsEndpoint, type AwsRequest, startAwsEndpoint } from "./support/aws/aws-endpoint.ts";
import { runFunctions } from "./support/aws/run-functions.ts";
import { CliProgram } from "./support/cli-program.ts";
import type { FlakySubscriber } from "./support/flaky-subscriber.ts";
import { livesOf, readOracle, stateText } from "./support/oracle.ts";
import type { PartnerClient } from "./support/partner-client.ts";
import { bridgeForTest, connectTo, sandboxForTest, subscriberForTest } from "./support/test-scope.ts";

const operatorKey = "12c86f1caa72fc21b451a7dbeb70e634b7271b1efdcd5308acdb7d9e2c6f809b";
const stageKey = "bbbfaf52585393b4c9c9a1451499416e6c5b66c3df33a16f1cd29654f811e50a";
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
  // A delivery that keeps failing stays in the queue for 200 s, longer than the test waits in total until the bridge
  // moves.
  messageRetries: [200, ...Array<number>(10).fill(20_000)],
  backlogRetries: [1_000, 2_000, 3_000, 4_000, 5_000, 6_000],
};

/** All functions share this process, so none of them loses its claim while the others keep it busy. */
const awsTimings = { ...timings, tick: 2_000, startBy: 30_000, claimLife: defaultTimings.claimLife };

/**
 * How many persons are created before the bridge moves: 12 attempts for each don't open a new endpoint's circuit, as 50
 * would.
 */
const peopleBeforeMove = 4;

/** Creates persons, `most` at this moment, and changes them. No state repeats. */
async function changePeople(client: PartnerClient, goesOn: () => boolean, most: () => number): Promise<void> {
  const people: string[] = [];
  for (let count = 0; goesOn(); count += 1) {
    if (count % 5 === 0 && people.length < most()) {
      const person = { firstName: "Kari", lastName: `New ${count}`, primaryEmail: `kari.${count}@example.com` };
      people.push((await client.post("/person", person)).id);
    } else await client.patch(`/person/${people[(count * 7) % people.length]}`, { lastName: `Changed ${count}` });
    await sleep(100);
  }
}

/** The unfinished work in a store's export. */
function contentsOf(dataDir: string) {
  const store = new StoreContents(join(dataDir, "feedhook.db"));
  try {
    const deliveries = store.items("deliveries", undefined, 10_000);
    return {
      unpublished: store.unpublishedKeys(undefined, 1_000).length,
      messages: store.messages("deliver", 0, 1_000).length,
      held: deliveries.filter(({ state }) => state === "held").length,
    };
  } finally {
    store.close();
  }
}

const importer = "importer";
const isWriteTo = ({ service, operation, body }: AwsRequest, table: string) =>
  service === "dynamodb" &&
  /^(?:Put|Update|Delete|BatchWrite)/.test(operation) &&
  JSON.stringify(body).includes(`"${table}"`);

/**
 * The points at which the import is killed, one after the other. Each is matched against every request since the
 * previous one.
 */
function placesToKill(): ((request: AwsRequest) => boolean)[] {
  let mirrorWrites = 0;
  let isPastSubscriptions = false;
  return [
    (request) => isWriteTo(request, "deliveries"),
    (request) => isWriteTo(request, "mirror") && (mirrorWrites += 1) === 2,
    (request) => {
      if (isWriteTo(request, "subscriptions")) isPastSubscriptions = true;
      return isPastSubscriptions && isWriteTo(request, "mirror");
    },
    ({ service }) => service === "sqs",
  ];
}

/** Restarts the import, each time killed at the next point, until it ends. Returns how each run ended. */
async function importWithKills(endpoint: AwsEndpoint, start: () => CliProgram) {
  const places = placesToKill();
  const ends: (number | string | null)[] = [];
  for (;;) {
    const [isPlace] = places;
    const program = start();
    endpoint.before = async (request) => {
      if (request.accessKeyId !== importer || isPlace === undefined || places[0] !== isPlace || !isPlace(request))
        return;
      places.shift();
      await program.kill();
      throw new Error("the import was killed before this request was done");
    };
    const { code, stdout, stderr } = await program.ended;
    ends.push(code);
    if (code !== "SIGKILL") return { ends, stdout, stderr };
  }
}

/** Expects that the subscriber verified everything it accepted, and accepted everything once. Returns the events. */
function publishedOnce({ taken, unverified, refused }: FlakySubscriber) {
  expect(unverified).toEqual([]);
  expect(refused).toBeGreaterThan(0);
  const events = taken.map(({ event }) => event);
  // No two events have the same state of a record or the same number, and nothing was delivered twice.
  for (const sameness of [
    events.map(({ id }) => id),
    events.map(({ type, subject, data }) => `${type} ${subject.id} ${stateText(data)}`),
    events.map(({ subject }) => `${subject.id} ${subject.seq} ${subject.part}`),
  ]) {
    expect(sameness.toSorted()).toEqual([...new Set(sameness)].toSorted());
  }
  return events;
}

test("a bridge moves to AWS during changes: each is published once", {
  timeout: 600_000,
}, async () => {
  const root = temporaryFolder();
  const at = (name: string) => join(root, name);
  const source = await sandboxForTest({ port: 0, seed: 11, records: 15 });
  let isFailing = false;
  const subscriber = await subscriberForTest(() => isFailing);
  // This one hasn't responded yet when the bridge moves, so what it missed waits in the queue, not behind an open
  // circuit.
  let isThere = false;
  const newcomer = await subscriberForTest(() => !isThere);

  let isBusAway = false;
  const withBus = (engine: NodeEngine): NodeEngine => ({
    ...engine,
    bus: {
      publish: async (entries) => (isBusAway ? { refused: entries.map(({ id }) => id) } : engine.bus.publish(entries)),
    },
  });
  const options = { partnerUrl: source.url, dataDir: at("data"), operatorKey, timings };
  const bridge = await bridgeForTest({ ...options, engineFor: withBus });
  const { api } = bridge;
  const subscribe = async (to: FlakySubscriber, eventType: string) => {
    const body = { url: to.url, eventTypes: [eventType] };
    const { id, secret } = await api<{ id: string; secret: string }>("POST", "/v1/subscriptions", body);
    to.trust(secret);
    return id;
  };
  const id = await subscribe(subscriber, "person.*");
  await subscribe(newcomer, "person.created");
  await connectTo(source, api);
  const acme = { name: "Acme CRM", instances: [source.name] };
  const partner = await api<{ id: string }>("POST", "/v1/partners", acme);
  const partnerKey = { name: "first", scopes: ["admin"] };
  const { key } = await api<{ key: string }>("POST", `/v1/partners/${partner.id}/keys`, partnerKey);

  const before = (await readOracle(source.url, 0)).at(-1)?.sequence ?? 0;
  const client = await source.client();
  let isChanging = true;
  const mostPeople = () => (isThere ? Number.POSITIVE_INFINITY : peopleBeforeMove);
  const changing = changePeople(client, () => isChanging, mostPeople);
  await sleep(3_000);
  // From here on deliveries fail: the new subscriber's wait in the queue, and the other's are held once its circuit is
  // open.
  isFailing = true;
  const patience = { timeout: 60_000, interval: 500 };
  await expect.poll(() => Math.min(subscriber.refused, newcomer.refused), patience).toBeGreaterThan(3);
  await expect.poll(() => contentsOf(at("data")).held, patience).toBeGreaterThan(3);
  // And then changes are recorded that the bus doesn't accept.
  isBusAway = true;
  await expect.poll(() => contentsOf(at("data")).unpublished, patience).toBeGreaterThan(0);
  await bridge.stop();
  const environment = { HOME: root, FEEDHOOK_BACKUP_PASSPHRASE: "a passphrase" };
  const exported = new CliProgram(environment, ["export", "--data-dir", at("data"), "--to", at("bridge.export")]);
  expect(await exported.ended).toMatchObject({ code: 0, stderr: "" });
  const waiting = contentsOf(at("data"));
  expect(waiting.unpublished).toBeGreaterThan(0);
  expect(waiting.messages).toBeGreaterThan(0);
  expect(waiting.held).toBeGreaterThan(0);

  const endpoint = await startAwsEndpoint();
  onTestFinished(() => endpoint.close());
  const settings = {
    ...{ PARTNER_URL: source.url, ALLOW_INSECURE_ENDPOINTS: "true", TIMINGS: JSON.stringify(awsTimings) },
    OPERATOR_KEY_HASH: createHash("sha256").update(stageKey).digest("hex"),
  };
  // As on AWS, everything runs during the import.
  const functions = await runFunctions(endpoint, settings);
  onTestFinished(() => functions.stop());
  isFailing = false;
  isThere = true;
  const aws = {
    ...environment,
    ...{ AWS_ENDPOINT_URL: endpoint.url, AWS_REGION: endpoint.region },
    ...{ AWS_ACCESS_KEY_ID: importer, AWS_SECRET_ACCESS_KEY: "test" },
  };
  const importing = () => new CliProgram(aws, ["import", "--from", at("bridge.export"), "--stage", "test"], "", true);
  const { ends, stdout, stderr } = await importWithKills(endpoint, importing);
  expect(ends).toEqual(["SIGKILL", "SIGKILL", "SIGKILL", "SIGKILL", 0]);
  expect(stdout).toContain("Imported to the stage test");
  expect(stderr).toContain("messages of deliver");
  // The archive's key isn't on this disk.
  expect(existsSync(at("bridge.export.import-test"))).toBe(false);
  const again = await importing().ended;
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("already reads instances")]);
  expect(existsSync(at("bridge.export.import-test"))).toBe(false);
  await sleep(3_000);
  isChanging = false;
  await changing;

  const lives = livesOf(await readOracle(source.url, before)).filter(({ resource }) => resource === "person");
  const lastStates = lives.map((life) => `${life.id} ${stateText(life.states.at(-1)?.body)}`);
  expect(lastStates.length).toBeGreaterThan(3);
  const unreported = () => {
    const reported = new Set(
      subscriber.taken.map(({ event: { subject, data } }) => `${subject.id} ${stateText(data)}`),
    );
    return lastStates.filter((state) => !reported.has(state));
  };
  await expect.poll(unreported, { timeout: 240_000 }).toEqual([]);
  const created = () => subscriber.taken.filter(({ event }) => event.type === "person.created").length;
  await expect.poll(() => created() - newcomer.taken.length, { timeout: 240_000 }).toBe(0);
  await sleep(2_000);
  const reported = publishedOnce(subscriber);
  // A consumer that drops anything older than what it holds ends with the last state of each record.
  const newest = Object.values(Object.groupBy(reported, ({ subject }) => subject.id)).map((own = []) =>
    own.reduce((one, other) => (other.subject.seq > one.subject.seq ? other : one)),
  );
  expect(newest.map(({ subject, data }) => `${subject.id} ${stateText(data)}`).toSorted()).toEqual(
    lastStates.toSorted(),
  );
  const createdIds = reported.filter(({ type }) => type === "person.created").map(({ id }) => id);
  const newcomersIds = publishedOnce(newcomer).map(({ id }) => id);
  expect(newcomersIds.toSorted()).toEqual(createdIds.toSorted());

  // The stage's API knows the partner's key and the subscription's secret, but not the old operator's key.
  const asked = (given: string, path: string) => requestApi(functions.apiUrl, given, "GET", path);
  expect(await asked(key, "/v1/me")).toMatchObject({ partner: { id: partner.id } });
  expect(await asked(stageKey, `/v1/subscriptions/${id}`)).toMatchObject({ id, url: subscriber.url });
  await expect(asked(operatorKey, "/v1/me")).rejects.toThrow("401");
  // And the old bridge doesn't start beside it.
  await expect(bridgeForTest(options)).rejects.toThrow("was exported");
});
