import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import { noIds, sumOf, withId } from "../../shared/kernel/id-digest.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { destinationKind } from "../../shared/subscriptions/destination.ts";
import { FakeDestinations } from "../support/fake-destinations.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startAwsEndpoint } from "./support/aws/aws-endpoint.ts";
import { runFunctions } from "./support/aws/run-functions.ts";
import { StartProgram } from "./support/start-program.ts";
import { apiAt, apiOf, bridgeForTest, connectTo, endedWithTest, sandboxForTest } from "./support/test-scope.ts";

const operatorKey = "0f0c8b8bb1d24b5f4e9d7b5bd3a6a1c8f1b0a6f4d5e2c7b8a9f0e1d2c3b4a596";
const account = "123456789012";
const queue = `https://sqs.eu-north-1.amazonaws.com/${account}/orders`;
const bus = `arn:aws:events:eu-north-1:${account}:event-bus/orders`;
const targets = { sqs: queue, eventbridge: bus, s3: "https://acme-events.s3.eu-north-1.amazonaws.com/feedhook/" };
const allows = ["sqs:SendMessage", "events:PutEvents", "events:DescribeEventBus", "s3:PutObject"];
const awsPrincipal = "arn:aws:iam::111122223333:role/feedhook-deliver";
const kinds = destinationKind.options;
type Kind = (typeof kinds)[number];
const roleOf = (kind: Kind) => `arn:aws:iam::${account}:role/feedhook-destination-${kind}`;
const timings = {
  ...defaultTimings,
  ...{
    tick: 1_000,
    timelinePeriod: 1_000,
    fastOverlap: 5_000,
    startBy: 30_000,
    newEndpoint: 1,
    pingGap: 1,
    pingWait: 120_000,
  },
  // Failed deliveries must not wait longer than the test, nor expire in it.
  ...{ messageRetries: [1_000], backlogRetries: Array<number>(20).fill(1_000), endpointProbes: [1_000] },
};
/** The longest time (ms) for a step on a busy machine. Normally it takes seconds. */
const patience = { timeout: 120_000, interval: 500 };

type Made = { readonly id: string; readonly kind: Kind; readonly destination: { readonly externalId: string } };
type Hours = { readonly hours: readonly { readonly delivered: number; waiting: number; digest: string }[] };
type Delivery = { readonly run: string; readonly state: string };

/** Each returns the API's address. */
const engines: readonly [name: string, start: (partnerUrl: string) => Promise<string>][] = [
  [
    "the functions on AWS",
    async (PARTNER_URL) => {
      // The stage's own services have another address, which its functions get as an option.
      const endpoint = await startAwsEndpoint();
      onTestFinished(() => endpoint.close());
      const functions = await runFunctions(endpoint, {
        ...{ PARTNER_URL, TIMINGS: JSON.stringify(timings), DESTINATIONS_PRINCIPAL: awsPrincipal },
        OPERATOR_KEY_HASH: createHash("sha256").update(operatorKey).digest("hex"),
      });
      onTestFinished(() => functions.stop());
      return functions.apiUrl;
    },
  ],
  [
    "one machine",
    async (partnerUrl) =>
      (await bridgeForTest({ partnerUrl, operatorKey, timings, awsPrincipal, allowInsecureEndpoints: false })).url,
  ],
];

type Lack = {
  readonly role?: "none" | { readonly externalId: string } | { readonly allows: readonly string[] };
  readonly target?: "none";
  readonly trouble?: { readonly status: number; readonly code: string };
};

/** Gives each subscription its target and role, except for what they lack. */
function equip(aws: FakeDestinations, made: readonly Made[], { role, target, trouble }: Lack = {}): void {
  for (const all of [aws.roles, aws.queues, aws.buses, aws.buckets]) all.clear();
  if (target !== "none") {
    aws.queues.add(queue).add(`${queue}.fifo`);
    aws.buses.add(bus);
    aws.buckets.set("acme-events", account);
  }
  if (role !== "none")
    for (const { kind, destination } of made) aws.roles.set(roleOf(kind), { ...destination, allows, ...role });
  aws.trouble = (action) => (action === "AssumeRole" ? undefined : trouble);
}

/**
 * In this order, an attempt that is under way when the next one begins is refused, too: no credentials are kept that a
 * role wouldn't give, and a role without rights, which can't look for its bus, doesn't find it missing a moment later.
 */
