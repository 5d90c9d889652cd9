import { z } from "@hono/zod-openapi";
import { failureClass } from "../../delivery/attempt/dialer.ts";
import { deliveryState } from "../../delivery/rows/delivery-row.ts";
import { knownPattern, recordName } from "../events/event-criteria.ts";
import { pageOf, pagingOfLarge } from "../http/cursor.ts";
import { subscriptionParams } from "../subscriptions/subscription-schemas.ts";
import { waitReasons } from "./delivery-wait.ts";

const state = z.enum(deliveryState.options);

export const deliveryQuery = z.strictObject({
  state: state.optional().openapi({ description: "Only those." }),
  type: knownPattern
    .optional()
    .openapi({ description: "Only of events of this type; `<subject>.*` for all of a subject.", example: "person.*" }),
  subject: recordName
    .optional()
    .openapi({ description: "Only of events of this record: `<type>/<id>`.", example: "person/k2Jm" }),
  status: z
    .string()
    .regex(/^[1-5](xx|\d\d)$/, "must be a status code, or a class as 5xx")
    .optional()
    .openapi({ description: "Only those whose last attempt was answered so.", example: "5xx" }),
  error: z.enum(failureClass.options).optional().openapi({ description: "Only those whose last attempt failed so." }),
  since: z.iso.datetime({ offset: true }).optional().openapi({ description: "Only of events detected at or after." }),
  until: z.iso.datetime({ offset: true }).optional().openapi({ description: "Only of events detected before." }),
  day: z.iso
    .date()
    .optional()
    .openapi({ description: "Only of events detected that day (UTC).", example: "2026-11-21" }),
  ...pagingOfLarge,
});

export const attemptAnswer = z
  .object({
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
      .openapi({ description: "Its parts, as far as it came; on a kept connection there is only `firstByte`." }),
    status: z.int().optional().openapi({ description: "Of the answer.", example: 204 }),
    error: z.enum(failureClass.options).optional().openapi({ description: "Why there was none." }),
    requestHeaders: z
      .record(z.string(), z.string())
      .optional()
      .openapi({
        description:
          "As they were sent, as far as that is known; absent where no connection came about. Values that are secret are shown as `…`: signatures, and your own headers.",
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
          "Of the newest five attempts that failed: at most 20, each cut to 256 bytes, without cookies and credentials.",
        example: { "content-type": "text/plain", server: "nginx", "x-request-id": "7f3c" },
      }),
    responseExcerpt: z.string().optional().openapi({
      description: "Of the newest five attempts that failed: how the answer began, 1 kB of it.",
      example: 'relation "contacts" does not exist',
    }),
  })
  .openapi("Attempt");

export const deliveryWait = z
  .object({
    reason: z.enum(waitReasons).openapi({
      description:
        "`retry`: the next step of the retry ladder; `retry_after`: as the endpoint asked; `rate_limit`: a limit is used up; `backlog`: older deliveries go first; `ordered`: behind an earlier event of its record; `circuit_open`, `endpoint_paused`: for the endpoint; `subscription_disabled`, `partner_suspended`: for people; `instance_revoked`: it will not be sent; `attempt_under_way`; `queued`: about to be sent.",
    }),
    sentence: z.string().openapi({
      description: "The same for people.",
      example: "HTTP 503 with Retry-After 30 s: it is tried again at 2026-11-21T09:13:11.481Z.",
    }),
    since: z.iso.datetime().optional().openapi({ description: "When what it waits for began." }),
    until: z.iso
      .datetime()
      .optional()
      .openapi({ description: "When it is tried again, or its endpoint is probed; absent if no time is set." }),
    by: z.string().optional().openapi({
      description: "Name of the key that disabled the subscription; `operator` where an operator did.",
      example: "ci",
    }),
    behind: z
      .string()
      .optional()
      .openapi({ description: "Event that must be delivered first.", example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
  })
  .openapi("DeliveryWait");

export const deliveryAnswer = z
  .object({
    event: z
      .string()
      .openapi({ description: "`webhook-id` of every attempt.", example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
    type: z.string().optional().openapi({ example: "person.updated" }),
    instance: z.string().openapi({ example: "acme" }),
    run: z.string().openapi({
      description: "`0`, or the replay it belongs to; `ping` and `example` of what was sent on request.",
      example: "0",
    }),
    state: state.openapi({
      description:
        "`waiting`: an attempt is to come; `blocked`: likewise, its address was refused; `held`: the endpoint is not being called; `delivered` and `expired` are final, and so is `failed`: a ping without a 2xx, which is tried once.",
    }),
    attempts: z.array(attemptAnswer),
    nextAttemptAt: z.iso
      .datetime()
      .optional()
      .openapi({ description: "Absent while it waits for anything but its time." }),
    wait: deliveryWait.optional().openapi({ description: "While it is `waiting`, `blocked` or `held`." }),
    responseExcerpt: z.string().optional().openapi({ description: "How the last answer began." }),
  })
  .openapi("Delivery");

export const deliveryPage = pageOf(deliveryAnswer).openapi("DeliveryPage");

export const deliveryParams = subscriptionParams.extend({
  event: z.string().openapi({ param: { name: "event", in: "path" }, example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
});

export const eventDeliveries = z.object({ items: z.array(deliveryAnswer) }).openapi("EventDeliveries");
