import { pollFeeds } from "../shared/polling/poll-feeds.ts";
import { pollMessage } from "../shared/schedule/tick/poll-message.ts";
import type { Engine } from "./runtime/engine.ts";
import type { BatchResponse, Handler, SqsEvent } from "./runtime/lambda-events.ts";
import { onAws } from "./runtime/on-aws.ts";
import { pollServices } from "./runtime/poll-services.ts";
import { sourceHttpOf } from "./runtime/source-http-of.ts";
import { sqsBatch } from "./runtime/sqs-batch.ts";

/** Queue `poll`: reads feeds of the source into the mirror. */
export function createPollHandler(engine: Engine): Handler<SqsEvent, BatchResponse> {
  const parts = pollServices(engine, sourceHttpOf(engine));
  return sqsBatch(pollMessage, engine.logger, (message) => pollFeeds(parts, message));
}

export const handler = onAws(createPollHandler);
