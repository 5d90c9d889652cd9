import * as z from "zod";
import type { OperationalType } from "../kernel/operational-payloads.ts";

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
