import type { ApiServices } from "../../shared/api/api-services.ts";
import type { StatusProbe } from "../../shared/api/status/status-probe.ts";
import { SecretBox } from "../../shared/kernel/secret-box.ts";
import { EventStore } from "../../shared/publishing/event-store.ts";
import { FeedStore } from "../../shared/schedule/feeds/feed-store.ts";
import { PlanStore } from "../../shared/schedule/wheel/plan.ts";
import { InstanceRegistry } from "../../shared/source/instance-registry.ts";
import { SubscriptionCopies } from "../../shared/subscriptions/subscription-copies.ts";
import { SubscriptionStore } from "../../shared/subscriptions/subscription-store.ts";
import type { Engine } from "./engine.ts";

export function createApiServices(engine: Engine, probe: StatusProbe): ApiServices {
  const { clock, randomness, logger, keys, settings } = engine;
  const { timings, operatorKeyHash, allowInsecureEndpoints } = settings;
  const table = engine.table("subscriptions");
  const secrets = new SecretBox({ table, keys, clock, randomness, cacheMs: timings.dataKeyCache });
  return {
    subscriptions: new SubscriptionStore({ table, secrets, clock, randomness }),
    copies: new SubscriptionCopies(table),
    instances: new InstanceRegistry(table, secrets),
    feeds: new FeedStore(engine.table("feeds")),
    plans: new PlanStore(engine.table("feeds")),
    events: new EventStore({ events: engine.table("events"), clock, timings }),
    deliveries: engine.table("deliveries"),
    probe,
    clock,
    logger,
    operatorKeyHash,
    allowInsecureEndpoints,
    deliveryRetention: timings.deliveryRetention,
  };
}
