import * as z from "zod";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { EndpointId } from "./endpoint-item.ts";

/**
 * A message in the `alerts` queue: an outage is under way or, with `ended`, ended before a notice was sent. `since`
 * (unix ms): when the circuit opened or was paused.
 */
export const outageMessage = z.object({
  kind: z.literal("outage"),
  partner: z.string(),
  subscription: z.string(),
  since: z.int(),
  ended: z.literal(true).exactOptional(),
});
export type OutageMessage = z.infer<typeof outageMessage>;

/**
 * Alerts the partner sooner than a notice would. Never throws: if the message is lost, a lasting outage still leads to
 * a notice.
 */
export async function sendOutage(
  { partner, subscription }: EndpointId,
  what: Pick<OutageMessage, "since" | "ended">,
  { alerts, logger }: { readonly alerts: QueueSender; readonly logger: Logger },
): Promise<void> {
  const message: OutageMessage = { kind: "outage", partner, subscription, ...what };
  try {
    await alerts.send([{ body: JSON.stringify(message), group: partner }]);
  } catch (failure) {
    logger.error("endpoint.outage_unsent", failure, { subscription });
  }
}
