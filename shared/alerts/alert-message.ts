import * as z from "zod";
import { outageMessage } from "../delivery/endpoint/outage-messages.ts";
import { eventAlertMessage } from "../fanout/alert-message.ts";

/** The channels by which a partner's alerts go. */
export const alertChannel = z.enum(["email", "slack", "teams", "pagerduty"]);
export type AlertChannel = z.infer<typeof alertChannel>;

/** A retry says which channel it is for, and which try it is. */
const retry = z.object({ channel: alertChannel, attempt: z.int().min(2) });

/**
 * A message of queue `alerts`: of an event, a test that somebody asked for (`at`: unix ms when), or the code that confirms an
 * e-mail address (`at`: when it was made), of an outage, or of all outages that last (`ongoing`), after alerts were set.
 */
export const alertMessage = z.union([
  eventAlertMessage.extend({ retry: retry.exactOptional() }),
  z.object({ kind: z.literal("test"), partner: z.string(), at: z.int(), retry: retry.exactOptional() }),
  z.object({ kind: z.literal("code"), partner: z.string(), at: z.int(), retry: retry.exactOptional() }),
  outageMessage.extend({ retry: retry.exactOptional() }),
  z.object({ kind: z.literal("ongoing"), partner: z.string() }),
]);
export type AlertMessage = z.infer<typeof alertMessage>;
