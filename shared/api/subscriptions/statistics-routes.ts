import { z } from "@hono/zod-openapi";
import { daySlots, slotMs } from "../../delivery/statistics/statistics-item.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { windowStatistics } from "./endpoint-view.ts";
import { ownSubscription } from "./own-subscription.ts";
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

const read = apiRoute(
  { who: "partner", scope: "read" },
  {
    tags: ["Subscriptions"],
    method: "get",
    path: "/v1/subscriptions/{id}/statistics",
    operationId: "getStatistics",
    summary: "Retrieve an endpoint's attempt statistics",
    description:
      "Returns statistics in ten-minute slots for the last 24 hours. These are the figures behind the endpoint's `lastHour` and `lastDay`.",
    request: { params: subscriptionParams },
    responses: {
      200: jsonAnswer("The statistics of the last 24 hours", statisticsAnswer),
      ...problemAnswers("not-found"),
    },
  },
);

export function statisticsRoutes(services: ApiServices): ApiRouter {
  const { statistics, clock } = services;
  const router = createRouter();
  router.openapi(read, async (context) => {
    const { id } = await ownSubscription(services, context.var.caller, context.req.valid("param"));
    const slots = await statistics.slotsOf(id);
    const end = Math.floor(clock.now() / slotMs + 1) * slotMs;
    const answer = {
      since: new Date(end - daySlots * slotMs).toISOString(),
      until: new Date(end).toISOString(),
      slotSeconds: slotMs / 1_000,
      slots: slots.map(({ at, ...counted }) => ({ at: new Date(at).toISOString(), ...counted })),
    };
    return context.json(answer, 200);
  });
  return router;
}
