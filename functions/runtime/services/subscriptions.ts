import { ProjectionIntents } from "../../../shared/subscriptions/projection-intents.ts";
import { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import { SubscriptionStore } from "../../../shared/subscriptions/subscription-store.ts";
import { type Container, onTable, storeOn } from "../container.ts";
import { secretBox } from "./source.ts";

export function subscriptionStore({ engine, context, get }: Container): SubscriptionStore {
  return new SubscriptionStore({ ...context, table: engine.table("subscriptions"), secrets: get(secretBox) });
}

export const subscriptionProjection = /* @__PURE__ */ onTable(
  "subscriptions",
  (table) => new SubscriptionProjection(table),
);
export const projectionIntents = /* @__PURE__ */ storeOn("subscriptions", ProjectionIntents);
