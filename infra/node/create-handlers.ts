import { createClockHandler } from "../../functions/clock.ts";
import { createDeliverHandler } from "../../functions/deliver.ts";
import { createFanoutHandler } from "../../functions/fanout.ts";
import { createPollHandler } from "../../functions/poll.ts";
import { createPublishHandler } from "../../functions/publish.ts";
import { createRecoverHandler } from "../../functions/recover.ts";
import type { Engine } from "../../functions/runtime/engine.ts";
import { createTickHandler } from "../../functions/tick.ts";
import type { Handlers } from "./host.ts";

/** The very handlers that Lambda calls, on this engine. The host's timer is as fine as a tick, so the clock sends one at a time. */
export function createHandlers(engine: Engine): Handlers {
  return {
    clock: createClockHandler(engine, { ticksPerFire: 1, tickMs: engine.settings.timings.tick }),
    tick: createTickHandler(engine),
    poll: createPollHandler(engine),
    publish: createPublishHandler(engine),
    fanout: createFanoutHandler(engine),
    deliver: createDeliverHandler(engine),
    recover: createRecoverHandler(engine),
  };
}
