import * as z from "zod";

/** What a partner can be alerted about. */
export const alertKind = z.enum([
  "endpoint_failing",
  "endpoint_paused",
  "endpoint_disabled",
  "endpoint_recovered",
  "deliveries_expired",
]);
export type AlertKind = z.infer<typeof alertKind>;

/** Wrong codes that are accepted before a new code is needed. */
export const codeTries = 5;

/** After how many minutes of an outage a partner may want its alert. */
export const failingAfterMinutes = z.union([z.literal(0), z.literal(5), z.literal(10)]);
export const defaultFailingAfter = 10;

/** A partner's settings for alerts: their channels and kinds (`subscriptions` table, pk `partner#<id>`, sk `alerts`). */
export const alertSettings = z.object({
  email: z
    .object({
      address: z.string(),
      /** Unix ms; absent: the owner of the address hasn't confirmed it yet, so it gets nothing but the code. */
      confirmedAt: z.int().exactOptional(),
      /** The code that confirms the address, kept until it is entered. */
      code: z.object({ sealed: z.string(), madeAt: z.int(), expiresAt: z.int(), triesLeft: z.int() }).exactOptional(),
    })
    .exactOptional(),
  /** A Slack-compatible address. It is sealed, because anyone who knows it may post; only `host` is shown. */
  slack: z.object({ sealed: z.string(), host: z.string() }).exactOptional(),
  /** The address of a Teams workflow, likewise. */
  teams: z.object({ sealed: z.string(), host: z.string() }).exactOptional(),
  /** A PagerDuty routing key, sealed, and where its events go. */
  pagerduty: z.object({ sealed: z.string(), url: z.string() }).exactOptional(),
  /** Minutes that an endpoint fails before its partner is alerted; absent: 10. */
  failingAfterMinutes: failingAfterMinutes.exactOptional(),
  kinds: z.array(alertKind),
  /** Unix ms of the codes sent within the last day: an address may be a stranger's, who must not be flooded. */
  codesAt: z.array(z.int()),
  updatedAt: z.int(),
  rev: z.int(),
});
export type AlertSettings = z.infer<typeof alertSettings>;

/** Ms that an endpoint fails before its partner is alerted. */
export function failingAfter({
  failingAfterMinutes: minutes = defaultFailingAfter,
}: Pick<AlertSettings, "failingAfterMinutes">): number {
  return minutes * 60_000;
}

/** The settings of a partner that has set none. */
export const noAlerts: AlertSettings = { kinds: [...alertKind.options], codesAt: [], updatedAt: 0, rev: 0 };
