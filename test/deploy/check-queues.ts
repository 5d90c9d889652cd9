import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { queues } from "../../shared/kernel/topology.ts";

type Found = { readonly url: string; readonly redriven: boolean; readonly messages: number };

/** Throws an Error unless each queue of the topology was really deployed with its dead-letter queue. */
export async function checkRedrive(endpoint: string): Promise<void> {
  const found = await findQueues(endpoint);
  const redriven = found.filter((queue) => queue.redriven).length;
  const wanted = Object.keys(queues).length;
  if (redriven !== wanted || found.length !== 2 * wanted + 1) {
    throw new Error(`${redriven} of ${found.length} queues have a redrive policy, ${wanted} should`);
  }
}

/** Throws an Error that names the dead-letter queues with something in them. */
export async function checkNoDeadLetters(endpoint: string): Promise<void> {
  const filled = (await findQueues(endpoint)).filter(({ redriven, messages }) => !redriven && messages > 0);
  if (filled.length > 0) throw new Error(`dead letters in ${filled.map(({ url }) => url).join(", ")}`);
}

async function findQueues(endpoint: string): Promise<readonly Found[]> {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new SQSClient({ endpoint, region: "us-east-1", credentials });
  try {
    const { QueueUrls = [] } = await client.send(new ListQueuesCommand({ QueueNamePrefix: "Feedhook-emulator-" }));
    return await Promise.all(
      QueueUrls.map(async (url) => {
        const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["All"] });
        const { Attributes = {} } = await client.send(command);
        const messages = Number(Attributes["ApproximateNumberOfMessages"]);
        return { url, redriven: Attributes["RedrivePolicy"] !== undefined, messages };
      }),
    );
  } finally {
    client.destroy();
  }
}
