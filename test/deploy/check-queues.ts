import {
  GetQueueAttributesCommand,
  ListQueuesCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { queues } from "../../shared/kernel/topology.ts";

type Found = { readonly url: string; readonly redriven: boolean; readonly messages: number };

/** Throws an Error unless each queue of the topology was really deployed with its dead-letter queue. */
export async function checkRedrive(endpoint: string): Promise<void> {
  const found = await findQueues(endpoint);
  const redriven = found.filter((queue) => queue.redriven).length;
  const wanted = Object.keys(queues).length;
  if (redriven !== wanted || found.length !== 2 * wanted + 2) {
    throw new Error(`${redriven} of ${found.length} queues have a redrive policy, ${wanted} should`);
  }
}

/** Throws an Error if anything is left of the deployment. */
export async function checkGone(endpoint: string): Promise<void> {
  const left = await findQueues(endpoint);
  if (left.length > 0) throw new Error(`${left.length} queues are still there`);
}

/** Throws an Error that names the dead-letter queues with something in them. */
export async function checkNoDeadLetters(endpoint: string): Promise<void> {
  const filled = (await findQueues(endpoint)).filter(({ redriven, messages }) => !redriven && messages > 0);
  if (filled.length > 0) throw new Error(`dead letters in ${filled.map(({ url }) => url).join(", ")}`);
}

/** Puts a message that no function can read into a queue, and makes it return at once instead of after minutes. */
export async function poison(endpoint: string, name: string): Promise<void> {
  const [queue] = (await findQueues(endpoint)).filter(({ url, redriven }) => redriven && url.includes(name));
  if (queue === undefined) throw new Error(`no queue is called ${name}`);
  await withClient(endpoint, async (client) => {
    const Attributes = { VisibilityTimeout: "1" };
    await client.send(new SetQueueAttributesCommand({ QueueUrl: queue.url, Attributes }));
    await client.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody: '{"kind":"poison"}' }));
  });
}

/** How many messages wait in the dead-letter queues with that name. */
export async function deadLettersOf(endpoint: string, name: string): Promise<number> {
  const found = (await findQueues(endpoint)).filter(({ url, redriven }) => !redriven && url.includes(name));
  return found.reduce((sum, { messages }) => sum + messages, 0);
}

async function withClient<T>(endpoint: string, work: (client: SQSClient) => Promise<T>): Promise<T> {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new SQSClient({ endpoint, region: "us-east-1", credentials });
  try {
    return await work(client);
  } finally {
    client.destroy();
  }
}

function findQueues(endpoint: string): Promise<readonly Found[]> {
  return withClient(endpoint, async (client) => {
    const { QueueUrls = [] } = await client.send(new ListQueuesCommand({ QueueNamePrefix: "feedhook-prod-" }));
    return Promise.all(
      QueueUrls.map(async (url) => {
        const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["All"] });
        const { Attributes = {} } = await client.send(command);
        const messages = Number(Attributes["ApproximateNumberOfMessages"]);
        return { url, redriven: Attributes["RedrivePolicy"] !== undefined, messages };
      }),
    );
  });
}
