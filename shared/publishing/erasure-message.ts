import * as z from "zod";
import { subject } from "../kernel/catalogue.ts";
import type { OutgoingMessage } from "../kernel/ports/queue.ts";
import { instanceName } from "../source/instance.ts";

/** Requests in the `recover` queue that a record's events, and what deliveries contain of them, are erased. */
export const erasureMessage = z.object({
  kind: z.literal("erase"),
  instance: instanceName,
  subject,
  id: z.string(),
  /**
   * Events with a lower `seq` are erased. Absent if a person requested the erasure, which then covers all events until
   * now.
   */
  below: z.int().optional(),
  /** Where the previous message stopped: deliveries up to this subscription are erased. */
  from: z.object({ event: z.string(), subscription: z.string() }).optional(),
  /** The second pass at the end, for events that were on their way during the first pass. */
  last: z.literal(true).optional(),
  /**
   * Erased events whose deliveries were still running. The second pass checks only these. `partner`: the event is a
   * notice to that partner and not an event of the record.
   */
  events: z.array(z.object({ id: z.string(), partner: z.string().optional() })).optional(),
});
export type ErasureMessage = z.infer<typeof erasureMessage>;
export type ErasedEvent = NonNullable<ErasureMessage["events"]>[number];

/** The queue message, grouped by instance. */
export function erasureOf(message: Omit<ErasureMessage, "kind">, delaySeconds = 0): OutgoingMessage {
  const body: ErasureMessage = { kind: "erase", ...message };
  return { body: JSON.stringify(body), group: message.instance, delaySeconds };
}
