import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { requestApi } from "../../infra/node/request-api.ts";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import { digestText, noIds, withId } from "../../shared/kernel/id-digest.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { FakeDestinations } from "../support/fake-destinations.ts";
import { startAwsEndpoint } from "./support/aws/aws-endpoint.ts";
import { runFunctions } from "./support/aws/run-functions.ts";
import { PartnerClient } from "./support/partner-client.ts";

const operatorKey = "5b0ba1cc9f8f5ad0c0f6a1f0b9f0f55fb0a58a1ee67a0c5d1b65b3c0e2c1a7d4";
const queue = "https://sqs.eu-north-1.amazonaws.com/123456789012/orders";
const roleArn = "arn:aws:iam::123456789012:role/feedhook-destination-orders";
const timings = {
  ...defaultTimings,
  ...{ tick: 2_000, timelinePeriod: 1_000, fastOverlap: 5_000, startBy: 30_000, newEndpoint: 0 },
  // Failed deliveries must not wait longer than the test.
  messageRetries: [1_000],
  backlogRetries: [1_000, 2_000, 3_000, 4_000, 5_000, 6_000],
  endpointProbes: [1_000, 1_000, 1_000, 1_000],
};
/** The longest time (ms) for a step on a busy machine. Normally it takes seconds. */
const patience = { timeout: 120_000, interval: 500 };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  vi.unstubAllEnvs();
});

type Made = { readonly id: string; readonly destination: { readonly externalId: string } };
type Hours = { readonly hours: readonly { readonly delivered: number; readonly digest: string; waiting: number }[] };

test("the functions on AWS send a subscription's events to its queue and record each, once its role exists", {
  timeout: 600_000,
}, async () => {
  const aws = new FakeDestinations();
  aws.queues.add(queue);
  // The stage's own services have another address, which its functions get as an option.
  vi.stubEnv("AWS_ENDPOINT_URL", await aws.start());
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIA");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  cleanups.push(() => {
    aws.stop();
  });
  const sandbox = await startSandbox({ port: 0, seed: 5, records: 15 });
  cleanups.push(() => sandbox.close());
  const [{ name, clientId, clientSecret }] = sandbox.instances as [(typeof sandbox.instances)[0]];
  const endpoint = await startAwsEndpoint();
  cleanups.push(() => endpoint.close());
  const functions = await runFunctions(endpoint, {
    ...{ PARTNER_URL: sandbox.url, TIMINGS: JSON.stringify(timings) },
    OPERATOR_KEY_HASH: createHash("sha256").update(operatorKey).digest("hex"),
    DESTINATIONS_PRINCIPAL: "arn:aws:iam::111122223333:role/feedhook-deliver",
  });
  cleanups.push(() => functions.stop());
  const api = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    (await requestApi(functions.apiUrl, operatorKey, method, path, body)) as T;

  const destination = { target: queue, roleArn };
  const { id, destination: made } = await api<Made>("POST", "/v1/subscriptions", {
    ...{ kind: "sqs", destination, eventTypes: ["person.*"] },
  });
  await api("PUT", `/v1/instances/${name}`, { credentials: { clientId, clientSecret }, requestsPerSecond: 100 });
  const isConnected = async () =>
    (await api<{ instances: { baselineDone: boolean }[] }>("GET", "/v1/status")).instances[0]?.baselineDone;
  await expect.poll(isConnected, patience).toBe(true);

  const client = await PartnerClient.connect(sandbox.url, name, clientId, clientSecret);
  const { id: person } = await client.post("/person", {
    firstName: "Kari",
    lastName: "New",
    primaryEmail: "k@x.example",
  });
  // Without its role, the delivery fails and waits.
  const lastFailure = async () =>
    (await api<{ endpoint: { lastFailure?: object } }>("GET", `/v1/subscriptions/${id}`)).endpoint.lastFailure;
  await expect.poll(lastFailure, patience).toMatchObject({ status: 403 });
  expect(aws.accepted).toEqual([]);
  const waiting = async () =>
    (await api<Hours>("GET", `/v1/subscriptions/${id}/completeness`)).hours.reduce(
      (sum, hour) => sum + hour.waiting,
      0,
    );
  expect(await waiting()).toBeGreaterThan(0);

  aws.roles.set(roleArn, { externalId: made.externalId, allows: ["sqs:SendMessage"] });
  for (let change = 0; change < 5; change += 1) {
    await client.patch(`/person/${person}`, { lastName: `Changed ${change}` });
    await sleep(2_000);
  }
  const taken = () => aws.accepted.map(({ input }) => JSON.parse(String(input["MessageBody"])) as Envelope);
  const lastNames = () => taken().map(({ data }) => data?.["lastName"]);
  await expect.poll(lastNames, patience).toEqual(expect.arrayContaining(["New", "Changed 4"]));
  await expect.poll(waiting, patience).toBe(0);
  expect(new Set(aws.accepted.map(({ session }) => session))).toEqual(new Set([`feedhook-${id}`]));
  expect(new Set(taken().map(({ type }) => type))).toEqual(new Set(["person.created", "person.updated"]));

  // What was recorded is what arrived.
  const ids = new Set(taken().map((event) => event.id));
  const { hours } = await api<Hours>("GET", `/v1/subscriptions/${id}/completeness`);
  const modulus = 1n << 256n;
  const digest = hours.reduce((sum, hour) => (sum + BigInt(`0x${hour.digest}`)) % modulus, 0n);
  expect(hours.reduce((sum, hour) => sum + hour.delivered, 0)).toBe(ids.size);
  expect(digest.toString(16).padStart(64, "0")).toBe(digestText([...ids].reduce(withId, noIds)));
});
