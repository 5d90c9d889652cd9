import * as z from "zod";
import { eventAlertMessage } from "../fanout/alert-message.ts";

/** The channels of a partner's alerts. */
export const alertChannel = z.enum(["email", "slack"]);
export type AlertChannel = z.infer<typeof alertChannel>;

/** A retry names its channel and its number. */
const retry = z.object({ channel: alertChannel, attempt: z.int().min(2) });

/**
 * A message of queue `alerts`: an event, a requested test (`at`: unix ms of the request), or the code that confirms an
 * e-mail address (`at`: when it was made).
 */
export const alertMessage = z.union([
  eventAlertMessage.extend({ retry: retry.exactOptional() }),
  z.object({ kind: z.literal("test"), partner: z.string(), at: z.int(), retry: retry.exactOptional() }),
  z.object({ kind: z.literal("code"), partner: z.string(), at: z.int(), retry: retry.exactOptional() }),
]);
export type AlertMessage = z.infer<typeof alertMessage>;
