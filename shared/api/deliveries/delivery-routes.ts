import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { operatorPartner } from "../../subscriptions/subscription.ts";
import type { ApiServices } from "../api-services.ts";
import { createRouter } from "../http/create-router.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, problemAnswers, secured } from "../http/route-parts.ts";
import { subscriptionIdOf, subscriptionParams } from "../subscriptions/subscription-schemas.ts";
import { deliveryPage, deliveryQuery } from "./delivery-schemas.ts";
import { deliveryView } from "./delivery-view.ts";
import { listDeliveries } from "./list-deliveries.ts";

const list = createRoute({
  tags: ["Subscriptions"],
  security: secured,
  method: "get",
  path: "/v1/subscriptions/{id}/deliveries",
  operationId: "listDeliveries",
  summary: "List what was sent to a subscription, newest first",
  description: "A delivery appears after its first attempt and stays for 30 days.",
  request: { params: subscriptionParams, query: deliveryQuery },
  responses: { 200: jsonAnswer("A page", deliveryPage), ...problemAnswers("invalid-request", "not-found") },
});

const rowShape = /^evt_[0-9A-Z]{26}#[^#]+$/;

export function deliveryRoutes({ subscriptions, deliveries, deliveryRetention, clock }: ApiServices): OpenAPIHono {
  const router = createRouter();
  router.openapi(list, async (context) => {
    const id = subscriptionIdOf(context.req.valid("param"));
    const { state, day, limit, cursor } = context.req.valid("query");
    const after = decodeCursor(cursor, rowShape);
    if ((await subscriptions.find(operatorPartner, id)) === undefined) throw RequestError.notFound("this subscription");
    const now = clock.now();
    const { rows, more } = await listDeliveries(deliveries, {
      subscription: id,
      after,
      limit,
      state,
      newestMs: day === undefined ? now : Date.parse(day),
      oldestMs: day === undefined ? now - deliveryRetention : Date.parse(day),
    });
    const last = rows.at(-1);
    const nextCursor = more && last !== undefined ? encodeCursor(last.sk) : undefined;
    return context.json({ items: rows.map(deliveryView), more, nextCursor }, 200);
  });
  return router;
}
