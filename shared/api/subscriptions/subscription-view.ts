import type { z } from "@hono/zod-openapi";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { subscriptionAnswer } from "./subscription-schemas.ts";

/** A subscription as its owner sees it: everything but its secrets. Absent fields stay absent. */
export function subscriptionView(one: Subscription): z.input<typeof subscriptionAnswer> {
  const { id, url, eventTypes, instances, filter, baseline, description, status, disabledReason } = one;
  const createdAt = new Date(one.createdAt).toISOString();
  const updatedAt = new Date(one.updatedAt).toISOString();
  const what = { id, url, eventTypes, instances, filter, baseline, description };
  return { ...what, status, disabledReason, createdAt, updatedAt };
}
