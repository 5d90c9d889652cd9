import type { z } from "@hono/zod-openapi";
import type { Caller } from "../../partners/authenticator.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { ApiServices } from "../api-services.ts";
import { RequestError } from "../http/request-error.ts";
import { subscriptionIdOf, type subscriptionParams } from "./subscription-schemas.ts";

/** The subscription that a path names. For a partner, other partners' subscriptions don't exist. */
export async function ownSubscription(
  { subscriptions }: Pick<ApiServices, "subscriptions">,
  { access: { partner } }: Caller,
  params: z.output<typeof subscriptionParams>,
): Promise<Subscription> {
  const found = await subscriptions.find(partner, subscriptionIdOf(params));
  if (found === undefined) throw RequestError.notFound("This subscription");
  return found;
}
