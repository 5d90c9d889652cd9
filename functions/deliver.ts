import { incomingDelivery } from "../shared/delivery/attempt/attempt-answer.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import { createContainer, type Replacement } from "./runtime/container.ts";
import type { Engine } from "./runtime/engine.ts";
import type { BatchResponse, Handler, SqsEvent } from "./runtime/messages/lambda-events.ts";
import { wholeBatch } from "./runtime/messages/whole-batch.ts";
import { sender } from "./runtime/services/sender.ts";
import { trialEvents } from "./runtime/trial/trial-events.ts";

export function createDeliverHandler(
  engine: Engine,
  ...replacements: readonly Replacement[]
): Handler<SqsEvent, BatchResponse> {
  const deliveries = createContainer(engine, ...replacements).get(sender);
  return wholeBatch(incomingDelivery, engine.logger, (batch) => deliveries.run(batch));
}

export const handler = onAws((engine) => createDeliverHandler(engine), trialEvents.deliver);
