import { z } from "@hono/zod-openapi";
import { type AlertRow, alertRow } from "../../alerts/alert-log.ts";
import { alertChannel } from "../../alerts/alert-message.ts";
import {
  type AlertSettings,
  alertKind,
  defaultFailingAfter,
  failingAfterMinutes as storedMinutes,
} from "../../alerts/alert-settings.ts";
import { defined } from "../../kernel/defined.ts";
import { isoTime } from "../../kernel/instant.ts";
import { answerSchema, inputSchema } from "../http/named-schemas.ts";

// Schemas made before the OpenAPI extension was loaded can't be described, so this one is cloned.
const failingAfterMinutes = storedMinutes.clone();

const kinds = z
  .array(alertKind)
  .min(1)
  .max(20)
  .transform((given) => [...new Set(given)])
  .openapi({
    description: "The kinds of alerts to send. Default: all.",
    example: ["endpoint_failing", "endpoint_disabled"],
  });

export const alertsPatch = z
  .strictObject({
    email: z.email("must look like name@example.com").max(254).nullable().optional().openapi({
      description:
        "The address that receives alerts. Feedhook sends a code to it. To confirm the address, pass the code to `POST …/alerts/confirm`. To get a new code, set the same address again. `null` removes the address.",
      example: "oncall@acme.example",
    }),
    slackUrl: z.string().max(2_048).nullable().optional().openapi({
      description:
        "The URL of a Slack-compatible incoming webhook (Slack, Mattermost, Rocket.Chat). The same rules apply as for a subscription's `url`. The API never returns the URL. `null` removes it.",
      example: "https://hooks.slack.com/services/T0/B0/XXXX",
    }),
    teamsUrl: z.string().max(2_048).nullable().optional().openapi({
      description:
        "The URL of a Microsoft Teams workflow that posts Adaptive Cards to a channel. The same rules apply as for a subscription's `url`. The API never returns the URL. `null` removes it.",
      example: "https://prod-00.westeurope.logic.azure.com/workflows/…",
    }),
    pagerduty: z
      .strictObject({
        routingKey: z
          .string()
          .regex(/^[0-9a-zA-Z]{32}$/, "must be 32 letters and digits")
          .openapi({
            description: "The integration key of an Events API v2 integration. The API never returns the key.",
            example: "R0UTINGKEY0123456789ABCDEF012345",
          }),
        url: z.string().max(2_048).optional().openapi({
          description:
            "The URL of PagerDuty's Events API. Default: `https://events.pagerduty.com/v2/enqueue`. For the EU region, use `https://events.eu.pagerduty.com/v2/enqueue`.",
          example: "https://events.eu.pagerduty.com/v2/enqueue",
        }),
      })
      .nullable()
      .optional()
      .openapi({
        description:
          "The PagerDuty integration. Feedhook triggers one incident for each failing subscription. When the endpoint recovers, Feedhook resolves the incident, provided that `kinds` includes `endpoint_recovered`. Expired deliveries trigger a separate incident, which Feedhook doesn't resolve. A patch replaces the whole object. `null` removes it.",
      }),
    failingAfterMinutes: failingAfterMinutes.optional().openapi({
      type: "integer",
      enum: [0, 5, 10],
      description:
        "The number of minutes that an endpoint must have been failing before Feedhook sends `endpoint_failing`. With `0`, Feedhook sends it immediately. Default: 10.",
      example: 5,
    }),
    kinds: kinds.optional(),
  })
  .openapi("AlertsPatch", {
    description: "A JSON merge patch (RFC 7396). Absent fields keep their values. `kinds` is replaced as a whole.",
    example: { email: "oncall@acme.example" },
  });

