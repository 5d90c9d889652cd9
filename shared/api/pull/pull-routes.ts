import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { operatorPartner } from "../../partners/partner-key.ts";
import { type Subscription } from "../../subscriptions/subscription.ts";
import type { ApiServices } from "../api-services.ts";
import { createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, jsonBody, problemAnswers, secured } from "../http/route-parts.ts";
import { subscriptionIdOf, subscriptionParams } from "../subscriptions/subscription-schemas.ts";
import { ackAnswer, ackInput, pollAnswer, pollQuery } from "./pull-schemas.ts";
import { pulledView } from "./pulled-view.ts";

const common = { tags: ["Pull"], security: secured };

const poll = createRoute({
  ...common,
  method: "get",
  path: "/v1/subscriptions/{id}/poll",
  operationId: "pollEvents",
  summary: "Fetch what waits in a pull subscription, oldest events first",
  description:
    "What is fetched is leased: no other fetch gets it until the lease ends. Acknowledge it before, or it comes again.",
  request: { params: subscriptionParams, query: pollQuery },
  responses: {
    200: jsonAnswer("Deliveries; empty where nothing waits", pollAnswer),
    ...problemAnswers("invalid-request", "not-found", "wrong-state"),
  },
});

const ack = createRoute({
  ...common,
  method: "post",
  path: "/v1/subscriptions/{id}/ack",
  operationId: "acknowledgeEvents",
  summary: "Acknowledge what was fetched",
  description: "It may be repeated, and come after the lease has ended.",
  request: { params: subscriptionParams, body: jsonBody(ackInput) },
  responses: {
    200: jsonAnswer("Done", ackAnswer),
    ...problemAnswers("invalid-request", "malformed-json", "unsupported-media-type", "not-found", "wrong-state"),
  },
});

export function pullRoutes({ subscriptions, pull }: ApiServices): OpenAPIHono {
  const router = createRouter();

  const pullSubscription = async (params: { id: string }): Promise<Subscription> => {
    const found = await subscriptions.find(operatorPartner, subscriptionIdOf(params));
    if (found === undefined) throw RequestError.notFound("this subscription");
    if (found.kind !== "pull")
      throw new RequestError("wrong-state", "events of this subscription are posted to its url: it isn't of kind pull");
    return found;
  };

  router.openapi(poll, async (context) => {
    const subscription = await pullSubscription(context.req.valid("param"));
    const { limit, leaseSeconds } = context.req.valid("query");
    const items = await pull.fetch(subscription.id, { limit, lease: leaseSeconds * 1_000 });
    // Each answer is another: a remembered one would hide what waits.
    context.header("cache-control", "no-store");
    return context.json({ items: items.map((item) => pulledView(item, subscription)) }, 200);
  });

  router.openapi(ack, async (context) => {
    const subscription = await pullSubscription(context.req.valid("param"));
    const acknowledged = await pull.acknowledge(subscription, context.req.valid("json").ackIds);
    return context.json({ acknowledged }, 200);
  });

  return router;
}
