import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../functions/runtime/system-ports.ts";
import { AwsConnector } from "../../shared/adapters/aws/destinations/aws-connector.ts";
import type { ConnectorRequest } from "../../shared/delivery/attempt/connector.ts";
import type { Destination, DestinationKind } from "../../shared/subscriptions/destination.ts";
import { FakeDestinations } from "../support/fake-destinations.ts";
import { anEvent } from "../unit/fanout/an-event.ts";

const account = "123456789012";
const queue = `https://sqs.eu-north-1.amazonaws.com/${account}/orders`;
const bus = `arn:aws:events:eu-north-1:${account}:event-bus/orders`;
const roleArn = `arn:aws:iam::${account}:role/feedhook-destination-orders`;
const bucket = "https://acme-events.s3.eu-north-1.amazonaws.com/feedhook/";
const targets: { readonly [kind in DestinationKind]: string } = { sqs: queue, eventbridge: bus, s3: bucket };
const allows = ["sqs:SendMessage", "events:PutEvents", "s3:PutObject"];
/** What a session of each kind may do. */
const rights = {
  sqs: ["SendMessage", "sqs:SendMessage", `arn:aws:sqs:eu-north-1:${account}:orders`],
  eventbridge: ["PutEvents", "events:PutEvents", bus],
  s3: ["PutObject", "s3:PutObject", "arn:aws:s3:::acme-events/feedhook/*"],
} as const;
const envelope = anEvent({});

let aws: FakeDestinations;
let endpoint: string;
let connector: AwsConnector;
beforeEach(async () => {
  aws = new FakeDestinations();
  endpoint = await aws.start();
  aws.queues.add(queue).add(`${queue}.fifo`);
  aws.buses.add(bus);
  aws.buckets.set("acme-events", account);
  aws.roles.set(roleArn, { externalId: "feedhook-mine", allows });
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIA");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  vi.stubEnv("AWS_SESSION_TOKEN", undefined);
  connector = new AwsConnector({ clock: systemClock, isEmulator: false, endpoint });
});
afterEach(() => {
  aws.stop();
  vi.unstubAllEnvs();
});

function sending(kind: DestinationKind, fields: Partial<Destination> = {}, rest: Partial<ConnectorRequest> = {}) {
  const destination = { kind, target: targets[kind], roleArn, externalId: "feedhook-mine", ...fields };
  const body = Buffer.from(JSON.stringify(envelope));
  return connector.send({ destination, subscription: "sub_1", envelope, body, marks: {}, deadline: 5_000, ...rest });
}

