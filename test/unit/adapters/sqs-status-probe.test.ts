import { GetQueueAttributesCommand, ListMessageMoveTasksCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import type { QueueAge } from "../../../shared/adapters/aws/queue-ages.ts";
import { type SqsStatusProbeParts, sqsStatusProbe } from "../../../shared/adapters/aws/sqs-status-probe.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const client = mockClient(new SQSClient({}));
const logger = new SilentLogger();
/** The queues whose ages were asked for, call by call. */
const asked: (readonly string[])[] = [];
let known = new Map<string, QueueAge>();
let probe: ReturnType<typeof sqsStatusProbe>;
const parts: SqsStatusProbeParts = {
  client: client as unknown as SQSClient,
  queues: [
    { name: "poll", url: "https://sqs/poll", deadLettersUrl: "https://sqs/poll-dead" },
    { name: "deliver", url: "https://sqs/deliver", deadLettersUrl: "https://sqs/deliver-dead" },
  ],
  failureNoticesUrl: "https://sqs/notices",
  ages: {
    of: async (names) => {
      asked.push(names);
      return known;
    },
  },
  logger,
};

const counts = (ready: number, delayed: number, inFlight: number) => ({
  Attributes: {
    QueueArn: "arn:dead-letters",
    ApproximateNumberOfMessages: String(ready),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
  },
});
const answers = {
  poll: counts(1, 2, 3),
  "poll-dead": counts(4, 0, 9),
  deliver: counts(5, 6, 7),
  "deliver-dead": counts(0, 0, 0),
  notices: counts(3, 0, 0),
};

beforeEach(() => {
  probe = sqsStatusProbe(parts);
  client.reset();
  asked.length = 0;
  known = new Map();
  logger.lines.length = 0;
  client.on(ListMessageMoveTasksCommand).resolves({});
  for (const [queue, { Attributes }] of Object.entries(answers)) {
    client
      .on(GetQueueAttributesCommand, { QueueUrl: `https://sqs/${queue}` })
      .callsFake(({ AttributeNames = [] }: { AttributeNames?: string[] }) => ({
        Attributes: Object.fromEntries(Object.entries(Attributes).filter(([name]) => AttributeNames.includes(name))),
      }));
  }
});

describe("the status probe on SQS", () => {
  it("reports each queue's depth and its redrivable dead letters", async () => {
    expect(await probe.queueDepths()).toStrictEqual({
      poll: { ready: 1, delayed: 2, inFlight: 3, dead: 4 },
      deliver: { ready: 5, delayed: 6, inFlight: 7, dead: 0 },
    });
  });

  it("reports how long the oldest message and dead letter have waited, and when that was measured", async () => {
    known = new Map([
      ["poll", { since: 1_000, measuredAt: 90_000 }],
      ["poll-dead", { since: 2_000, measuredAt: 60_000 }],
      ["deliver", { since: 3_000, measuredAt: 90_000 }],
    ]);
    expect(await probe.queueDepths()).toMatchObject({
      poll: { readySince: 1_000, deadSince: 2_000, measuredAt: 90_000 },
      deliver: { readySince: 3_000, measuredAt: 90_000 },
    });
    known = new Map([["poll-dead", { since: 2_000, measuredAt: 60_000 }]]);
    const { poll } = (await probe.queueDepths()) ?? {};
    expect(poll).toEqual({ ready: 1, delayed: 2, inFlight: 3, dead: 4, deadSince: 2_000, measuredAt: 60_000 });
  });

  it("requests the ages only of queues with messages", async () => {
    await probe.queueDepths();
    expect(asked).toEqual([["poll", "poll-dead", "deliver"]]);
    client.on(GetQueueAttributesCommand).resolves(counts(0, 5, 5));
    await probe.queueDepths();
    expect(asked).toHaveLength(1);
  });

  it("reports redrive progress only for queues with dead letters", async () => {
    client.on(ListMessageMoveTasksCommand).resolves({
      Results: [
        {
          ...{ Status: "RUNNING", StartedTimestamp: 7_000 },
          ...{ ApproximateNumberOfMessagesMoved: 5, ApproximateNumberOfMessagesToMove: 9 },
        },
      ],
    });
    const { poll, deliver } = (await probe.queueDepths()) ?? {};
    expect(poll?.redrive).toEqual({ state: "running", startedAt: 7_000, moved: 5, toMove: 9 });
    expect(deliver?.redrive).toBeUndefined();
    expect(client.commandCalls(ListMessageMoveTasksCommand)).toHaveLength(1);
  });

  it("reports the depths even if the progress of a redrive is unknown", async () => {
    client.on(ListMessageMoveTasksCommand).rejects(new Error("unknown operation"));
    const { poll } = (await probe.queueDepths()) ?? {};
    expect(poll).toEqual({ ready: 1, delayed: 2, inFlight: 3, dead: 4 });
    expect(logger.lines).toMatchObject([
      { event: "status.redrive_unknown", fields: { deadLetters: "arn:dead-letters" } },
    ]);
  });

  it("asks for no progress if SQS doesn't name the dead letters' queue", async () => {
    const { QueueArn: _, ...Attributes } = answers["poll-dead"].Attributes;
    client.on(GetQueueAttributesCommand, { QueueUrl: "https://sqs/poll-dead" }).resolves({ Attributes });
    expect(await probe.queueDepths()).toMatchObject({ poll: { dead: 4 } });
    expect(client.commandCalls(ListMessageMoveTasksCommand)).toEqual([]);
  });

  it("counts a notice for each batch of changes that publish gave up on", async () => {
    expect(await probe.changesSetAside()).toBe(3);
  });

  it("doesn't count deliveries, because that would read their whole table", async () => {
    expect(await probe.deliveriesByState()).toBeUndefined();
  });

  it("throws if SQS omits a number, instead of reporting an empty queue", async () => {
    client
      .on(GetQueueAttributesCommand, { QueueUrl: "https://sqs/deliver-dead" })
      .resolves({ Attributes: { ApproximateNumberOfMessagesDelayed: "0" } });
    await expect(probe.queueDepths()).rejects.toThrow(EngineUnavailableError);
    await expect(probe.queueDepths()).rejects.toThrow("deliver-dead returned no ApproximateNumberOfMessages");
  });

  it("reports a throttled call with the kernel's error", async () => {
    client.on(GetQueueAttributesCommand).rejects(Object.assign(new Error("slow"), { name: "RequestThrottled" }));
    await expect(probe.queueDepths()).rejects.toBeInstanceOf(EngineUnavailableError);
  });
});
