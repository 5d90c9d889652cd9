import * as z from "zod";
import { subject } from "../kernel/catalogue.ts";
import type { OutgoingMessage } from "../kernel/ports/queue.ts";
import { instanceName } from "../source/instance.ts";

/** What is told of a record is to be forgotten; on queue `recover`. */
export const erasureMessage = z.object({
  kind: z.literal("erase"),
  instance: instanceName,
  subject,
  id: z.string(),
  /** Events of a lower `seq` go; absent where somebody asked for it: then all that was told until now goes. */
  below: z.int().optional(),
  /** The second look at the end, for what was on its way during the first. */
  last: z.literal(true).optional(),
});
export type ErasureMessage = z.infer<typeof erasureMessage>;

export function erasureOf(message: Omit<ErasureMessage, "kind">, delaySeconds = 0): OutgoingMessage {
  const body: ErasureMessage = { kind: "erase", ...message };
  return { body: JSON.stringify(body), group: message.instance, delaySeconds };
}