describe.each(["sqs", "eventbridge", "s3"] as const)("the connector for %s", (kind) => {
  const [operation, action, resource] = rights[kind];

  it("sends the event in a session of the role, which may do nothing else", async () => {
    expect(await sending(kind)).toEqual({
      outcome: "answered",
      status: 200,
      headers: {},
      ms: expect.any(Number),
      timing: {},
    });
    expect(aws.accepted).toMatchObject([{ session: "feedhook-sub_1" }]);
    const [asked] = aws.assumed;
    expect(asked?.get("ExternalId")).toBe("feedhook-mine");
    expect(asked?.get("DurationSeconds")).toBe("3600");
    const { Statement: statements } = JSON.parse(asked?.get("Policy") ?? "");
    expect(statements).toMatchObject([
      { Action: [action], Resource: resource },
      { Action: ["kms:GenerateDataKey", "kms:Decrypt"] },
    ]);
  });

  it("keeps the credentials for all later events", async () => {
    await Promise.all([sending(kind), sending(kind), sending(kind)]);
    await sending(kind);
    // The first three share an object in S3.
    expect(aws.accepted).toHaveLength(kind === "s3" ? 2 : 4);
    expect(aws.assumed.map((asked) => asked.get("ExternalId"))).toEqual(["feedhook-mine", "not-feedhook-mine"]);
  });

  it("asks for new credentials shortly before the old ones expire", async () => {
    aws.sessionLife = 200_000;
    await sending(kind);
    const before = aws.assumed.length;
    await sending(kind);
    expect(aws.assumed.length).toBeGreaterThan(before);
  });

  it("never uses a role of another subscription: a wrong external id gets no credentials", async () => {
    await sending(kind);
    expect(await sending(kind, { externalId: "feedhook-other" })).toMatchObject({
      status: 403,
      excerpt: expect.stringContaining("Feedhook can't assume the role"),
    });
    expect(aws.accepted).toHaveLength(1);
  });

  it("refuses a role that requires no external id, or that anybody's satisfies", async () => {
    aws.roles.set(roleArn, { externalId: "any", allows });
    expect(await sending(kind)).toMatchObject({ status: 403, excerpt: expect.stringContaining("sts:ExternalId") });
    expect(aws.accepted).toEqual([]);
    const onEmulator = new AwsConnector({ clock: systemClock, isEmulator: true, endpoint });
    connector = onEmulator;
    expect(await sending(kind)).toMatchObject({ status: 200 });
  });

  it("doesn't repeat AWS's message about its own role", async () => {
    const answer = await sending(kind, { roleArn: `${roleArn}-gone` });
    expect(answer).toMatchObject({ status: 403 });
    expect(JSON.stringify(answer)).not.toContain("111122223333");
  });

  it("says what a role without the right lacks", async () => {
    aws.roles.set(roleArn, { externalId: "feedhook-mine", allows: [] });
    expect(await sending(kind)).toMatchObject({
      outcome: "answered",
      status: 403,
      excerpt: expect.stringMatching(/^AccessDenied\w*: not authorized/),
    });
  });

  it("says that the destination is gone", async () => {
    for (const all of [aws.queues, aws.buses, aws.buckets]) all.clear();
    expect(await sending(kind)).toMatchObject({ status: 404 });
  });

  it.each([
    ["ThrottlingException", 400, 429],
    ["RequestThrottled", 403, 429],
    ["InternalFailure", 500, 500],
    ["ServiceUnavailable", 503, 503],
    ["KmsAccessDenied", 400, 403],
    ["ValidationException", 400, 400],
  ])("turns %s into a webhook's status", async (code, given, status) => {
    aws.trouble = (action) => (action === operation ? { status: given, code, message: "x".repeat(5_000) } : undefined);
    const answer = await sending(kind);
    expect(answer).toMatchObject({
      outcome: "answered",
      status,
      excerpt: expect.stringMatching(new RegExp(`^${code}: x`)),
    });
    expect(JSON.stringify(answer).length).toBeLessThan(1_200);
  });

  it("can retry later when STS throttles it or fails, and then gets credentials", async () => {
    aws.trouble = (action) => (action === "AssumeRole" ? { status: 400, code: "Throttling" } : undefined);
    expect(await sending(kind)).toMatchObject({ outcome: "answered", status: 429 });
    aws.trouble = () => undefined;
    expect(await sending(kind)).toMatchObject({ status: 200 });
  });

  it("ends within the deadline, whichever service is silent", async () => {
    for (const silent of ["AssumeRole", operation]) {
      aws.trouble = (action) => (action === silent ? "silence" : undefined);
      expect(await sending(kind, {}, { deadline: 300 })).toMatchObject({ outcome: "failed", class: "timeout" });
    }
    expect(await sending(kind, {}, { deadline: -5 })).toMatchObject({ outcome: "failed", class: "timeout" });
    expect(aws.accepted).toEqual([]);
  });

  it("says that nothing listens there", async () => {
    connector = new AwsConnector({ clock: systemClock, isEmulator: false, endpoint: "http://127.0.0.1:1" });
    expect(await sending(kind)).toMatchObject({ outcome: "failed", class: "connect" });
  });

  it("uses the bridge's own credentials without a role, and says so if there are none", async () => {
    expect(await sending(kind, { roleArn: undefined })).toMatchObject({ status: 200 });
    expect(aws.accepted).toMatchObject([{ session: undefined }]);
    expect(aws.assumed).toEqual([]);
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(name, undefined);
    vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
    vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent");
    vi.stubEnv("AWS_CONFIG_FILE", "/nonexistent");
    connector = new AwsConnector({ clock: systemClock, isEmulator: false, endpoint });
    expect(await sending(kind)).toMatchObject({ outcome: "failed", class: "blocked" });
  });
});

describe("a message in a queue", () => {
  it("has the event as its body, and the id and the marks as attributes", async () => {
    await sending("sqs", {}, { marks: { "webhook-replay": "true" } });
    expect(aws.accepted[0]?.input).toEqual({
      QueueUrl: queue,
      MessageBody: JSON.stringify(envelope),
      MessageAttributes: {
        "webhook-id": { DataType: "String", StringValue: envelope.id },
        "webhook-replay": { DataType: "String", StringValue: "true" },
      },
    });
  });

  it("has its record as the group in a FIFO queue, whose de-duplication covers retries but not replays", async () => {
    const fifo = { target: `${queue}.fifo` };
    await sending("sqs", fifo);
    await sending("sqs", fifo);
    await sending("sqs", fifo, { marks: { "webhook-replay": "true" } });
    await sending("sqs", fifo, { envelope: { ...envelope, subject: { ...envelope.subject, id: "Ø 8" } } });
    const inputs = aws.accepted.map(({ input }) => input);
    const groups = inputs.map(({ MessageGroupId: group }) => String(group));
    expect(new Set(groups.slice(0, 3)).size).toBe(1);
    expect(groups[3]).not.toBe(groups[0]);
    expect(groups[3]).toMatch(/^[\w-]{43}$/);
    const ids = inputs.map(({ MessageDeduplicationId: id }) => id);
    expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([true, false]);
  });

  it("goes to the address of its region, whatever the queue's URL says", async () => {
    connector = new AwsConnector({ clock: systemClock, isEmulator: false, endpoint });
    const evil = "https://sqs.eu-north-1.amazonaws.com.evil.example/123456789012/orders";
    expect(await sending("sqs", { target: evil })).toMatchObject({
      status: 400,
      excerpt: expect.stringContaining("InvalidTarget"),
    });
    expect(aws.accepted).toEqual([]);
  });
});

