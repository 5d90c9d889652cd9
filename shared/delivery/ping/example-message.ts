import type { Envelope } from "../../kernel/envelope.ts";
import type { IncomingDelivery } from "../attempt/attempt-answer.ts";
import { exampleRun } from "../rows/delivery-row.ts";

/**
 * The instance of every example. No real instance can have this name, so an example can't be mistaken for a real event.
 */
export const exampleInstance = "~example";

/** The message that requests one example from the sender. It contains the event, because the event isn't stored. */
export function exampleMessage(partner: string, subscription: string, example: Envelope): IncomingDelivery {
  return { subscription, partner, instance: exampleInstance, event: example.id, run: exampleRun, attempt: 1, example };
}
