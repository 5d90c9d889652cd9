import { Backlog } from "../../shared/delivery/backlog/backlog.ts";
import { Recovery } from "../../shared/delivery/backlog/recovery.ts";
import type { Engine } from "./engine.ts";

/** Deliveries one drain sends: within the function's time, table round trips included. */
const drainLimit = 2_000;

export function recoverServices(engine: Engine): { readonly recovery: Recovery } {
  const table = engine.table("subscriptions");
  const backlog = new Backlog({ deliveries: engine.table("deliveries"), subscriptions: table });
  const recovery = new Recovery({
    table,
    backlog,
    deliver: engine.queue("deliver"),
    recover: engine.queue("recover"),
    clock: engine.clock,
    limit: drainLimit,
  });
  return { recovery };
}
