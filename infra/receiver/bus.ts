import type { BridgeEvent, BusEvent } from "../../docs/types/feedhook-events.d.ts";
import { type HandlerOptions, handleOnce } from "./handle-once.ts";
import { isEvent, UnreadableEventError } from "./parse-event.ts";

export type { BusEvent };

/** The part of Lambda's queue batch that is used. */
export type QueueBatch = { readonly Records: readonly { readonly messageId: string; readonly body: string }[] };
export type QueueBatchAnswer = { batchItemFailures: { itemIdentifier: string }[] };

export type BusConsumerOptions = HandlerOptions & {
  /** Receives the reason why an event failed. Without it nothing is logged. */
  readonly onError?: (error: unknown) => void;
};

const onBus = { isReplay: false, isLate: false, isExample: false } as const;

/**
 * The handler of a function that the queue of a `BridgeConsumer` feeds. Each event is handled separately: one that
 * fails is received again and finally becomes a dead letter, while the others of its batch are done. Events on a bus
 * aren't signed, because IAM decides who may put them there.
 */
export function queueHandler(options: BusConsumerOptions): (batch: QueueBatch) => Promise<QueueBatchAnswer> {
  const handle = handleOnce(options);
  return async ({ Records }) => {
    const failed: { itemIdentifier: string }[] = [];
    // One after another: two events of one record in a batch are handled in the order of their arrival.
    for (const { messageId, body } of Records) {
      try {
        const message: unknown = JSON.parse(body);
        await handle(eventOnBus(message), onBus);
      } catch (error) {
        options.onError?.(error);
        failed.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures: failed };
  };
}

/** The handler of a function that is itself the target of a rule on the bus. If it throws, Lambda calls it again. */
export function eventBridgeHandler(options: HandlerOptions): (message: unknown) => Promise<void> {
  const handle = handleOnce(options);
  return async (message) => {
    await handle(eventOnBus(message), onBus);
  };
}

function eventOnBus(message: unknown): BridgeEvent {
  const detail: unknown = typeof message === "object" && message !== null ? Reflect.get(message, "detail") : undefined;
  if (!isEvent(detail)) throw new UnreadableEventError("the message has no event of Feedhook as its detail");
  return detail;
}