const refusals: readonly [status: number, text: RegExp, lack: Lack][] = [
  [403, /can't assume the role/, { role: "none" }],
  [403, /can't assume the role/, { role: { externalId: "feedhook-another" } }],
  [403, /^ExternalIdNotRequired: /, { role: { externalId: "any" } }],
  [404, /^(QueueDoesNotExist|ResourceNotFoundException|NoSuchBucket): /, { target: "none" }],
  [403, /^AccessDenied: the \w+ was refused/, { trouble: { status: 403, code: "AccessDenied" } }],
  [403, /not authorized to perform/, { role: { allows: [] } }],
  [429, /^ThrottlingException: /, { trouble: { status: 400, code: "ThrottlingException" } }],
];

/** The events in a target in the order of arrival, without pings. */
function arrivedAt(aws: FakeDestinations, kind: Kind): readonly Envelope[] {
  if (kind === "s3") return [...aws.objects.values()].flatMap(linesOf);
  const sent = aws.accepted.filter(({ service }) => service === (kind === "sqs" ? "sqs" : "events"));
  return sent.flatMap(({ input }) => {
    const { MessageBody, Entries = [] } = input as { MessageBody?: string; Entries?: { Detail: string }[] };
    return eventsIn(MessageBody ?? Entries[0]?.Detail ?? "");
  });
}

const idsAt = (aws: FakeDestinations, kind: Kind) =>
  arrivedAt(aws, kind)
    .map(({ id }) => id)
    .toSorted();
const linesOf = (content: Buffer) => eventsIn(...gunzipSync(content).toString().trimEnd().split("\n"));
const eventsIn = (...texts: readonly string[]) =>
  texts.map((text) => JSON.parse(text) as Envelope).filter(({ type }) => type !== "bridge.ping");

async function startFakes(): Promise<FakeDestinations> {
  const aws = new FakeDestinations();
  vi.stubEnv("AWS_ENDPOINT_URL", await aws.start());
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIA");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  onTestFinished(async () => {
    await aws.stop();
    vi.unstubAllEnvs();
  });
  return aws;
}