describe("an object in a bucket", () => {
  const at = (n: number, detectedAt: string) => anEvent({ id: `evt_${n}`, detectedAt });
  const writing = (...events: readonly ReturnType<typeof anEvent>[]) =>
    Promise.all(events.map((one) => sending("s3", {}, { envelope: one, body: Buffer.from(JSON.stringify(one)) })));
  const contents = () =>
    [...aws.objects].map(([name, content]) => ({
      name,
      ids: gunzipSync(content)
        .toString()
        .trimEnd()
        .split("\n")
        .map((line) => (JSON.parse(line) as { id: string }).id),
    }));

  it("has all events of an hour that are sent together, one per line, under a name that sorts by time", async () => {
    const answers = await writing(
      ...[at(1, "2026-11-21T09:12:40.000Z"), at(2, "2026-11-21T09:12:33.481Z"), at(3, "2026-11-21T10:00:00.000Z")],
    );
    expect(answers.map((answer) => "status" in answer && answer.status)).toEqual([200, 200, 200]);
    expect(contents().toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
      {
        name: expect.stringMatching(
          /^acme-events\/feedhook\/2026\/11\/21\/09\/2026-11-21T09-12-33\.481Z-[0-9a-f]{16}\.jsonl\.gz$/,
        ),
        ids: ["evt_1", "evt_2"],
      },
      { name: expect.stringMatching(/^acme-events\/feedhook\/2026\/11\/21\/10\/2026-11-21T10-00/), ids: ["evt_3"] },
    ]);
  });

  it("is overwritten by the same events, in any order, and by no others", async () => {
    const [one, two] = [at(1, "2026-11-21T09:12:40.000Z"), at(2, "2026-11-21T09:12:40.000Z")];
    await writing(one, two);
    await writing(two, one);
    expect(contents()).toHaveLength(1);
    await writing(one);
    expect(contents().map(({ ids }) => ids.length)).toEqual([2, 1]);
  });

  it("has at most 4 MB of events; further ones go into another object", async () => {
    const large = Array.from({ length: 20 }, (_, n) => ({
      ...at(n, "2026-11-21T09:12:40.000Z"),
      data: { note: "x".repeat(250_000) },
    }));
    await writing(...large);
    const ids = contents().map((one) => one.ids);
    expect(ids.map(({ length }) => length).toSorted((one, other) => one - other)).toEqual([4, 16]);
    expect(new Set(ids.flat()).size).toBe(20);
  });

  it("fails for all of its events together, and each can be sent again", async () => {
    aws.trouble = (action) => (action === "PutObject" ? { status: 503, code: "SlowDown" } : undefined);
    const both = [at(1, "2026-11-21T09:12:40.000Z"), at(2, "2026-11-21T09:12:40.000Z")];
    expect(await writing(...both)).toMatchObject([{ status: 429 }, { status: 429 }]);
    aws.trouble = () => undefined;
    expect(await writing(...both)).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  it("is refused by a bucket that belongs to another account than the role", async () => {
    aws.buckets.set("acme-events", "999999999999");
    expect(await writing(at(1, "2026-11-21T09:12:40.000Z"))).toMatchObject([{ status: 403 }]);
  });
});

describe("an event on a bus", () => {
  it("looks like an event on the bridge's own bus", async () => {
    await sending("eventbridge");
    expect(aws.accepted[0]?.input).toEqual({
      Entries: [
        {
          EventBusName: bus,
          Source: "feedhook",
          DetailType: envelope.type,
          Time: expect.any(Number),
          Detail: JSON.stringify(envelope),
        },
      ],
    });
  });

  it.each([
    ["ThrottlingException", 429],
    ["AccessDeniedException", 403],
    ["InternalFailure", 500],
  ])("counts an entry that the bus refuses with %s, although the request succeeds", async (code, status) => {
    aws.entryError = code;
    expect(await sending("eventbridge")).toMatchObject({
      outcome: "answered",
      status,
      excerpt: `${code}: the entry was refused`,
    });
  });
});
