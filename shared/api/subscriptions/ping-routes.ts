import { z } from "@hono/zod-openapi";
import type { DeliveryRow } from "../../delivery/rows/delivery-row.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { attemptAnswer } from "../deliveries/delivery-schemas.ts";
import { attemptsView, lastExcerptOf } from "../deliveries/delivery-view.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { ownSubscription } from "./own-subscription.ts";
import { subscriptionParams } from "./subscription-schemas.ts";

export const pingAnswer = z
  .object({
    event: z.string().openapi({ description: "The `webhook-id` of the ping." }),
    outcome: z.enum(["delivered", "failed", "pending"]).openapi({
      description: "`pending`: there is no response yet, and the subscription's deliveries show the result later.",
    }),
    attempt: attemptAnswer.optional(),
    responseExcerpt: z.string().optional().openapi({ description: "The start of the response." }),
  })
  .openapi("PingResult");

const ping = apiRoute(
  { who: "partner", scope: "manage", waits: true },
  {
    tags: ["Subscriptions"],
    method: "post",
    path: "/v1/subscriptions/{id}/ping",
    operationId: "pingSubscription",
    summary: "Send a ping",
    description:
      "Sends a signed `bridge.ping` event to a push subscription, even a disabled one, and returns the endpoint's response. A 2xx response resumes an endpoint that is `open` or `paused`. A failed ping changes nothing. You can send one ping every ten seconds.",
    request: { params: subscriptionParams },
    responses: {
      200: jsonAnswer("The endpoint's response", pingAnswer),
      202: jsonAnswer("No response yet", pingAnswer),
      ...problemAnswers("invalid-request", "not-found"),
    },
  },
);

export function pingRoutes(services: ApiServices): ApiRouter {
  const router = createRouter();
  router.openapi(ping, async (context) => {
    const subscription = await ownSubscription(services, context.var.caller, context.req.valid("param"));
    if (subscription.url === undefined) {
      throw new RequestError("invalid-request", "A pull subscription has no URL to send to.");
    }
    const result = await services.pings.ask(subscription.partner, subscription.id);
    if (result.outcome === "tooSoon")
      throw RequestError.tooSoon("You can send one ping every ten seconds. Try again in ten seconds.", 10);
    if (result.outcome === "pending") return context.json({ event: result.event, outcome: "pending" as const }, 202);
    return context.json(pingView(result.row, subscription), 200);
  });
  return router;
}

/** The result of a ping or an example. */
export function pingView(row: DeliveryRow, subscription: Subscription) {
  const [attempt] = attemptsView(row, subscription);
  const outcome = row.state === "delivered" ? ("delivered" as const) : ("failed" as const);
  return { event: row.event, outcome, attempt, responseExcerpt: lastExcerptOf(row) };
}
