import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { anEvent } from "../unit/fanout/an-event.ts";
import { bus, DestinationGround, envelope, queue, roleArn } from "./destination-ground.ts";

const ground = new DestinationGround();

describe("a message in a queue", () => {
  it("has the event as its body, and the id and the marks as attributes", async () => {
    await ground.send("sqs", {}, { marks: { "webhook-replay": "true" } });
    expect(ground.aws.accepted[0]?.input).toEqual({
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
    await ground.send("sqs", fifo);
    await ground.send("sqs", fifo);
    await ground.send("sqs", fifo, { marks: { "webhook-replay": "true" } });
    await ground.send("sqs", fifo, { envelope: { ...envelope, subject: { ...envelope.subject, id: "Ø 8" } } });
    const inputs = ground.aws.accepted.map(({ input }) => input);
    const groups = inputs.map(({ MessageGroupId: group }) => String(group));
    expect(new Set(groups.slice(0, 3)).size).toBe(1);
    expect(groups[3]).not.toBe(groups[0]);
    expect(groups[3]).toMatch(/^[\w-]{43}$/);
    const ids = inputs.map(({ MessageDeduplicationId: id }) => id);
    expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([true, false]);
  });

  it("goes to the address of its region, whatever the queue's URL says", async () => {
    ground.connector = ground.anotherConnector();
    const evil = "https://sqs.eu-north-1.amazonaws.com.evil.example/123456789012/orders";
    expect(await ground.send("sqs", { target: evil })).toMatchObject({
      status: 400,
      excerpt: expect.stringContaining("InvalidTarget"),
    });
    expect(ground.aws.accepted).toEqual([]);
  });
});

describe("an object in a bucket", () => {
  const at = (n: number, detectedAt: string) => anEvent({ id: `evt_${n}`, detectedAt });
  const writing = (...events: readonly ReturnType<typeof anEvent>[]) =>
    Promise.all(events.map((one) => ground.send("s3", {}, { envelope: one, body: Buffer.from(JSON.stringify(one)) })));
  const contents = () =>
    [...ground.aws.objects].map(([name, content]) => ({
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
    expect(ground.aws.accepted[0]?.input).toMatchObject({ ContentType: "application/gzip" });
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

  it("has an event once, even if a replay sends it at the same time", async () => {
    const one = at(1, "2026-11-21T09:12:40.000Z");
    await writing(one, one);
    expect(contents()).toMatchObject([{ ids: ["evt_1"] }]);
  });

  it("fails for all of its events together, and each can be sent again", async () => {
    ground.aws.trouble = (action) => (action === "PutObject" ? { status: 503, code: "SlowDown" } : undefined);
    const both = [at(1, "2026-11-21T09:12:40.000Z"), at(2, "2026-11-21T09:12:40.000Z")];
    expect(await writing(...both)).toMatchObject([{ status: 429 }, { status: 429 }]);
    ground.aws.trouble = () => undefined;
    expect(await writing(...both)).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  it("is refused by a bucket that belongs to another account than the role", async () => {
    ground.aws.buckets.set("acme-events", "999999999999");
    expect(await writing(at(1, "2026-11-21T09:12:40.000Z"))).toMatchObject([{ status: 403 }]);
  });
});

describe("an event on a bus", () => {
  it("looks like an event on the bridge's own bus", async () => {
    await ground.send("eventbridge");
    expect(ground.aws.accepted[0]?.input).toEqual({
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

  it("isn't sent to a bus that is gone, which would accept it, within a minute", async () => {
    await ground.send("eventbridge");
    ground.aws.buses.clear();
    ground.later += 59_000;
    expect(await ground.send("eventbridge")).toMatchObject({ status: 200 });
    ground.later += 1_000;
    expect(await ground.send("eventbridge")).toMatchObject({
      status: 404,
      excerpt: expect.stringMatching(/^ResourceNotFoundException: /),
    });
    expect(ground.aws.accepted).toHaveLength(2);
    ground.aws.buses.add(bus);
    expect(await ground.send("eventbridge")).toMatchObject({ status: 200 });
  });

  it.each([
    ["the role can't be assumed", "AssumeRole", "AccessDenied"],
    ["the role lacks every right", "EventBus|PutEvents", "AccessDeniedException"],
    ["looking for it is throttled", "DescribeEventBus", "ThrottlingException"],
  ])("isn't sent to a bus that was never found, even if %s at first", async (_what, failing, code) => {
    ground.aws.buses.clear();
    ground.aws.trouble = (action) => (new RegExp(failing).test(action) ? { status: 403, code } : undefined);
    expect(await ground.send("eventbridge")).not.toMatchObject({ status: 200 });
    ground.aws.trouble = () => undefined;
    expect(await ground.send("eventbridge")).toMatchObject({ status: 404 });
    expect(ground.aws.accepted).toEqual([]);
  });

  it("is sent with a role that can't look for the bus", async () => {
    ground.aws.roles.set(roleArn, { externalId: "feedhook-mine", allows: ["events:PutEvents"] });
    expect(await ground.send("eventbridge")).toMatchObject({ status: 200 });
  });

  it.each([
    [429, { ErrorCode: "ThrottlingException", ErrorMessage: "slow down" }, "ThrottlingException: slow down"],
    [403, { ErrorCode: "AccessDeniedException" }, "AccessDeniedException: "],
    [500, {}, "InternalFailure: "],
    [500, undefined, "InternalFailure: "],
  ])(
    "fails with status %d if the bus answers a successful request with the entry %j",
    async (status, entry, excerpt) => {
      ground.aws.untaken = entry === undefined ? {} : { FailedEntryCount: 1, Entries: [entry] };
      expect(await ground.send("eventbridge")).toMatchObject({ outcome: "answered", status, excerpt });
    },
  );
});
