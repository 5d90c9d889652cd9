import { createAlertHandler } from "../../functions/alert.ts";
import { createClockHandler } from "../../functions/clock.ts";
import { createDeliverHandler } from "../../functions/deliver.ts";
import { createFanoutHandler } from "../../functions/fanout.ts";
import { createPollHandler } from "../../functions/poll.ts";
import { createChangeHandler } from "../../functions/publish.ts";
import { createRecoverHandler } from "../../functions/recover.ts";
import type { Engine } from "../../functions/runtime/engine.ts";
import { createTickHandler } from "../../functions/tick.ts";
import { functions } from "../../shared/kernel/function-topology.ts";
import { type FunctionName } from "../../shared/kernel/topology.ts";
import { grantedEngine } from "./granted-engine.ts";
import type { Handlers } from "./host.ts";

/**
 * The very handlers that Lambda calls, each with an engine that grants what its role would. The host's timer is as fine
 * as a tick, so the clock sends one at a time.
 */
export function createHandlers(engine: Engine): Handlers {
  const granted = (name: FunctionName) => grantedEngine(engine, functions[name]);
  return {
    clock: createClockHandler(granted("clock"), { ticksPerFire: 1, tickMs: engine.settings.timings.tick }),
    tick: createTickHandler(granted("tick")),
    poll: createPollHandler(granted("poll")),
    publish: createChangeHandler(granted("publish")),
    fanout: createFanoutHandler(granted("fanout")),
    deliver: createDeliverHandler(granted("deliver")),
    recover: createRecoverHandler(granted("recover")),
    alert: createAlertHandler(granted("alert")),
  };
}
