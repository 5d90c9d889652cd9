import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import { SqsQueue } from "../../../shared/adapters/aws/sqs-queue.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";

const client = mockClient(new SQSClient({}));
const clock = new FakeClock();
const queue = new SqsQueue({
  client: client as unknown as SQSClient,
  queueUrl: "https://sqs/deliver",
  sleeper: clock,
  randomness: new SeededRandomness(),
});
const batches = () => client.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input.Entries ?? []);

beforeEach(() => {
  client.reset();
  client.on(SendMessageBatchCommand).resolves({});
});

describe("SqsQueue", () => {
  it("packs by ten and by 1 MiB, the largest that a message may be", async () => {
    await queue.send(Array.from({ length: 25 }, () => ({ body: "{}" })));
    expect(batches().map(({ length }) => length)).toEqual([10, 10, 5]);
    client.resetHistory();
    await queue.send(Array.from({ length: 4 }, () => ({ body: "x".repeat(400 * 1024) })));
    expect(batches().map(({ length }) => length)).toEqual([2, 2]);
    client.resetHistory();
    await queue.send([{ body: "x".repeat(1024 * 1024), delaySeconds: 900 }]);
    expect(batches(), "the largest message with the longest delay").toHaveLength(1);
  });

  it("sends the group, and the delay rounded up to whole seconds", async () => {
    await queue.send([{ body: "a", group: "sub_1", delaySeconds: 0.2 }, { body: "b" }]);
    expect(batches()[0]).toEqual([
      { Id: "0", MessageBody: "a", MessageGroupId: "sub_1", DelaySeconds: 1 },
      { Id: "1", MessageBody: "b" },
    ]);
  });

  it("hashes a group that SQS would refuse, always to the same group", async () => {
    await queue.send(["zoë", "zoë", "x".repeat(129)].map((group) => ({ body: "a", group })));
    const [first, second, third] = (batches()[0] ?? []).map(({ MessageGroupId }) => MessageGroupId);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it("retries only the messages that were refused temporarily", async () => {
    client
      .on(SendMessageBatchCommand)
      .resolvesOnce({ Failed: [{ Id: "1", Code: "InternalError", SenderFault: false }], Successful: [] })
      .resolves({});
    await queue.send([{ body: "a" }, { body: "b" }, { body: "c" }]);
    expect(batches().map((entries) => entries.map(({ MessageBody }) => MessageBody))).toEqual([["a", "b", "c"], ["b"]]);
  });

  it("gives up on messages that stay refused", async () => {
    const Failed = [{ Id: "0", Code: "InternalError", SenderFault: false }];
    client.on(SendMessageBatchCommand).resolves({ Failed, Successful: [] });
    await expect(queue.send([{ body: "a" }])).rejects.toEqual(
      new EngineUnavailableError("https://sqs/deliver refused messages: 1"),
    );
  });

  it("doesn't retry our own faults", async () => {
    const Failed = [{ Id: "0", Code: "InvalidMessageContents", SenderFault: true }];
    client.on(SendMessageBatchCommand).resolves({ Failed, Successful: [] });
    await expect(queue.send([{ body: "\u0001" }])).rejects.toMatchObject({
      ...{ code: "invalid_input", message: "message: 0: SQS refused it: InvalidMessageContents" },
    });
    expect(batches()).toHaveLength(1);
  });

  it("reports a throttled call with the kernel's error", async () => {
    client.on(SendMessageBatchCommand).rejects(Object.assign(new Error("slow"), { name: "RequestThrottled" }));
    await expect(queue.send([{ body: "a" }])).rejects.toBeInstanceOf(EngineUnavailableError);
  });
});
