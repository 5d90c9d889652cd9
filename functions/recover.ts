import { recoverMessage } from "../shared/delivery/backlog/recover-message.ts";
import type { Engine } from "./runtime/engine.ts";
import type { BatchResponse, Handler, SqsEvent } from "./runtime/lambda-events.ts";
import { onAws } from "./runtime/on-aws.ts";
import { recoverServices } from "./runtime/recover-services.ts";
import { sqsBatch } from "./runtime/sqs-batch.ts";

/** Queue `recover`: finds endpoints whose backlog has something due, and sends it. */
export function createRecoverHandler(engine: Engine): Handler<SqsEvent, BatchResponse> {
  const { recovery } = recoverServices(engine);
  return sqsBatch(recoverMessage, engine.logger, (message) => recovery.run(message));
}

export const handler = onAws(createRecoverHandler);
