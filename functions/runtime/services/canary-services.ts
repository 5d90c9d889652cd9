import { CanaryProbe } from "../../../shared/delivery/canary/canary-probe.ts";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import { SubscriptionStore } from "../../../shared/subscriptions/subscription-store.ts";
import type { Engine } from "../engine.ts";

export function canaryOf(engine: Engine, url: string): CanaryProbe {
  const { clock, randomness, logger, metrics, keys, settings } = engine;
  const { timings } = settings;
  const table = engine.table("subscriptions");
  const secrets = new SecretBox({ table, keys, clock, randomness, cacheMs: timings.dataKeyCache });
  return new CanaryProbe({
    events: new OperationalEvents({ mirror: engine.table("mirror"), clock, timings }),
    subscriptions: new SubscriptionStore({ table, secrets, clock, randomness }),
    clock,
    logger,
    metrics,
    url,
  });
}
