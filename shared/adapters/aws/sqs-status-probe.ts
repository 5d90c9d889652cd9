import { GetQueueAttributesCommand, type QueueAttributeName, type SQSClient } from "@aws-sdk/client-sqs";
import type { QueueDepth, StatusProbe } from "../../api/status/status-probe.ts";
import { EngineUnavailableError } from "../../kernel/errors.ts";
import type { QueueName } from "../../kernel/topology.ts";
import { withEngineFaults } from "./engine-fault.ts";

const [ready, delayed, inFlight] = [
  "ApproximateNumberOfMessages",
  "ApproximateNumberOfMessagesDelayed",
  "ApproximateNumberOfMessagesNotVisible",
] as const;

export type WatchedQueue = { readonly name: QueueName; readonly url: string; readonly deadLettersUrl: string };

/**
 * Reports what SQS knows of its queues; the numbers may be a minute old. Deliveries aren't counted, because that would
 * read their whole table. Throws EngineUnavailableError.
 */
export function sqsStatusProbe(client: SQSClient, queues: readonly WatchedQueue[]): StatusProbe {
  return {
    queueDepths: async () => {
      const depths = await Promise.all(queues.map((queue) => depthOf(client, queue)));
      return Object.fromEntries(queues.map(({ name }, position) => [name, depths[position]]));
    },
    deliveriesByState: () => Promise.resolve(undefined),
  };
}

async function depthOf(client: SQSClient, { url, deadLettersUrl }: WatchedQueue): Promise<QueueDepth> {
  const [queue, deadLetters] = await Promise.all([
    countsOf(client, url, [ready, delayed, inFlight]),
    countsOf(client, deadLettersUrl, [ready]),
  ]);
  return { ready: queue(ready), delayed: queue(delayed), inFlight: queue(inFlight), dead: deadLetters(ready) };
}

async function countsOf(client: SQSClient, QueueUrl: string, AttributeNames: QueueAttributeName[]) {
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames });
  const { Attributes = {} } = await withEngineFaults(QueueUrl, () => client.send(command));
  return (name: QueueAttributeName): number => {
    const count = Number(Attributes[name]);
    // Reporting an unknown depth as 0 would claim that all is well.
    if (!Number.isInteger(count)) throw new EngineUnavailableError(`${QueueUrl} answered without ${name}`);
    return count;
  };
}
