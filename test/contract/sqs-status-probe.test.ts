import { setTimeout as delay } from "node:timers/promises";
import { CreateQueueCommand, GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { buildApp } from "fauxqs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SqsQueue } from "../../shared/adapters/aws/sqs-queue.ts";
import { sqsStatusProbe } from "../../shared/adapters/aws/sqs-status-probe.ts";
import { awsAt } from "../support/aws-client.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { SilentLogger } from "../support/silent-logger.ts";

const app = buildApp({ logger: false, host: "127.0.0.1" });
let client: SQSClient;
beforeAll(async () => {
  const endpoint = await app.listen({ host: "127.0.0.1", port: 0 });
  client = new SQSClient(awsAt(endpoint));
});
afterAll(async () => {
  client.destroy();
  await app.close();
});

const create = async (QueueName: string, Attributes: Record<string, string> = {}) => {
  const { QueueUrl = "" } = await client.send(new CreateQueueCommand({ QueueName, Attributes }));
  const named = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] });
  return { url: QueueUrl, arn: (await client.send(named)).Attributes?.["QueueArn"] };
};

it("follows messages from the queue through a worker to the dead letters", async () => {
  const dead = await create("deliver-dead");
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount: 1 });
  const { url } = await create("deliver", { VisibilityTimeout: "1", RedrivePolicy });
  const probe = sqsStatusProbe({
    client,
    queues: [{ name: "deliver", url, deadLettersUrl: dead.url }],
    failureNoticesUrl: dead.url,
    ages: { of: async () => new Map() },
    logger: new SilentLogger(),
  });
  const sleeper = { sleep: (ms: number) => delay(ms) };
  const queue = new SqsQueue({ client, queueUrl: url, sleeper, randomness: new SeededRandomness() });
  const receive = () => client.send(new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 1 }));

  expect(await probe.queueDepths()).toEqual({ deliver: { ready: 0, delayed: 0, inFlight: 0, dead: 0 } });
  await queue.send([{ body: "a" }, { body: "b", delaySeconds: 60 }]);
  expect(await probe.queueDepths()).toEqual({ deliver: { ready: 1, delayed: 1, inFlight: 0, dead: 0 } });
  await receive();
  expect(await probe.queueDepths()).toEqual({ deliver: { ready: 0, delayed: 1, inFlight: 1, dead: 0 } });
  // Its visibility ends, and the receive that would be one too many moves it.
  await delay(1_100);
  await receive();
  expect(await probe.queueDepths()).toEqual({ deliver: { ready: 0, delayed: 1, inFlight: 0, dead: 1 } });
});
