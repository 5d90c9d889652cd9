import { setTimeout as delay } from "node:timers/promises";
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { buildApp } from "fauxqs";
import { SqsQueue } from "../../shared/adapters/aws/sqs-queue.ts";
import { type QueueHarness, testedQueue } from "../contract/queue-contract.ts";
import { awsAt } from "./aws-client.ts";
import { SeededRandomness } from "./seeded-randomness.ts";

/** How an engine with SQS's protocol differs from SQS. */
type SqsEngine = Pick<QueueHarness, "tellsGroups" | "refuses"> & {
  readonly endpoint: string;
  readonly close: () => Promise<void>;
};

/** In this process. It drops the groups of batches to queues that aren't FIFO. */
async function startFauxqs(): Promise<SqsEngine> {
  const app = buildApp({ logger: false, host: "127.0.0.1" });
  const endpoint = await app.listen({ host: "127.0.0.1", port: 0 });
  return { endpoint, tellsGroups: false, refuses: {}, close: () => app.close() };
}

/**
 * ElasticMQ implements SQS as it was before 2025: no groups for queues that aren't FIFO, and requests of at most 256
 * KiB.
 */
function elasticMqAt(endpoint: string): SqsEngine {
  return { endpoint, tellsGroups: false, refuses: { groups: true, above: 256 * 1024 }, close: async () => undefined };
}

/**
 * SQS's protocol, in this process or by the engine at `FEEDHOOK_SQS`: a queue with its dead-letter queue, as the queue
 * contract needs it.
 */
export async function startSqs(): Promise<QueueHarness> {
  const { FEEDHOOK_SQS: address } = process.env;
  const { endpoint, close, ...differences } = address === undefined ? await startFauxqs() : elasticMqAt(address);
  const client = new SQSClient(awsAt(endpoint));
  const queueUrl = async (QueueName: string, Attributes: Record<string, string> = {}) =>
    (await client.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl ?? "";
  const deadUrl = await queueUrl("dead");
  const deadArn = (
    await client.send(new GetQueueAttributesCommand({ QueueUrl: deadUrl, AttributeNames: ["QueueArn"] }))
  ).Attributes?.["QueueArn"];
  const { visibilitySeconds, maxReceives: maxReceiveCount } = testedQueue;
  const QueueUrl = await queueUrl("deliver", {
    VisibilityTimeout: String(visibilitySeconds),
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadArn, maxReceiveCount }),
  });
  const handles = new WeakMap<object, string>();
  return {
    ...differences,
    queue: new SqsQueue({
      client,
      queueUrl: QueueUrl,
      sleeper: { sleep: (ms) => delay(ms) },
      randomness: new SeededRandomness(),
    }),
    receive: async (VisibilityTimeout) => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          ...{ QueueUrl, VisibilityTimeout, MaxNumberOfMessages: 10 },
          MessageSystemAttributeNames: ["All"],
        }),
      );
      return Messages.map(({ Body = "", Attributes, ReceiptHandle = "" }) => {
        const receives = Number(Attributes?.ApproximateReceiveCount);
        const message = { body: Body, group: Attributes?.MessageGroupId, receives };
        handles.set(message, ReceiptHandle);
        return message;
      });
    },
    acknowledge: async (message) => {
      await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: handles.get(message) }));
    },
    pass: (ms) => delay(ms),
    dead: async () => {
      const AttributeNames = ["ApproximateNumberOfMessages" as const];
      const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl: deadUrl, AttributeNames }));
      return Number(Attributes?.["ApproximateNumberOfMessages"]);
    },
    empty: async () => {
      await client.send(new PurgeQueueCommand({ QueueUrl }));
    },
    close: async () => {
      client.destroy();
      await close();
    },
  };
}
