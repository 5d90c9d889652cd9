import * as z from "zod";
import { subject } from "../kernel/catalogue.ts";
import type { OutgoingMessage } from "../kernel/ports/queue.ts";
import { instanceName } from "../source/instance.ts";

/** A message in the `recover` queue: erase a record's events, and what deliveries stored about these events. */
export const erasureMessage = z.object({
  kind: z.literal("erase"),
  instance: instanceName,
  subject,
  id: z.string(),
  /**
   * Events with a lower `seq` are erased. The first message of an operator's erasure omits `below`. The handler then
   * uses the record's next `seq`, or erases all events if the mirror lacks the record.
   */
  below: z.int().optional(),
  /**
   * Where the run for the previous message stopped. Responses to `event` are already removed for all subscriptions up
   * to and including `subscription`, and for `within.subscription` up to and including the row with the sort key
   * `within.after`.
   */
  from: z
    .object({
      event: z.string(),
      subscription: z.string(),
      within: z.object({ subscription: z.string(), after: z.string() }).exactOptional(),
    })
    .optional(),
  /**
   * Set in every message with `events`, and in the messages of the second look at the record's events, which covers
   * events that were still in transit during the first look.
   */
  last: z.literal(true).optional(),
  /**
   * Events that an earlier run erased. A run with `events` removes only the responses to these events, and the notices
   * that repeat such a response. It is needed because deliveries that were under way may have stored new responses
   * after the earlier run. `partner`: the event is a notice to that partner and not an event of the record.
   */
  events: z.array(z.object({ id: z.string(), partner: z.string().optional() })).optional(),
});
export type ErasureMessage = z.infer<typeof erasureMessage>;
export type ErasedEvent = NonNullable<ErasureMessage["events"]>[number];

export function erasureOf(message: Omit<ErasureMessage, "kind">, delaySeconds = 0): OutgoingMessage {
  const body: ErasureMessage = { kind: "erase", ...message };
  return { body: JSON.stringify(body), group: message.instance, delaySeconds };
}
