import * as z from "zod";
import type { OperationalType } from "../kernel/operational-payloads.ts";

/**
 * Once a message has been received this many times, fan-out assumes that a missing event was erased or has expired, and
 * drops the message.
 */
export const missingReceives = 3;

/**
 * A message in the `fanout` queue. The bus rule writes the event's `instance`, `id` and `type`. If one message can't
 * send all deliveries, fan-out sends a continuation: a message that covers only the subscriptions with higher ids than
 * `after`. The handler adds `repeated` if the message was received before, because its deliveries may have been sent
 * already. It adds `mayBeGone` after {@link missingReceives} receives, so that fan-out stops waiting for the event.
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

/** The types of endpoint events that a partner may want to be alerted about. */
const alertingTypes = [
  "bridge.endpoint_failing",
  "bridge.endpoint_paused",
  "bridge.endpoint_disabled",
  "bridge.endpoint_recovered",
  "bridge.delivery_exhausted",
] as const satisfies readonly OperationalType[];

export const alertingType = z.enum(alertingTypes);

/** The message in the `alerts` queue for an event about a partner's endpoint. */
export const eventAlertMessage = z.object({
  kind: z.literal("event"),
  partner: z.string(),
  instance: z.string(),
  /** The id of the event. */
  event: z.string(),
});
export type EventAlertMessage = z.infer<typeof eventAlertMessage>;
