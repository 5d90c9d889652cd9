import type { MiddlewareHandler } from "hono";
import { problemResponse } from "../http/problem.ts";

/**
 * Refuses webhooks of a bridge that arrive at the API, by any name or proxy. Otherwise, each delivery of a subscription
 * whose headers hold a key could cause the next one. Our headers are set last, so a subscription can't override them.
 */
export const refuseDeliveries: MiddlewareHandler = async ({ req }, next) => {
  if (req.header("webhook-signature") !== undefined) {
    const detail = "the API takes no webhooks: point the subscription elsewhere";
    return problemResponse("delivery-loop", req.path, { detail });
  }
  await next();
  return undefined;
};
