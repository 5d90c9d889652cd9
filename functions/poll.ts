import { pollFeeds } from "../shared/polling/poll-feeds.ts";
import { pollMessage } from "../shared/schedule/tick/poll-message.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import { createContainer, type Replacement } from "./runtime/container.ts";
import type { Engine } from "./runtime/engine.ts";
import { eachMessage } from "./runtime/messages/each-message.ts";
import type { BatchResponse, Handler, SqsEvent } from "./runtime/messages/lambda-events.ts";
import { pollParts } from "./runtime/services/polling.ts";

/** Queue `poll`: reads feeds of the source into the mirror. */
export function createPollHandler(
  engine: Engine,
  ...replacements: readonly Replacement[]
): Handler<SqsEvent, BatchResponse> {
  const parts = createContainer(engine, ...replacements).get(pollParts);
  return eachMessage(pollMessage, engine.logger, (message) => pollFeeds(parts, message));
}

export const handler = onAws((engine) => createPollHandler(engine));
