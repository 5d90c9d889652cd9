import { tickMessage } from "../shared/schedule/tick/tick.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import { createContainer } from "./runtime/container.ts";
import type { Engine } from "./runtime/engine.ts";
import type { BatchResponse, Handler, SqsEvent } from "./runtime/messages/lambda-events.ts";
import { eachMessage } from "./runtime/messages/whole-batch.ts";
import { tick } from "./runtime/services/schedule.ts";
import { trialEvents } from "./runtime/trial/trial-events.ts";

export function createTickHandler(engine: Engine): Handler<SqsEvent, BatchResponse> {
  const ticks = createContainer(engine).get(tick);
  return eachMessage(tickMessage, engine.logger, async (message) => {
    await ticks.run(message);
  });
}

export const handler = onAws(createTickHandler, trialEvents.tick);