describe.each(engines)("a queue, a bus and a bucket, on %s", (_name, start) => {
  test("get each event once, whatever was missing at first, and again in a replay", { timeout: 600_000 }, async () => {
    const aws = await startFakes();
    const source = await sandboxForTest({ port: 0, seed: 5, records: 15 });
    const api = apiAt(await start(source.url), operatorKey);
    const made = await Promise.all(
      kinds.map((kind) => {
        const destination = { target: targets[kind], roleArn: roleOf(kind) };
        return api<Made>("POST", "/v1/subscriptions", { kind, destination, eventTypes: ["person.*"] });
      }),
    );
    const ofEach = <T>(method: string, path: string, body?: unknown) =>
      Promise.all(made.map(({ id }) => api<T>(method, `/v1/subscriptions/${id}${path}`, body)));
    const each = (one: object) => kinds.map(() => expect.objectContaining(one));
    const ping = () => ofEach("POST", "/ping");
    const endpoints = async () => (await ofEach<{ endpoint: object }>("GET", "")).map(({ endpoint }) => endpoint);
    const completeness = async () =>
      (await ofEach<Hours>("GET", "/completeness")).map(({ hours }) => ({
        ...hours.map(({ delivered: count, digest }) => ({ count, sum: BigInt(`0x${digest}`) })).reduce(sumOf, noIds),
        waiting: hours.reduce((sum, { waiting }) => sum + waiting, 0),
      }));
    const log = async () =>
      (await ofEach<{ items: Delivery[] }>("GET", "/deliveries?limit=100")).map(({ items }) =>
        items.filter(({ run }) => run !== "ping").map(({ state }) => state),
      );

    await connectTo(source, api);
    const client = await source.client();
    const addPersons = () =>
      Promise.all(Array.from({ length: 6 }, (_, n) => client.post("/person", { firstName: "Kari", lastName: `${n}` })));

    // Failures open each circuit. Then nothing arrives, whatever is lacking.
    const [person] = await addPersons();
    await expect.poll(endpoints, patience).toEqual(each({ state: "open" }));
    await expect.poll(completeness, patience).toEqual(each({ count: 0, waiting: 6 }));
    for (const [status, text, lack] of refusals) {
      equip(aws, made, lack);
      const refused = { attempt: expect.objectContaining({ status }), responseExcerpt: expect.stringMatching(text) };
      expect(await ping(), JSON.stringify(lack)).toEqual(each({ outcome: "failed", ...refused }));
    }
    expect(await endpoints()).toEqual(each({ state: "open" }));
    expect([...aws.accepted, ...aws.objects]).toEqual([]);

    // After a repair, what waited arrives. The second outage ends by itself.
    equip(aws, made);
    expect(await ping()).toEqual(each({ outcome: "delivered" }));
    await expect.poll(completeness, patience).toEqual(each({ count: 6, waiting: 0 }));
    equip(aws, made, { trouble: { status: 503, code: "SlowDown" } });
    await addPersons();
    await expect.poll(endpoints, patience).toEqual(each({ state: "open" }));
    equip(aws, made);
    await expect.poll(completeness, patience).toEqual(each({ count: 12, waiting: 0 }));
    await expect.poll(endpoints, patience).toEqual(each({ state: "healthy" }));

    // Each target has each event once, and what the API says about the subscription agrees.
    const ids = idsAt(aws, "sqs");
    for (const kind of kinds) {
      expect(idsAt(aws, kind), kind).toEqual(ids);
      expect(arrivedAt(aws, kind), kind).toEqual(expect.arrayContaining([...arrivedAt(aws, "sqs")]));
    }
    const sessions = new Set(aws.accepted.map(({ session }) => session));
    expect(sessions).toEqual(new Set(made.map(({ id }) => `feedhook-${id}`)));
    expect(await completeness()).toEqual(each(ids.reduce(withId, noIds)));
    expect(await log()).toEqual(kinds.map(() => Array(12).fill("delivered")));
    expect(await ofEach("GET", "/statistics")).toEqual(each({ slots: expect.arrayContaining([expect.anything()]) }));
    expect(await api("GET", `/v1/explain?instance=${source.name}&subject=person/${person?.id}`)).toMatchObject({
      events: [{ type: "person.created", deliveries: each({ outcome: "delivered" }) }],
    });

    // A replay sends the events again. A bucket's objects may have each once more, but none has one twice.
    await ofEach("POST", "/replays", { dryRun: false });
    await expect.poll(log, patience).toEqual(kinds.map(() => Array(24).fill("delivered")));
    const twice = [...ids, ...ids].toSorted();
    for (const kind of ["sqs", "eventbridge"] as const) expect(idsAt(aws, kind), kind).toEqual(twice);
    expect(new Set(idsAt(aws, "s3"))).toEqual(new Set(ids));
    for (const content of aws.objects.values()) {
      const inOne = linesOf(content).map(({ id }) => id);
      expect(inOne).toEqual([...new Set(inOne)]);
    }
    expect(await completeness()).toEqual(each({ ...ids.reduce(withId, noIds), waiting: 0 }));
  });
});

test("a program sends each record's events to a FIFO queue oldest first", { timeout: 600_000 }, async () => {
  const aws = await startFakes();
  const config = join(temporaryFolder(), "feedhook.json");
  writeFileSync(config, JSON.stringify({ awsPrincipal }), { mode: 0o600 });
  const program = endedWithTest(StartProgram.node("--port", "0", "--operator-key", operatorKey, "--config", config));
  const api = await apiOf(program, operatorKey);
  const destination = { target: `${queue}.fifo`, roleArn: roleOf("sqs") };
  const given = { kind: "sqs", destination, eventTypes: ["*"], ordered: true };
  equip(aws, [await api<Made>("POST", "/v1/subscriptions", given)]);
  const taken = () => aws.accepted.map(({ input }) => input);
  await expect.poll(() => taken().length, patience).toBeGreaterThan(15);
  for (const messages of Map.groupBy(taken(), ({ MessageGroupId: group }) => String(group)).values()) {
    const events = messages.map(({ MessageBody: body }) => JSON.parse(String(body)) as Envelope);
    expect(new Set(events.map(({ subject }) => `${subject.type} ${subject.id}`)).size).toBe(1);
    const places = events.map(({ subject }) => subject.seq * 1_000 + subject.part);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  }
  expect(await program.interrupt()).toBe(0);
});
