import { publishChanges } from "../shared/publishing/publish-changes.ts";
import type { Engine } from "./runtime/engine.ts";
import type { BatchResponse, Handler, StreamEvent } from "./runtime/lambda-events.ts";
import { onAws } from "./runtime/on-aws.ts";
import { publishServices } from "./runtime/publish-services.ts";
import { streamBatch } from "./runtime/stream-batch.ts";

/** Mirror stream → events. */
export function createPublishHandler(engine: Engine): Handler<StreamEvent, BatchResponse> {
  const services = publishServices(engine);
  return streamBatch(engine.logger, (changes) => publishChanges(changes, services));
}

export const handler = onAws(createPublishHandler);
