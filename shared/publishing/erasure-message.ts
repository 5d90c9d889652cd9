import * as z from "zod";
import { subject } from "../kernel/catalogue.ts";
import type { OutgoingMessage } from "../kernel/ports/queue.ts";
import { instanceName } from "../source/instance.ts";

/** A message in the `recover` queue: delete a record's history (see `SubjectErasure`). */
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
   * If absent, a second run follows and erases events that were still being published during the first. Set in the
   * messages of that second run, and in every message with `events`.
   */
  last: z.literal(true).optional(),
  /**
   * Responses to these events may still be stored, for two reasons: a delivery that was under way may have stored one
   * after the erasure, or the event is itself a notice that quoted an erased response, and a separate run removes the
   * responses to notices. A run with `events` removes only these responses and any notice that quotes one of them.
   * `partner`: the event is a notice to that partner, not an event of the record.
   */
  events: z.array(z.object({ id: z.string(), partner: z.string().optional() })).optional(),
});
export type ErasureMessage = z.infer<typeof erasureMessage>;
export type ErasedEvent = NonNullable<ErasureMessage["events"]>[number];

export function erasureOf(message: Omit<ErasureMessage, "kind">, delaySeconds = 0): OutgoingMessage {
  const body: ErasureMessage = { kind: "erase", ...message };
  return { body: JSON.stringify(body), group: message.instance, delaySeconds };
}
