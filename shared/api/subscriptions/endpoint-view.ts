import { z } from "@hono/zod-openapi";
import { failureClass } from "../../delivery/attempt/dialer.ts";
import type { EndpointReport, EndpointSummary } from "../../delivery/backlog/endpoint-report.ts";
import { type Acknowledgement, endpointState } from "../../delivery/endpoint/endpoint-circuit.ts";
import type { LastFailure } from "../../delivery/endpoint/endpoint-item.ts";
import { isoTime } from "../../kernel/instant.ts";
import { answerSchema } from "../http/named-schemas.ts";

const lastFailure = answerSchema("EndpointFailure", {
  event: z.string().openapi({ example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
  run: z.string().openapi({ description: "The run, as in the delivery: `0`, or the replay's ID.", example: "0" }),
  at: z.iso.datetime(),
  durationMs: z.number(),
  status: z.int().optional().openapi({ description: "The response's status code.", example: 500 }),
  error: z.enum(failureClass.options).optional().openapi({ description: "Why no response arrived." }),
  responseExcerpt: z.string().optional().openapi({
    description: "The first 1 KB of the response. Deleted when the event's record is erased.",
  }),
});

export const acknowledgementAnswer = z
  .object({
    at: z.iso.datetime(),
    by: z
      .string()
      .openapi({ description: "The name of the key that acknowledged the failure, or `operator`.", example: "ci" }),
    note: z.string().openapi({ example: "The new secret is deployed tonight." }),
  })
  .openapi("Acknowledgement", {
    description:
      "A note that someone knows about the endpoint's failure. Ends when the endpoint recovers, is enabled or disabled, or gets a new `url` or `destination`. Absent while the endpoint fails for a cause other than the acknowledged one.",
  });

export const windowStatistics = z
  .object({
    attempts: z.int().openapi({ example: 480 }),
    successRate: z
      .number()
      .openapi({ description: "The share of attempts with a 2xx response, from 0 to 1.", example: 0.995 }),
    p50Ms: z.number().optional().openapi({
      description: "The estimated median response time in milliseconds, for responses with any status.",
      example: 84,
    }),
    p95Ms: z
      .number()
      .optional()
      .openapi({ description: "The estimated 95th percentile of the response time in milliseconds.", example: 310 }),
  })
  .openapi("AttemptStatistics", {
    description:
      "Covers all attempts except pings and examples. The figures are usually a minute old; docs/partner-guide.md says when they are older.",
  });

export const endpointSummary = answerSchema("EndpointSummary", {
  state: z.enum(endpointState.options).openapi({
    description:
      "`open`: the endpoint is failing. New deliveries are held, and one at a time is sent as a probe. `paused`: the endpoint has failed for three days and is probed every six hours. `disabled`: the subscription is disabled, or its partner is suspended.",
  }),
  since: z.iso.datetime().optional(),
  lane: z.enum(["fast", "slow"]).openapi({ description: "`slow`: an attempt in the last hour took more than 3 s." }),
  failures: z.int().openapi({ description: "The number of consecutive failures." }),
  recentFailures: z.int().openapi({
    description:
      "The number of failures among the 20 most recent attempts. Resets to 0 when `state` becomes `open` or `healthy`.",
  }),
  nextProbeAt: z.iso.datetime().optional(),
  lastFailure: lastFailure.optional().openapi({ description: "The newest failed attempt, except pings and examples." }),
  acknowledged: acknowledgementAnswer.optional(),
  lastHour: windowStatistics
    .optional()
    .openapi({ description: "The attempts from the last 50 to 60 minutes. Absent if there were none." }),
  lastDay: windowStatistics
    .optional()
    .openapi({ description: "The attempts from the last 24 hours. Absent if there were none." }),
});

export const endpointAnswer = endpointSummary
  .extend({
    backlog: z.object({ held: z.int(), waiting: z.int(), more: z.boolean() }).openapi({
      description:
        "`held`: the number of deliveries that are held for the endpoint. `waiting`: the number that wait for something else, such as a retry, a rate limit or earlier deliveries. `more` means that there may be more. At most 1,000 deliveries in the backlog are counted. Retries due within minutes are counted only among the 200 newest deliveries of the last day.",
    }),
  })
  .openapi("Endpoint");

export function summaryView({
  since,
  nextProbeAt,
  lastFailure: failure,
  acknowledged,
  ...summary
}: EndpointSummary): z.input<typeof endpointSummary> {
  return {
    ...summary,
    since: isoTime(since),
    nextProbeAt: isoTime(nextProbeAt),
    lastFailure: failure && failureView(failure),
    acknowledged: acknowledged && acknowledgementView(acknowledged),
  };
}

export function acknowledgementView({ at, by, note }: Acknowledgement): z.input<typeof acknowledgementAnswer> {
  return { at: isoTime(at), by, note };
}

function failureView({ event, run, at, ms, status, error, excerpt }: LastFailure): z.input<typeof lastFailure> {
  return { event, run, at: isoTime(at), durationMs: ms, status, error, responseExcerpt: excerpt };
}

export function endpointView({ backlog, ...summary }: EndpointReport): z.input<typeof endpointAnswer> {
  return { ...summaryView(summary), backlog };
}
