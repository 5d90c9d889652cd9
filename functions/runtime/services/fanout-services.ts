import { FanOut } from "../../../shared/fanout/fan-out.ts";
import { FanoutLedger } from "../../../shared/fanout/fanout-ledger.ts";
import { IndexCache } from "../../../shared/fanout/index-cache.ts";
import { EventStore } from "../../../shared/publishing/event-store.ts";
import { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import type { Engine } from "../engine.ts";

/** Deliveries one fan-out message sends itself. */
const chunk = 1_000;

export function fanoutServices(engine: Engine): { readonly fanOut: FanOut } {
  const { clock, sleeper, logger, settings } = engine;
  const { registryCache, ledgerRetention } = settings.timings;
  const events = engine.table("events");
  const projection = new SubscriptionProjection(engine.table("subscriptions"));
  const fanOut = new FanOut({
    indexes: new IndexCache({ projection, clock, sleeper, logger, maxAge: registryCache }),
    events: new EventStore({ events, clock, timings: settings.timings }),
    ledger: new FanoutLedger({ table: events, clock, retention: ledgerRetention }),
    deliver: engine.queue("deliver"),
    fanout: engine.queue("fanout"),
    chunk,
  });
  return { fanOut };
}
