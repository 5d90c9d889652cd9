import * as z from "zod";
import { eventAlertMessage } from "../fanout/alert-message.ts";

/** The channels by which a partner's alerts go. */
export const alertChannel = z.enum(["email", "slack"]);
export type AlertChannel = z.infer<typeof alertChannel>;

/** A retry says which channel it is for, and which try it is. */
const retry = z.object({ channel: alertChannel, attempt: z.int().min(2) });

/**
 * A message of queue `alerts`: of an event, a test that somebody asked for (`at`: unix ms when), or the code that confirms an
 * e-mail address (`at`: when it was made).
 */
export const alertMessage = z.union([
  eventAlertMessage.extend({ retry: retry.exactOptional() }),
  z.object({ kind: z.literal("test"), partner: z.string(), at: z.int(), retry: retry.exactOptional() }),
  z.object({ kind: z.literal("code"), partner: z.string(), at: z.int(), retry: retry.exactOptional() }),
]);
export type AlertMessage = z.infer<typeof alertMessage>;
