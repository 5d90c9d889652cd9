import { publishChanges } from "../shared/publishing/publish-changes.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import type { Engine } from "./runtime/engine.ts";
import type { BatchResponse, Handler, StreamEvent } from "./runtime/messages/lambda-events.ts";
import { streamBatch } from "./runtime/messages/stream-batch.ts";
import { publishServices } from "./runtime/services/publish-services.ts";

/** Mirror stream → events. */
export function createPublishHandler(engine: Engine): Handler<StreamEvent, BatchResponse> {
  const services = publishServices(engine);
  return streamBatch(engine.logger, (changes) => publishChanges(changes, services));
}

export const handler = onAws(createPublishHandler);
