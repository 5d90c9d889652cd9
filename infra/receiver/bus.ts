import type { BridgeEvent, BusEvent } from "../../docs/types/feedhook-events.d.ts";
import { type HandlerOptions, handleOnce, report } from "./handle-once.ts";
import { isEvent, UnreadableEventError } from "./parse-event.ts";

export type { BusEvent };

export type QueueBatch = { readonly Records: readonly { readonly messageId: string; readonly body: string }[] };
export type QueueBatchAnswer = { batchItemFailures: { itemIdentifier: string }[] };

export type BusConsumerOptions = HandlerOptions & {
  /** Called with the error of a failed event. Without `onError`, nothing is logged. */
  readonly onError?: (error: unknown) => void;
};

const onBus = { isReplay: false, isLate: false, isExample: false } as const;

/**
 * A Lambda handler for the queue of a `BridgeConsumer`. If an event fails, only that event is received again, and after
 * repeated failures it becomes a dead letter. Events on a bus aren't signed, because IAM decides who can put them
 * there.
 */
export function queueHandler(options: BusConsumerOptions): (batch: QueueBatch) => Promise<QueueBatchAnswer> {
  const handle = handleOnce(options);
  return async ({ Records }) => {
    const failed: { itemIdentifier: string }[] = [];
    // Handles one event at a time, so that a record's events are handled in the order of their arrival.
    for (const { messageId, body } of Records) {
      try {
        const message: unknown = JSON.parse(body);
        await handle(eventOnBus(message), onBus);
      } catch (error) {
        report(options.onError, error);
        failed.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures: failed };
  };
}

/**
 * A handler for a Lambda function that is the target of a rule on the bus. If the handler throws, Lambda calls it
 * again.
 */
export function eventBridgeHandler(options: HandlerOptions): (message: unknown) => Promise<void> {
  const handle = handleOnce(options);
  return async (message) => {
    await handle(eventOnBus(message), onBus);
  };
}

function eventOnBus(message: unknown): BridgeEvent {
  const detail: unknown = typeof message === "object" && message !== null ? Reflect.get(message, "detail") : undefined;
  if (!isEvent(detail)) throw new UnreadableEventError("the message's detail isn't a Feedhook event");
  return detail;
}
