import { incomingDelivery } from "../shared/delivery/attempt/attempt-answer.ts";
import type { Dialer } from "../shared/delivery/attempt/dialer.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import type { Engine } from "./runtime/engine.ts";
import type { BatchResponse, Handler, SqsEvent } from "./runtime/messages/lambda-events.ts";
import { wholeBatch } from "./runtime/messages/whole-batch.ts";
import { deliverServices } from "./runtime/services/deliver-services.ts";

/** Queue `deliver`: posts events to endpoints, records the answers and schedules what is to be tried again. */
export function createDeliverHandler(engine: Engine, wayOut?: Dialer): Handler<SqsEvent, BatchResponse> {
  const { sender } = deliverServices(engine, wayOut);
  return wholeBatch(incomingDelivery, engine.logger, (batch) => sender.run(batch));
}

export const handler = onAws((engine) => createDeliverHandler(engine));
