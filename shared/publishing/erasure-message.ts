import * as z from "zod";
import { subject } from "../kernel/catalogue.ts";
import type { OutgoingMessage } from "../kernel/ports/queue.ts";
import { instanceName } from "../source/instance.ts";

/** Asks to erase the events of a record, and what deliveries hold of them; on queue `recover`. */
export const erasureMessage = z.object({
  kind: z.literal("erase"),
  instance: instanceName,
  subject,
  id: z.string(),
  /** Events of a lower `seq` are erased. Absent when a person asked for the erasure: then all events until now are. */
  below: z.int().optional(),
  /** The place at which the message before stopped: what this subscription and those before it hold of the event is erased. */
  from: z.object({ event: z.string(), subscription: z.string() }).optional(),
  /** The second pass at the end, for events that were on their way during the first. */
  last: z.literal(true).optional(),
  /**
   * Events that were erased, for whose deliveries that were under way then a second look is taken: only they are looked at.
   * `partner`: the event is no event of the record but a notice to that partner.
   */
  events: z.array(z.object({ id: z.string(), partner: z.string().optional() })).optional(),
});
export type ErasureMessage = z.infer<typeof erasureMessage>;
export type ErasedEvent = NonNullable<ErasureMessage["events"]>[number];

/** The message on its queue, grouped by instance. */
export function erasureOf(message: Omit<ErasureMessage, "kind">, delaySeconds = 0): OutgoingMessage {
  const body: ErasureMessage = { kind: "erase", ...message };
  return { body: JSON.stringify(body), group: message.instance, delaySeconds };
}
