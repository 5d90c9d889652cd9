import { ProjectionIntents } from "../../../shared/subscriptions/projection-intents.ts";
import { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import { SubscriptionStore } from "../../../shared/subscriptions/subscription-store.ts";
import type { Container } from "../container.ts";
import { secretBox } from "./source.ts";

export function subscriptionStore({ engine, get }: Container): SubscriptionStore {
  const { clock, randomness } = engine;
  return new SubscriptionStore({ table: engine.table("subscriptions"), secrets: get(secretBox), clock, randomness });
}

export function subscriptionProjection({ engine }: Container): SubscriptionProjection {
  return new SubscriptionProjection(engine.table("subscriptions"));
}

export function projectionIntents({ engine }: Container): ProjectionIntents {
  const { clock, randomness } = engine;
  return new ProjectionIntents({ table: engine.table("subscriptions"), clock, randomness });
}
