import { z } from "@hono/zod-openapi";
import { daySlots, slotMs } from "../../delivery/statistics/statistics-item.ts";
import { isoTime } from "../../kernel/instant.ts";
import { ownSubscription } from "../access/own-resources.ts";
import { endpoint } from "../http/endpoint.ts";
import { windowStatistics } from "./endpoint-view.ts";
import { subscriptionParams } from "./subscription-schemas.ts";

const statisticsAnswer = z
  .object({
    since: z.iso
      .datetime()
      .openapi({ description: "The start of the oldest slot.", example: "2026-11-20T09:20:00.000Z" }),
    until: z.iso.datetime().openapi({
      description: "The end of the newest slot, which is still running.",
      example: "2026-11-21T09:20:00.000Z",
    }),
    slotSeconds: z.int().openapi({ example: 600 }),
    slots: z
      .array(
        z.object({
          at: z.iso.datetime().openapi({ description: "When the slot began.", example: "2026-11-21T09:10:00.000Z" }),
          ...windowStatistics.shape,
        }),
      )
      .openapi({ description: "The slots, oldest first. Slots without attempts are omitted." }),
  })
  .openapi("SubscriptionStatistics");

export const statisticsRoutes = [
  endpoint("get", "/v1/subscriptions/{id}/statistics", {
    ...{ tag: "Subscriptions", who: "partner", scope: "read" },
    operationId: "getStatistics",
    summary: "Retrieve an endpoint's attempt statistics",
    description:
      "Returns statistics in ten-minute slots for the last 24 hours. These are the figures behind the endpoint's `lastHour` and `lastDay`.",
    params: subscriptionParams,
    answers: { 200: ["The statistics of the last 24 hours", statisticsAnswer] },
    async handle({ params, caller }, services) {
      const { id } = await ownSubscription(services, caller, params);
      const slots = await services.statistics.slotsOf(id);
      const end = Math.floor(services.clock.now() / slotMs + 1) * slotMs;
      return {
        since: isoTime(end - daySlots * slotMs),
        until: isoTime(end),
        slotSeconds: slotMs / 1_000,
        slots: slots.map(({ at, ...counted }) => ({ at: isoTime(at), ...counted })),
      };
    },
  }),
];
