import { GetQueueAttributesCommand, type QueueAttributeName, type SQSClient } from "@aws-sdk/client-sqs";
import type { QueueDepth, RedriveProgress, StatusProbe } from "../../api/status/status-probe.ts";
import { EngineUnavailableError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { QueueName } from "../../kernel/topology.ts";
import { withEngineFaults } from "./engine-fault.ts";
import type { QueueAges } from "./queue-ages.ts";
import { redriveProgress } from "./sqs-redrive.ts";

const [ready, delayed, inFlight] = [
  "ApproximateNumberOfMessages",
  "ApproximateNumberOfMessagesDelayed",
  "ApproximateNumberOfMessagesNotVisible",
] as const;

export type WatchedQueue = { readonly name: QueueName; readonly url: string; readonly deadLettersUrl: string };

export type SqsStatusProbeParts = {
  readonly client: SQSClient;
  readonly queues: readonly WatchedQueue[];
  /** The queue that gets a notice for each batch of changes that publish gave up on. */
  readonly failureNoticesUrl: string;
  readonly ages: Pick<QueueAges, "of">;
  readonly logger: Logger;
};

/**
 * Reports SQS's queue depths, which may be a minute old, and the age of each queue's oldest message from CloudWatch.
 * Deliveries aren't counted, because a count would read their whole table. Throws EngineUnavailableError.
 */
export function sqsStatusProbe(
  parts: SqsStatusProbeParts,
): Required<Omit<StatusProbe, "alive" | "backups" | "fullSince" | "ownersMet" | "publishedUntil">> {
  const { client, queues, failureNoticesUrl } = parts;
  return {
    queueDepths: async () => {
      const counted = await Promise.all(queues.map((queue) => countOf(parts, queue)));
      const ages = await agesOf(parts, counted);
      return Object.fromEntries(counted.map(({ name, depth }) => [name, { ...depth, ...ages.get(name) }]));
    },
    deliveriesByState: () => Promise.resolve(undefined),
    changesSetAside: async () => (await attributesOf(client, failureNoticesUrl, [ready])).count(ready),
  };
}

type Counted = WatchedQueue & { readonly depth: QueueDepth };

async function countOf(parts: SqsStatusProbeParts, watched: WatchedQueue): Promise<Counted> {
  const { client } = parts;
  const { url, deadLettersUrl } = watched;
  const [queue, deadLetters] = await Promise.all([
    attributesOf(client, url, [ready, delayed, inFlight]),
    attributesOf(client, deadLettersUrl, [ready, "QueueArn"]),
  ]);
  const dead = deadLetters.count(ready);
  const redrive = dead > 0 ? await progressOf(parts, deadLetters.arn) : undefined;
  return {
    ...watched,
    depth: {
      ready: queue.count(ready),
      delayed: queue.count(delayed),
      inFlight: queue.count(inFlight),
      dead,
      ...(redrive !== undefined && { redrive }),
    },
  };
}

/** The progress of a redrive. A status without it is still useful, so an error is only logged. */
async function progressOf(
  { client, logger }: SqsStatusProbeParts,
  deadLettersArn: string | undefined,
): Promise<RedriveProgress | undefined> {
  if (deadLettersArn === undefined) return undefined;
  return redriveProgress(client, deadLettersArn).catch((error: unknown) => {
    logger.error("status.redrive_unknown", error, { deadLetters: deadLettersArn });
    return undefined;
  });
}

type Ages = Pick<QueueDepth, "readySince" | "deadSince" | "measuredAt">;

/** Asks only about queues that hold messages, because every measurement costs money. */
async function agesOf({ ages }: SqsStatusProbeParts, counted: readonly Counted[]): Promise<ReadonlyMap<string, Ages>> {
  const asked = counted.flatMap(({ url, deadLettersUrl, depth }) => [
    ...(depth.ready > 0 ? [nameOf(url)] : []),
    ...(depth.dead > 0 ? [nameOf(deadLettersUrl)] : []),
  ]);
  if (asked.length === 0) return new Map();
  const known = await ages.of(asked);
  const found = counted.map(({ name, url, deadLettersUrl }): [QueueName, Ages] => {
    const [waiting, given] = [known.get(nameOf(url)), known.get(nameOf(deadLettersUrl))];
    const measurement = waiting ?? given;
    return [
      name,
      {
        ...(waiting !== undefined && { readySince: waiting.since }),
        ...(given !== undefined && { deadSince: given.since }),
        ...(measurement !== undefined && { measuredAt: measurement.measuredAt }),
      },
    ];
  });
  return new Map(found);
}

/** `https://sqs.eu-north-1.amazonaws.com/123456789012/feedhook-prod-deliver` → its last part. */
function nameOf(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

async function attributesOf(client: SQSClient, QueueUrl: string, AttributeNames: QueueAttributeName[]) {
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames });
  const { Attributes = {} } = await withEngineFaults(QueueUrl, () => client.send(command));
  return {
    arn: Attributes.QueueArn,
    count: (name: QueueAttributeName): number => {
      const count = Number(Attributes[name]);
      // Reporting an unknown depth as 0 would look healthy.
      if (!Number.isInteger(count)) throw new EngineUnavailableError(`${QueueUrl} returned no ${name}`);
      return count;
    },
  };
}
