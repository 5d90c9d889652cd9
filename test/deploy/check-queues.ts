import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { queues } from "../../shared/kernel/topology.ts";

/** How many queues were really deployed with a redrive policy; an Error where it isn't each queue of the topology. */
export async function checkQueues(endpoint: string): Promise<number> {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new SQSClient({ endpoint, region: "us-east-1", credentials });
  try {
    const { QueueUrls = [] } = await client.send(new ListQueuesCommand({ QueueNamePrefix: "Feedhook-emulator-" }));
    const attributes = await Promise.all(
      QueueUrls.map((QueueUrl) =>
        client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["RedrivePolicy"] })),
      ),
    );
    const redriven = attributes.filter(({ Attributes }) => Attributes?.["RedrivePolicy"] !== undefined).length;
    const wanted = Object.keys(queues).length;
    if (redriven === wanted) return redriven;
    throw new Error(`${redriven} of ${QueueUrls.length} queues have a redrive policy, ${wanted} should`);
  } finally {
    client.destroy();
  }
}
