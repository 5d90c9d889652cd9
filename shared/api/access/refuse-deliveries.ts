import type { MiddlewareHandler } from "hono";
import { problemResponse } from "../http/problem.ts";

/**
 * Refuses a webhook of a bridge that arrives at the API, by whatever name or proxy: a subscription whose headers hold a key could otherwise
 * have each delivery cause the next one. Our headers come last, so that a subscription's own can't take them away.
 */
export const refuseDeliveries: MiddlewareHandler = async ({ req }, next) => {
  if (req.header("webhook-signature") === undefined) {
    await next();
    return undefined;
  }
  return problemResponse("delivery-loop", req.path, {
    detail: "the API takes no webhooks: point the subscription elsewhere",
  });
};
