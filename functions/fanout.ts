import { fanoutMessage } from "../shared/fanout/fanout-message.ts";
import type { Engine } from "./runtime/engine.ts";
import { fanoutServices } from "./runtime/fanout-services.ts";
import type { BatchResponse, Handler, SqsEvent } from "./runtime/lambda-events.ts";
import { onAws } from "./runtime/on-aws.ts";
import { sqsTogether } from "./runtime/sqs-together.ts";

/** Queue `fanout`: finds out for whom published events are, and queues one delivery for each of them. */
export function createFanoutHandler(engine: Engine): Handler<SqsEvent, BatchResponse> {
  const { fanOut } = fanoutServices(engine);
  return sqsTogether(fanoutMessage, engine.logger, (batch) =>
    fanOut.run(
      batch.map(({ message, receiveCount }) => (receiveCount > 1 ? { ...message, repeated: true as const } : message)),
    ),
  );
}

export const handler = onAws(createFanoutHandler);
