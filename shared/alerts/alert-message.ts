import * as z from "zod";
import { outageMessage } from "../delivery/endpoint/outage-messages.ts";
import { eventAlertMessage } from "../fanout/fanout-message.ts";

/** The channels of a partner's alerts. */
export const alertChannel = z.enum(["email", "slack", "teams", "pagerduty"]);
export type AlertChannel = z.infer<typeof alertChannel>;

/** A retry names its channel and the number of the attempt. The first retry is attempt 2. */
const retry = z.object({ channel: alertChannel, attempt: z.int().min(2) });

/**
 * A message in the `alerts` queue. It is about an event, a test, a code that confirms an email address, an outage, or
 * (`ongoing`) all ongoing outages when a partner sets up alerts. `at` is when the test was requested or the code was
 * created (unix ms).
 */
export const alertMessage = z.union([
  eventAlertMessage.extend({ retry: retry.exactOptional() }),
  z.object({ kind: z.literal("test"), partner: z.string(), at: z.int(), retry: retry.exactOptional() }),
  z.object({ kind: z.literal("code"), partner: z.string(), at: z.int(), retry: retry.exactOptional() }),
  outageMessage.extend({ retry: retry.exactOptional() }),
  z.object({ kind: z.literal("ongoing"), partner: z.string() }),
]);
export type AlertMessage = z.infer<typeof alertMessage>;
