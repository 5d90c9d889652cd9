import { FanOut } from "../../../shared/fanout/fan-out.ts";
import { FanoutLedger } from "../../../shared/fanout/fanout-ledger.ts";
import { IndexCache } from "../../../shared/fanout/index-cache.ts";
import type { Container } from "../container.ts";
import { eventStore } from "./publishing.ts";
import { subscriptionProjection } from "./subscriptions.ts";

/** The most deliveries that one fan-out message sends. A continuation message sends the rest. */
const chunk = 1_000;

/** The number of deliveries, over all messages of a batch, after which the ledger records what was sent. */
const slice = 5_000;

export function fanOut({ engine, get }: Container): FanOut {
  const { clock, sleeper, logger, metrics, settings } = engine;
  const { registryCache, ledgerRetention } = settings.timings;
  const projection = get(subscriptionProjection);
  return new FanOut({
    indexes: new IndexCache({ projection, clock, sleeper, logger, maxAge: registryCache }),
    events: get(eventStore),
    ledger: new FanoutLedger({ table: engine.table("events"), clock, retention: ledgerRetention }),
    deliver: engine.queue("deliver"),
    fanout: engine.queue("fanout"),
    alerts: engine.queue("alerts"),
    clock,
    logger,
    metrics,
    chunk,
    slice,
  });
}
