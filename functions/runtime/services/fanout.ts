import { FanOut } from "../../../shared/fanout/fan-out.ts";
import { FanoutLedger } from "../../../shared/fanout/fanout-ledger.ts";
import { IndexCache } from "../../../shared/fanout/index-cache.ts";
import type { Container } from "../container.ts";
import { eventStore } from "./publishing.ts";
import { subscriptionProjection } from "./subscriptions.ts";

const chunk = 1_000;

const slice = 5_000;

export function fanOut({ engine, context, get }: Container): FanOut {
  return new FanOut({
    ...context,
    indexes: new IndexCache({ ...context, projection: get(subscriptionProjection) }),
    events: get(eventStore),
    ledger: new FanoutLedger({ ...context, table: engine.table("events") }),
    deliver: engine.queue("deliver"),
    fanout: engine.queue("fanout"),
    alerts: engine.queue("alerts"),
    chunk,
    slice,
  });
}
