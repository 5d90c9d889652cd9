import { tickMessage } from "../shared/schedule/tick/tick.ts";
import type { Engine } from "./runtime/engine.ts";
import type { BatchResponse, Handler, SqsEvent } from "./runtime/lambda-events.ts";
import { onAws } from "./runtime/on-aws.ts";
import { tickOf } from "./runtime/schedule-services.ts";
import { sqsBatch } from "./runtime/sqs-batch.ts";

/** Queue `ticks`: sends polls for the feeds of one instance that are due. */
export function createTickHandler(engine: Engine): Handler<SqsEvent, BatchResponse> {
  const tick = tickOf(engine);
  return sqsBatch(tickMessage, engine.logger, async (message) => {
    await tick.run(message);
  });
}

export const handler = onAws(createTickHandler);
