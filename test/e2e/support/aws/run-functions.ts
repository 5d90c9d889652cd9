import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import { createAlertHandler } from "../../../../functions/alert.ts";
import { createApiHandler } from "../../../../functions/api.ts";
import { createClockHandler } from "../../../../functions/clock.ts";
import { createDeliverHandler } from "../../../../functions/deliver.ts";
import { createFanoutHandler } from "../../../../functions/fanout.ts";
import { createPollHandler } from "../../../../functions/poll.ts";
import { createPublishHandler } from "../../../../functions/publish.ts";
import { createRecoverHandler } from "../../../../functions/recover.ts";
import { createAwsEngine } from "../../../../functions/runtime/aws/aws-engine.ts";
import { awsOperations } from "../../../../functions/runtime/aws/aws-operations.ts";
import type { Engine } from "../../../../functions/runtime/engine.ts";
import type { BatchResponse, Handler, SqsEvent } from "../../../../functions/runtime/messages/lambda-events.ts";
import { createTickHandler } from "../../../../functions/tick.ts";
import { type ConsumerName, queues, schedule } from "../../../../shared/kernel/topology.ts";
import { httpApiEvent } from "../../../support/http-api-event.ts";
import { closeServer, listenLocally } from "../../../support/local-server.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";
import { type AwsEndpoint, credentials } from "./aws-endpoint.ts";

export type RunningFunctions = {
  /** The address at which the API responds, like API Gateway. */
  readonly apiUrl: string;
  readonly logger: SilentLogger;
  stop(): Promise<void>;
};

/** Lambda runs more. Here they all share a processor. */
const workersPerQueue = 3;

/**
 * Runs the functions of a stage like Lambda: the schedule, the queues and the mirror's change stream call their
 * handlers, and the API responds over HTTP. `settings` are environment variables in addition to those that name the
 * stage's resources.
 */
export async function runFunctions(
  endpoint: AwsEndpoint,
  settings: Readonly<Record<string, string>>,
): Promise<RunningFunctions> {
  const environment = { ...endpoint.variables, AWS_ENDPOINT_URL: endpoint.url, ...settings };
  const { url, region } = endpoint;
  const made = createAwsEngine(environment, { endpoint: url, region, credentials });
  const logger = new SilentLogger();
  const { bus, keys, clock, sleeper, randomness, metrics, settings: ofStage } = made;
  const engine: Engine = {
    ...{ bus, keys, clock, sleeper, randomness, metrics, logger, settings: ofStage },
    table: (name) => made.table(name),
    queue: (name) => made.queue(name),
  };

  const consumers: { readonly [name in ConsumerName]: Handler<SqsEvent, BatchResponse> } = {
    tick: createTickHandler(engine),
    poll: createPollHandler(engine),
    fanout: createFanoutHandler(engine),
    deliver: createDeliverHandler(engine),
    recover: createRecoverHandler(engine),
    alert: createAlertHandler(engine),
  };
  const ended = new AbortController();
  const loops = Object.values(queues).flatMap(({ name, consumer, batchSize }) => {
    const QueueUrl = endpoint.variables[`QUEUE_${name.toUpperCase().replaceAll("-", "_")}_URL`];
    return Array.from({ length: workersPerQueue }, async () => {
      while (!ended.signal.aborted)
        await consumeBatch(endpoint, QueueUrl, Math.min(batchSize, 10), consumers[consumer]);
    });
  });

  const fire = createClockHandler(engine);
  const everyMs = made.settings.timings.tick * schedule.ticksPerFire;
  const scheduled = async () => {
    while (!ended.signal.aborted) {
      await fire({});
      await sleep(everyMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const api = createApiHandler(engine, awsOperations(environment, engine, { endpoint: url, region, credentials }));
  const gateway = createServer((request, response) => {
    void (async () => {
      const { method = "GET", url: target = "/", headers } = request;
      const event = httpApiEvent({ method, target, headers, body: await text(request) });
      const answer = (await api(event)) as { statusCode: number; headers: object; body: string };
      response.writeHead(answer.statusCode, { ...answer.headers }).end(answer.body);
    })();
  });
  const apiUrl = await listenLocally(gateway);
  const following = endpoint.mirrorChanges.follow(createPublishHandler(engine), ended.signal);
  const work = [...loops, following, scheduled()];
  return {
    apiUrl,
    logger,
    stop: async () => {
      ended.abort();
      await Promise.all(work);
      await closeServer(gateway);
    },
  };
}

/**
 * Like an event source mapping with partial batch responses: failed messages are received again, all others are
 * deleted.
 */
async function consumeBatch(
  { sqs }: AwsEndpoint,
  QueueUrl: string | undefined,
  MaxNumberOfMessages: number,
  handler: Handler<SqsEvent, BatchResponse>,
): Promise<void> {
  const command = new ReceiveMessageCommand({
    ...{ QueueUrl, MaxNumberOfMessages, WaitTimeSeconds: 1, VisibilityTimeout: 60 },
    MessageSystemAttributeNames: ["All"],
  });
  const { Messages = [] } = await sqs.send(command);
  if (Messages.length === 0) return;
  const outcome = await handler({ Records: Messages.map(recordOf) }).catch(() => undefined);
  const failed = new Set(
    outcome === undefined
      ? Messages.map(({ MessageId }) => MessageId)
      : outcome.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
  );
  for (const { MessageId, ReceiptHandle } of Messages) {
    if (!failed.has(MessageId)) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    else await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 1 }));
  }
}

function recordOf({ MessageId = "", Body = "", Attributes }: Message) {
  const ApproximateReceiveCount = Attributes?.ApproximateReceiveCount ?? "1";
  return { messageId: MessageId, body: Body, attributes: { ApproximateReceiveCount } };
}
