import { z } from "@hono/zod-openapi";
import { apiRoute } from "../access/api-route.ts";

import type { ApiServices } from "../api-services.ts";
import { attemptAnswer } from "../deliveries/delivery-schemas.ts";
import { attemptsView, lastExcerptOf } from "../deliveries/delivery-view.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { ownSubscription } from "./own-subscription.ts";
import { subscriptionParams } from "./subscription-schemas.ts";

const pingAnswer = z
  .object({
    event: z.string().openapi({ description: "`webhook-id` of the ping." }),
    outcome: z.enum(["delivered", "failed", "pending"]).openapi({
      description: "`pending`: no answer yet; it will stand among the deliveries of the subscription.",
    }),
    attempt: attemptAnswer.optional(),
    responseExcerpt: z.string().optional().openapi({ description: "How the answer began." }),
  })
  .openapi("PingResult");

const ping = apiRoute(
  { who: "partner", scope: "manage" },
  {
    tags: ["Subscriptions"],
    method: "post",
    path: "/v1/subscriptions/{id}/ping",
    operationId: "pingSubscription",
    summary: "Send a signed `bridge.ping` and show the answer",
    description: "Also to a disabled subscription, and without consequences for it. Once in ten seconds.",
    request: { params: subscriptionParams },
    responses: {
      200: jsonAnswer("What the endpoint answered", pingAnswer),
      202: jsonAnswer("No answer yet", pingAnswer),
      ...problemAnswers("invalid-request", "not-found"),
    },
  },
);

export function pingRoutes(services: ApiServices): ApiRouter {
  const router = createRouter();
  router.openapi(ping, async (context) => {
    const subscription = await ownSubscription(services, context.var.caller, context.req.valid("param"));
    if (subscription.url === undefined) {
      throw new RequestError("invalid-request", "this subscription has no address: its events are fetched");
    }
    const result = await services.pings.ask(subscription.partner, subscription.id);
    if (result.outcome === "tooSoon") throw new RequestError("too-many-requests", "this subscription was just pinged");
    if (result.outcome === "pending") return context.json({ event: result.event, outcome: "pending" as const }, 202);
    const { event, state } = result.row;
    const [attempt] = attemptsView(result.row, subscription);
    const outcome = state === "delivered" ? ("delivered" as const) : ("failed" as const);
    return context.json({ event, outcome, attempt, responseExcerpt: lastExcerptOf(result.row) }, 200);
  });
  return router;
}
