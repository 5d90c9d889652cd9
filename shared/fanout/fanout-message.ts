import * as z from "zod";
import type { OperationalType } from "../kernel/operational-payloads.ts";

/**
 * Once a message has been received this many times, its missing event counts as erased or expired: fan-out drops the
 * message, and the sender ends the delivery.
 */
export const missingReceives = 3;

/**
 * A message in the `fanout` queue. The bus rule writes `instance`, `id` and `type`. A message with `after` is a
 * continuation: it covers only the subscriptions with higher ids. `repeated`: this message, or the one whose handling
 * sent it, was received before, so its deliveries may have been sent already. `mayBeGone`: this message, or the one
 * whose handling sent it, was received {@link missingReceives} times, so fan-out stops waiting for the event.
 */
export const fanoutMessage = z.object({
  instance: z.string(),
  id: z.string(),
  type: z.string(),
  after: z.string().optional(),
  repeated: z.literal(true).exactOptional(),
  mayBeGone: z.literal(true).exactOptional(),
});
export type FanoutMessage = z.infer<typeof fanoutMessage>;

const alertingTypes = [
  "bridge.endpoint_failing",
  "bridge.endpoint_paused",
  "bridge.endpoint_disabled",
  "bridge.endpoint_recovered",
  "bridge.delivery_exhausted",
] as const satisfies readonly OperationalType[];

export const alertingType = z.enum(alertingTypes);

export const eventAlertMessage = z.object({
  kind: z.literal("event"),
  partner: z.string(),
  instance: z.string(),
  event: z.string(),
});
export type EventAlertMessage = z.infer<typeof eventAlertMessage>;
