import * as z from "zod";

export const alertKind = z.enum([
  "endpoint_failing",
  "endpoint_paused",
  "endpoint_disabled",
  "endpoint_recovered",
  "deliveries_expired",
]);
export type AlertKind = z.infer<typeof alertKind>;

/** After this many wrong codes, a new code is needed. */
export const codeTries = 5;

export const failingAfterMinutes = z.union([z.literal(0), z.literal(5), z.literal(10)]);
export const defaultFailingAfter = 10;

/** A partner's alert settings (`subscriptions` table, pk `partner#<id>`, sk `alerts`). */
export const alertSettings = z.object({
  email: z
    .object({
      address: z.string(),
      /** When the address was confirmed (unix ms). Until then, it gets nothing except the code. */
      confirmedAt: z.int().exactOptional(),
      /** The code that confirms the address, kept until it is entered. */
      code: z.object({ sealed: z.string(), madeAt: z.int(), expiresAt: z.int(), triesLeft: z.int() }).exactOptional(),
    })
    .exactOptional(),
  /** Sealed, because anyone who knows a Slack-compatible address can post to the channel. Only `host` is shown. */
  slack: z.object({ sealed: z.string(), host: z.string() }).exactOptional(),
  /** The address of a Teams workflow, sealed like the one for Slack. */
  teams: z.object({ sealed: z.string(), host: z.string() }).exactOptional(),
  /** A sealed PagerDuty routing key, and where its events go. */
  pagerduty: z.object({ sealed: z.string(), url: z.string() }).exactOptional(),
  /** How many minutes an endpoint must have been failing before its partner is alerted; 10 if absent. */
  failingAfterMinutes: failingAfterMinutes.exactOptional(),
  kinds: z.array(alertKind),
  /**
   * When codes were created within the last day (unix ms). The address may belong to a stranger, who must not be
   * flooded with codes.
   */
  codesAt: z.array(z.int()),
  updatedAt: z.int(),
  rev: z.int(),
});
export type AlertSettings = z.infer<typeof alertSettings>;

/** In ms. */
export function failingAfter({
  failingAfterMinutes: minutes = defaultFailingAfter,
}: Pick<AlertSettings, "failingAfterMinutes">): number {
  return minutes * 60_000;
}

export const noAlerts: AlertSettings = { kinds: [...alertKind.options], codesAt: [], updatedAt: 0, rev: 0 };