const sentAlert = answerSchema("SentAlert", {
  kind: z.enum(alertRow.shape.kind.options).openapi({ example: "endpoint_failing" }),
  subscription: z.string().optional().openapi({ example: "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
  channel: z.enum(alertChannel.options).openapi({ example: "email" }),
  state: z.enum(alertRow.shape.state.options).openapi({
    description:
      "`refused`: the last attempt failed, and Feedhook retries later. `failed`: the last attempt failed, and Feedhook doesn't retry. `unknown`: the alert may have arrived, so Feedhook doesn't send it again.",
    example: "sent",
  }),
  attempts: z.int().openapi({ example: 1 }),
  about: z.iso
    .datetime()
    .openapi({ description: "When the reported condition began.", example: "2026-11-21T09:12:33.481Z" }),
  triedAt: z.iso.datetime().openapi({ example: "2026-11-21T09:22:34.001Z" }),
  reason: z.string().optional().openapi({
    description: "Why the last attempt failed, such as `http_404`, `smtp_550` or `dns`.",
    example: "http_404",
  }),
});

const channelAt = (example: string) =>
  z.object({ host: z.string().openapi({ description: "The host name of the URL.", example }) }).optional();

export const alertsAnswer = answerSchema("Alerts", {
  email: z
    .object({
      address: z.string().openapi({ example: "oncall@acme.example" }),
      confirmed: z.boolean().openapi({
        description: "Whether the address is confirmed. An unconfirmed address receives only the confirmation code.",
        example: true,
      }),
      confirmedAt: z.iso.datetime().optional().openapi({ example: "2026-11-21T09:12:33.481Z" }),
      codeExpiresAt: z.iso.datetime().optional().openapi({ example: "2026-11-21T10:12:33.481Z" }),
    })
    .optional(),
  slack: channelAt("hooks.slack.com"),
  teams: channelAt("logic.azure.com"),
  pagerduty: channelAt("events.pagerduty.com"),
  failingAfterMinutes: failingAfterMinutes.openapi({
    type: "integer",
    enum: [0, 5, 10],
    description:
      "The number of minutes that an endpoint must have been failing before Feedhook sends `endpoint_failing`.",
    example: 10,
  }),
  kinds: z.array(z.enum(alertKind.options)).openapi({ example: [...alertKind.options] }),
  emailAvailable: z.boolean().openapi({ description: "Whether this bridge can send email.", example: true }),
  recent: z.array(sentAlert).openapi({ description: "Up to 20 alerts from the last 30 days, newest first." }),
});

export const confirmInput = inputSchema("AlertsConfirmation", {
  code: z
    .string()
    .regex(/^\d{8}$/, "must be the eight digits from the email")
    .openapi({
      example: "20481923",
    }),
});

export const testAnswer = answerSchema("AlertsTest", {
  results: z.array(
    z.object({
      channel: z.enum(alertChannel.options).openapi({ example: "email" }),
      outcome: z.enum(["sent", "refused", "unknown", "pending"]).openapi({
        description:
          "`refused`: the alert wasn't sent, for the given `reason`. `unknown`: the alert may have arrived. `pending`: there is no response yet, and `recent` in the alert settings shows the result later.",
        example: "sent",
      }),
      reason: z.string().optional().openapi({ example: "http_404" }),
    }),
  ),
});

export function alertsView(
  { email, slack, teams, pagerduty, kinds, failingAfterMinutes = defaultFailingAfter }: AlertSettings,
  recent: readonly AlertRow[],
  sendsMail: boolean,
): z.input<typeof alertsAnswer> {
  return {
    ...(email !== undefined && { email: emailView(email) }),
    ...(slack !== undefined && { slack: { host: slack.host } }),
    ...(teams !== undefined && { teams: { host: teams.host } }),
    ...(pagerduty !== undefined && { pagerduty: { host: new URL(pagerduty.url).host } }),
    ...{ kinds, failingAfterMinutes },
    emailAvailable: sendsMail,
    recent: recent.map(rowView),
  };
}

function emailView({ address, confirmedAt, code }: NonNullable<AlertSettings["email"]>) {
  return {
    ...{ address, confirmed: confirmedAt !== undefined },
    ...defined({ confirmedAt: isoTime(confirmedAt), codeExpiresAt: isoTime(code?.expiresAt) }),
  };
}

function rowView({ kind, subscription, channel, state, attempts, at, triedAt, reason }: AlertRow) {
  return {
    ...{ kind, channel, state, attempts, about: isoTime(at), triedAt: isoTime(triedAt) },
    ...defined({ subscription, reason }),
  };
}
