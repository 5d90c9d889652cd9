import type { MiddlewareHandler } from "hono";
import { problemResponse } from "../http/problem.ts";

/**
 * Refuses webhooks that a bridge sends to the API, under any name or through any proxy. Otherwise, if a subscription's
 * headers contain an API key, each delivery could cause the next one. Subscriptions can't override the headers of
 * webhooks.
 */
export const refuseDeliveries: MiddlewareHandler = async ({ req }, next) => {
  if (req.header("webhook-signature") !== undefined) {
    const detail = "The API doesn't accept webhooks. Change the subscription's URL.";
    return problemResponse("delivery-loop", req.path, { detail });
  }
  await next();
  return undefined;
};
