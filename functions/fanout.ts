import { fanoutMessage, missingReceives } from "../shared/fanout/fanout-message.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import { createContainer } from "./runtime/container.ts";
import type { Engine } from "./runtime/engine.ts";
import type { BatchResponse, Handler, SqsEvent } from "./runtime/messages/lambda-events.ts";
import { wholeBatch } from "./runtime/messages/whole-batch.ts";
import { fanOut } from "./runtime/services/fanout.ts";
import { trialEvents } from "./runtime/trial/trial-events.ts";

export function createFanoutHandler(engine: Engine): Handler<SqsEvent, BatchResponse> {
  const fanout = createContainer(engine).get(fanOut);
  return wholeBatch(fanoutMessage, engine.logger, (batch) =>
    fanout.run(
      batch.map(({ message, receiveCount }) => ({
        ...message,
        ...(receiveCount > 1 && { repeated: true as const }),
        ...(receiveCount >= missingReceives && { mayBeGone: true as const }),
      })),
    ),
  );
}

export const handler = onAws(createFanoutHandler, trialEvents.fanout);
