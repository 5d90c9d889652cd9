import { z } from "@hono/zod-openapi";
import { failureClass } from "../../delivery/attempt/dialer.ts";
import { deliveryState } from "../../delivery/rows/delivery-row.ts";
import { knownPattern, recordField } from "../events/event-criteria.ts";
import { pagingOfLarge } from "../http/cursor.ts";
import { answerSchema } from "../http/named-schemas.ts";
import { subscriptionParams } from "../subscriptions/subscription-schemas.ts";

const state = z.enum(deliveryState.options);

export const deliveryQuery = z.strictObject({
  state: state.optional().openapi({ description: "Return only deliveries in this state." }),
  type: knownPattern.optional().openapi({
    description: "Return only deliveries of events of this type; `<subject>.*` matches all types of a subject.",
    example: "person.*",
  }),
  subject: recordField.openapi({
    description: "Return only deliveries of the 1,000 newest events of this record: `<type>/<id>`.",
  }),
  status: z
    .string()
    .regex(/^[1-5](xx|\d\d)$/, "must be a status code or a class such as 5xx")
    .optional()
    .openapi({
      description:
        "Return only deliveries whose last attempt got this status, or a status in this class, such as `5xx`.",
      example: "5xx",
    }),
  error: z.enum(failureClass.options).optional().openapi({
    description: "Return only deliveries whose last attempt failed with this error.",
  }),
  since: z.iso.datetime({ offset: true }).optional().openapi({
    description: "Return only deliveries of events detected at or after this instant.",
  }),
  until: z.iso.datetime({ offset: true }).optional().openapi({
    description: "Return only deliveries of events detected before this instant.",
  }),
  day: z.iso
    .date()
    .optional()
    .openapi({ description: "Return only deliveries of events detected on this day (UTC).", example: "2026-11-21" }),
  ...pagingOfLarge,
});

export const attemptAnswer = answerSchema("Attempt", {
  at: z.iso.datetime(),
  durationMs: z.number(),
  timingMs: z
    .object({
      dns: z.number().optional(),
      connect: z.number().optional(),
      tls: z.number().optional(),
      firstByte: z.number().optional(),
    })
    .optional()
    .openapi({
      description:
        "The duration of each phase that the attempt reached. On a reused connection, only `firstByte` is set.",
    }),
  status: z.int().optional().openapi({ description: "The response's status code.", example: 204 }),
  error: z.enum(failureClass.options).optional().openapi({ description: "Why no response arrived." }),
  requestHeaders: z
    .record(z.string(), z.string())
    .optional()
    .openapi({
      description:
        "The request headers that were sent. Headers that can't be determined are omitted. Absent if no connection was made or the subscription sends to AWS. Secret values (signatures and your custom headers) are shown as `…`.",
      example: {
        "content-type": "application/json",
        "user-agent": "Feedhook/1.0.0",
        "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
        "webhook-timestamp": "1795252353",
        "webhook-signature": "v1,…",
      },
    }),
  responseHeaders: z
    .record(z.string(), z.string())
    .optional()
    .openapi({
      description:
        "The response headers, kept for the five newest failed attempts. At most 20 headers, each up to 256 bytes, excluding cookies and credentials.",
      example: { "content-type": "text/plain", server: "nginx", "x-request-id": "7f3c" },
    }),
  responseExcerpt: z.string().optional().openapi({
    description: "The first 1 KB of the response, kept for the five newest failed attempts.",
    example: 'relation "contacts" does not exist',
  }),
});

export const deliveryWait = answerSchema("DeliveryWait", {
  reason: z
    .enum([
      "retry",
      "retry_after",
      "rate_limit",
      "backlog",
      "ordered",
      "circuit_open",
      "endpoint_paused",
      "subscription_disabled",
      "partner_suspended",
      "instance_revoked",
      "attempt_under_way",
      "queued",
    ])
    .openapi({
      description:
        "What the delivery waits for. `retry`: the next attempt in the retry schedule; `retry_after`: the time that the endpoint asked for; `rate_limit`: capacity within the delivery limit of the endpoint or the partner, or memory, because the partner has many large events on the way; `backlog`: older deliveries to the endpoint; `ordered`: an earlier event of the same record; `circuit_open`, `endpoint_paused`: the endpoint's recovery; `subscription_disabled`, `partner_suspended`: the subscription to be enabled or the partner to be resumed; `instance_revoked`: nothing, because the delivery won't be sent; `attempt_under_way`: the result of the current attempt; `queued`: its turn, which is next.",
    }),
  sentence: z.string().openapi({
    description: "The reason in words.",
    example:
      "The endpoint returned HTTP 503 and asked Feedhook to wait 30 seconds (Retry-After). The next attempt is at 2026-11-21T09:13:11.481Z.",
  }),
  since: z.iso.datetime().optional().openapi({
    description: "When the cause of the wait began, such as the endpoint's pause or the current attempt.",
  }),
  until: z.iso.datetime().optional().openapi({
    description:
      "When Feedhook next tries to send this delivery or, while the endpoint is failing, any delivery to the endpoint. Absent if no time is set.",
  }),
  by: z.string().optional().openapi({
    description: "The name of the key that disabled the subscription, or `operator`.",
    example: "ci",
  }),
  behind: z.string().optional().openapi({
    description: "The event that must be delivered or expire first.",
    example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  }),
  disabledReason: z.enum(["gone", "requested", "unreachable", "owner"]).optional().openapi({
    description: "Why the subscription is disabled. Same value as the subscription's `disabledReason`.",
  }),
  retryAfterSeconds: z.int().optional().openapi({ description: "The wait that the endpoint asked for." }),
  attempt: z.int().optional().openapi({ description: "The number of the next attempt in the retry schedule." }),
  attempts: z.int().optional().openapi({ description: "The number of attempts in the retry schedule." }),
  recovered: z.literal(true).optional().openapi({
    description: "Set if the backlog is being sent because the endpoint is responding again.",
  }),
});

export const deliveryAnswer = answerSchema("Delivery", {
  event: z.string().openapi({
    description: "The event's ID, which every attempt carries as `webhook-id`.",
    example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  }),
  type: z.string().optional().openapi({ example: "person.updated" }),
  instance: z.string().openapi({ example: "acme" }),
  run: z.string().openapi({
    description: "`0` for the first delivery, `ping` or `example` for a test event, otherwise the replay's ID.",
    example: "0",
  }),
  state: state.openapi({
    description:
      "`waiting`: another attempt follows. `blocked`: Feedhook refused to send to the URL; another attempt follows. `held`: Feedhook isn't sending to the endpoint. `delivered` and `expired` are final. `failed` is also final: a ping or an example didn't get a 2xx response.",
  }),
  attempts: z.array(attemptAnswer),
  nextAttemptAt: z.iso.datetime().optional().openapi({
    description: "When the next attempt is due. Absent while the delivery waits for anything other than this time.",
  }),
  wait: deliveryWait
    .optional()
    .openapi({ description: "What the delivery waits for. Set while the state is `waiting`, `blocked` or `held`." }),
  responseExcerpt: z.string().optional().openapi({ description: "The start of the last response." }),
});

export const deliveryParams = subscriptionParams.extend({
  event: z.string().openapi({ example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
});

export const retryAnswer = answerSchema("Retry", { event: z.string(), run: z.string() });

export const eventDeliveries = answerSchema("EventDeliveries", { items: z.array(deliveryAnswer) });
