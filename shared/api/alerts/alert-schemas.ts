import { z } from "@hono/zod-openapi";
import { alertRow } from "../../alerts/alert-log.ts";
import { alertChannel } from "../../alerts/alert-message.ts";
import { alertKind } from "../../alerts/alert-settings.ts";

const kinds = z
  .array(alertKind)
  .min(1)
  .max(20)
  .transform((given) => [...new Set(given)])
  .openapi({ description: "Of what: all unless set.", example: ["endpoint_failing", "endpoint_disabled"] });

export const alertsPatch = z
  .strictObject({
    email: z.email().max(254).nullable().optional().openapi({
      description:
        "Gets a code first, and alerts once the code is given to `POST …/alerts/confirm`. The same address again gets a new code. `null` removes it.",
      example: "oncall@acme.example",
    }),
    slackUrl: z.string().max(2_048).nullable().optional().openapi({
      description:
        "A Slack-compatible incoming webhook (Slack, Mattermost, Rocket.Chat, …), by the rules for webhook addresses. It isn't shown again. `null` removes it.",
      example: "https://hooks.slack.com/services/T0/B0/XXXX",
    }),
    kinds: kinds.optional(),
  })
  .openapi("AlertsPatch", {
    description: "JSON merge patch (RFC 7396): what is absent stays; `kinds` is replaced.",
    example: { email: "oncall@acme.example" },
  });

const sentAlert = z
  .object({
    kind: z.enum(alertRow.shape.kind.options).openapi({ example: "endpoint_failing" }),
    subscription: z.string().optional().openapi({ example: "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
    channel: z.enum(alertChannel.options).openapi({ example: "email" }),
    state: z.enum(alertRow.shape.state.options).openapi({
      description:
        "`refused`: it is tried again later. `failed`: every try was refused. `unknown`: it may have arrived, and isn't sent again.",
      example: "sent",
    }),
    attempts: z.int().openapi({ example: 1 }),
    about: z.iso
      .datetime()
      .openapi({ description: "When what it tells of began.", example: "2026-11-21T09:12:33.481Z" }),
    triedAt: z.iso.datetime().openapi({ example: "2026-11-21T09:22:34.001Z" }),
    reason: z.string().optional().openapi({
      description: "Why the last try failed: `http_404`, `smtp_550`, `dns`, …",
      example: "http_404",
    }),
  })
  .openapi("SentAlert");

export const alertsAnswer = z
  .object({
    email: z
      .object({
        address: z.string().openapi({ example: "oncall@acme.example" }),
        confirmed: z.boolean().openapi({ description: "Until it is, it gets nothing but the code.", example: true }),
        confirmedAt: z.iso.datetime().optional().openapi({ example: "2026-11-21T09:12:33.481Z" }),
        codeExpiresAt: z.iso.datetime().optional().openapi({ example: "2026-11-21T10:12:33.481Z" }),
      })
      .optional(),
    slack: z
      .object({ host: z.string().openapi({ description: "Of its address.", example: "hooks.slack.com" }) })
      .optional(),
    kinds: z.array(z.enum(alertKind.options)).openapi({ example: [...alertKind.options] }),
    emailAvailable: z.boolean().openapi({ description: "Whether this bridge can send e-mail.", example: true }),
    recent: z.array(sentAlert).openapi({ description: "The last messages, newest first, for 30 days." }),
  })
  .openapi("Alerts");

export const confirmInput = z
  .strictObject({
    code: z
      .string()
      .regex(/^\d{8}$/, "must be the eight digits of the e-mail")
      .openapi({ example: "20481923" }),
  })
  .openapi("AlertsConfirmation");

export const testAnswer = z
  .object({
    results: z.array(
      z.object({
        channel: z.enum(alertChannel.options).openapi({ example: "email" }),
        outcome: z.enum(["sent", "refused", "unknown", "pending"]).openapi({
          description:
            "`refused`: it wasn't taken, for the reason given. `unknown`: it may have arrived. `pending`: no answer yet; it will stand among the recent alerts.",
          example: "sent",
        }),
        reason: z.string().optional().openapi({ example: "http_404" }),
      }),
    ),
  })
  .openapi("AlertsTest");
