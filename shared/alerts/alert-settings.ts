import * as z from "zod";

/** The kinds of events that a partner can be alerted about. */
export const alertKind = z.enum([
  "endpoint_failing",
  "endpoint_paused",
  "endpoint_disabled",
  "endpoint_recovered",
  "deliveries_expired",
]);
export type AlertKind = z.infer<typeof alertKind>;

/** The number of wrong codes after which a new code is needed. */
export const codeTries = 5;

/** The choices for how many minutes an outage must last before the partner is alerted. */
export const failingAfterMinutes = z.union([z.literal(0), z.literal(5), z.literal(10)]);
export const defaultFailingAfter = 10;

/** A partner's alert settings (`subscriptions` table, pk `partner#<id>`, sk `alerts`). */
export const alertSettings = z.object({
  email: z
    .object({
      address: z.string(),
      /**
       * When the owner of the address confirmed it (unix ms). Until then, this is absent, and the address gets nothing
       * except the code.
       */
      confirmedAt: z.int().exactOptional(),
      /** The code that confirms the address, kept until it is entered. */
      code: z.object({ sealed: z.string(), madeAt: z.int(), expiresAt: z.int(), triesLeft: z.int() }).exactOptional(),
    })
    .exactOptional(),
  /**
   * A Slack-compatible address. It is sealed, because anyone who knows it can post to the channel. Only `host` is
   * shown.
   */
  slack: z.object({ sealed: z.string(), host: z.string() }).exactOptional(),
  /** The address of a Teams workflow, sealed for the same reason. */
  teams: z.object({ sealed: z.string(), host: z.string() }).exactOptional(),
  /** A sealed PagerDuty routing key, and where its events go. */
  pagerduty: z.object({ sealed: z.string(), url: z.string() }).exactOptional(),
  /** How many minutes an endpoint must have been failing before its partner is alerted; 10 if absent. */
  failingAfterMinutes: failingAfterMinutes.exactOptional(),
  kinds: z.array(alertKind),
  /**
   * When codes were sent within the last day (unix ms). The address may belong to a stranger, who must not be flooded.
   */
  codesAt: z.array(z.int()),
  updatedAt: z.int(),
  rev: z.int(),
});
export type AlertSettings = z.infer<typeof alertSettings>;

/** How long (ms) an endpoint must have been failing before its partner is alerted. */
export function failingAfter({
  failingAfterMinutes: minutes = defaultFailingAfter,
}: Pick<AlertSettings, "failingAfterMinutes">): number {
  return minutes * 60_000;
}

/** The settings of a partner that hasn't set up alerts. */
export const noAlerts: AlertSettings = { kinds: [...alertKind.options], codesAt: [], updatedAt: 0, rev: 0 };
