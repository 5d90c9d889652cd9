import { z } from "@hono/zod-openapi";
import { mayHave } from "../../partners/partner.ts";
import { apiRoute } from "../access/api-route.ts";
import { ownSubscription } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { subscriptionParams } from "../subscriptions/subscription-schemas.ts";

const retry = apiRoute(
  { who: "partner", scope: "manage" },
  {
    tags: ["Subscriptions"],
    method: "post",
    path: "/v1/subscriptions/{id}/deliveries/{event}/retry",
    operationId: "retryDelivery",
    summary: "Resend an event",
    description:
      "Sends the event again with the same `webhook-id`, with `webhook-replay: true`, and with a full retry schedule. Pings and examples can't be resent.",
    request: {
      params: subscriptionParams.extend({
        event: z.string().openapi({ param: { name: "event", in: "path" }, example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
      }),
    },
    responses: {
      202: jsonAnswer("The delivery is queued", z.object({ event: z.string(), run: z.string() }).openapi("Retry")),
      ...problemAnswers("not-found", "wrong-state"),
    },
  },
);

/** Also the response for a ping or an example, whose events aren't stored. */
const nothingToResend = () =>
  new RequestError(
    "not-found",
    "This subscription has no delivery of this event that can be resent. Pings and examples can't be resent.",
  );

export function retryRoutes(services: ApiServices): ApiRouter {
  const router = createRouter();
  router.openapi(retry, async (context) => {
    const params = context.req.valid("param");
    const { caller, draw } = context.var;
    const subscription = await ownSubscription(services, caller, params);
    if (!/^evt_[0-9A-Z]{26}$/.test(params.event)) throw nothingToResend();
    if (subscription.status === "disabled")
      throw new RequestError("wrong-state", "The subscription is disabled. Enable it first.");
    const mayHaveIt = (instance: string) => mayHave(caller.access, instance);
    const run = await services.replays.retry(subscription, params.event, mayHaveIt, draw);
    if (run === undefined) throw nothingToResend();
    return context.json({ event: params.event, run }, 202);
  });
  return router;
}
