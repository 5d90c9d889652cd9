import { z } from "@hono/zod-openapi";
import { seriesRange } from "../../delivery/statistics/statistics-series.ts";
import { isoTime } from "../../kernel/instant.ts";
import { ownSubscription } from "../access/own-resources.ts";
import { endpoint } from "../endpoint.ts";
import { answerSchema } from "../http/named-schemas.ts";
import { windowStatistics } from "./endpoint-view.ts";
import { subscriptionParams } from "./subscription-schemas.ts";

const statisticsAnswer = answerSchema("SubscriptionStatistics", {
  since: z.iso.datetime().openapi({
    description:
      "The start of the oldest slot. Later than the start of the range if the subscription is younger or, for ranges over 24 hours, if its first counted attempt was later.",
    example: "2026-11-20T09:20:00.000Z",
  }),
  until: z.iso.datetime().openapi({
    description: "The end of the current slot.",
    example: "2026-11-21T09:20:00.000Z",
  }),
  slotSeconds: z.int().openapi({
    description: "The length of a slot. It depends on the time from `since` to `until`.",
    example: 600,
  }),
  slots: z
    .array(
      z.object({
        at: z.iso.datetime().openapi({ description: "When the slot began.", example: "2026-11-21T09:10:00.000Z" }),
        ...windowStatistics.shape,
      }),
    )
    .openapi({ description: "The slots, oldest first. Slots without attempts are omitted." }),
});

const statisticsQuery = z.object({
  range: z.enum(seriesRange.options).default("24h").openapi({
    description: "How far back the statistics reach.",
  }),
});

export const statisticsRoutes = [
  endpoint("getStatistics", "get", "/v1/subscriptions/{id}/statistics", {
    ...{ tag: "Subscriptions", who: "partner", scope: "read" },
    summary: "Retrieve an endpoint's attempt statistics",
    description:
      "Returns an endpoint's attempts and response times over time, in slots of ten minutes for up to 24 hours, one hour for up to 7 days, and six hours for more. `lastHour` and `lastDay` of the endpoint summarize the same attempts. Counts are kept for 30 days.",
    params: subscriptionParams,
    query: statisticsQuery,
    answers: { 200: ["The statistics", statisticsAnswer] },
    async handle({ params, query, caller }, services) {
      const subscription = await ownSubscription(services, caller, params);
      const { since, until, slotMs, slots } = await services.statistics.seriesOf(subscription, query.range);
      return {
        ...{ since: isoTime(since), until: isoTime(until), slotSeconds: slotMs / 1_000 },
        slots: slots.map(({ at, ...counted }) => ({ at: isoTime(at), ...counted })),
      };
    },
  }),
];
