import { createAlertHandler } from "../../functions/alert.ts";
import { createClockHandler } from "../../functions/clock.ts";
import { createFanoutHandler } from "../../functions/fanout.ts";
import { createPollHandler } from "../../functions/poll.ts";
import { createChangeHandler } from "../../functions/publish.ts";
import { replaced } from "../../functions/runtime/container.ts";
import { visiting } from "../../functions/runtime/services/polling.ts";
import { createTickHandler } from "../../functions/tick.ts";
import { cpuOfThread } from "../../shared/adapters/local/cpu-of-thread.ts";
import { functions } from "../../shared/kernel/function-topology.ts";
import type { FunctionName } from "../../shared/kernel/topology.ts";
import { createDeliveryHandlers } from "./create-delivery-handlers.ts";
import { grantedEngine } from "./granted-engine.ts";
import type { Handlers } from "./host.ts";
import type { NodeEngine } from "./node-engine.ts";

/**
 * The same handlers that Lambda calls. Each gets an engine that allows only what the function's role on AWS allows. The
 * host's timer fires once per tick, so the clock sends one tick at a time. The writes of fanout don't wait for the disk,
 * for the reason given at {@link createDeliveryHandlers}.
 */
export function createHandlers(engine: NodeEngine): Handlers {
  const granted = (name: FunctionName) => grantedEngine(engine, functions[name]);
  return {
    clock: createClockHandler(granted("clock"), { ticksPerFire: 1, tickMs: engine.settings.timings.tick }),
    tick: createTickHandler(granted("tick")),
    poll: createPollHandler(
      granted("poll"),
      replaced(visiting, () => new Set()),
    ),
    publish: createChangeHandler(granted("publish")),
    fanout: createFanoutHandler(grantedEngine({ ...engine, ...engine.unsynced }, functions.fanout)),
    ...createDeliveryHandlers(engine, cpuOfThread),
    alert: createAlertHandler(granted("alert")),
  };
}
