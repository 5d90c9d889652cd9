import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import { sqsStatusProbe } from "../../../shared/adapters/aws/sqs-status-probe.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";

const client = mockClient(new SQSClient({}));
const probe = sqsStatusProbe(client as unknown as SQSClient, [
  { name: "poll", url: "https://sqs/poll", deadLettersUrl: "https://sqs/poll-dead" },
  { name: "deliver", url: "https://sqs/deliver", deadLettersUrl: "https://sqs/deliver-dead" },
]);

const counts = (ready: number, delayed: number, inFlight: number) => ({
  Attributes: {
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
};

beforeEach(() => {
  client.reset();
  for (const [queue, answer] of Object.entries(answers)) {
    client.on(GetQueueAttributesCommand, { QueueUrl: `https://sqs/${queue}` }).resolves(answer);
  }
});

describe("the status probe on SQS", () => {
  it("tells each queue's depth, with what can be taken from its dead-letter queue", async () => {
    expect(await probe.queueDepths()).toEqual({
      poll: { ready: 1, delayed: 2, inFlight: 3, dead: 4 },
      deliver: { ready: 5, delayed: 6, inFlight: 7, dead: 0 },
    });
  });

  it("doesn't count deliveries: that would read their whole table", async () => {
    expect(await probe.deliveriesByState()).toBeUndefined();
  });

  it("throws where SQS leaves a number out, rather than calling an unknown depth empty", async () => {
    client
      .on(GetQueueAttributesCommand, { QueueUrl: "https://sqs/deliver-dead" })
      .resolves({ Attributes: { ApproximateNumberOfMessagesDelayed: "0" } });
    await expect(probe.queueDepths()).rejects.toThrow(EngineUnavailableError);
    await expect(probe.queueDepths()).rejects.toThrow("deliver-dead answered without ApproximateNumberOfMessages");
  });

  it("gives a throttled call in the kernel's terms", async () => {
    client.on(GetQueueAttributesCommand).rejects(Object.assign(new Error("slow"), { name: "RequestThrottled" }));
    await expect(probe.queueDepths()).rejects.toBeInstanceOf(EngineUnavailableError);
  });
});
