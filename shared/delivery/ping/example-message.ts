import type { Envelope } from "../../kernel/envelope.ts";
import type { IncomingDelivery } from "../attempt/attempt-answer.ts";
import { exampleRun } from "../rows/delivery-row.ts";

/** The instance of every example. No instance can be named so, which keeps an example from being taken for a real event. */
export const exampleInstance = "~example";

/** The message that asks the sender for one example. It carries the event, which is stored nowhere. */
export function exampleMessage(partner: string, subscription: string, example: Envelope): IncomingDelivery {
  return { subscription, partner, instance: exampleInstance, event: example.id, run: exampleRun, attempt: 1, example };
}
