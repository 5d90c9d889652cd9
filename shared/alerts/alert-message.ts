import * as z from "zod";
import { outageMessage } from "../delivery/endpoint/outage-messages.ts";
import { eventAlertMessage } from "../fanout/fanout-message.ts";

export const alertChannel = z.enum(["email", "slack", "teams", "pagerduty"]);
export type AlertChannel = z.infer<typeof alertChannel>;

/** Set in a retry, which uses only `channel`. The first retry is `attempt` 2. */
const retry = z.object({ channel: alertChannel, attempt: z.int().min(2) });

/**
 * `test`: a partner requested a test at `at` (unix ms). `code`: at `at`, a code was created that confirms an email
 * address. `ongoing`: a partner set up alerts, and must be alerted about all ongoing outages.
 */
export const alertMessage = z.union([
  eventAlertMessage.extend({ retry: retry.exactOptional() }),
  z.object({ kind: z.literal("test"), partner: z.string(), at: z.int(), retry: retry.exactOptional() }),
  z.object({ kind: z.literal("code"), partner: z.string(), at: z.int(), retry: retry.exactOptional() }),
  outageMessage.extend({ retry: retry.exactOptional() }),
  z.object({ kind: z.literal("ongoing"), partner: z.string() }),
]);
export type AlertMessage = z.infer<typeof alertMessage>;
