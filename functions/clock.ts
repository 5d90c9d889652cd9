import { schedule } from "../shared/kernel/topology.ts";
import { fireClock } from "../shared/schedule/tick/clock-fire.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import { createContainer } from "./runtime/container.ts";
import type { Engine } from "./runtime/engine.ts";
import type { Handler } from "./runtime/messages/lambda-events.ts";
import { instanceRegistry } from "./runtime/services/source.ts";
import { trialEvents } from "./runtime/trial/trial-events.ts";

export type ClockHandlerOptions = { readonly ticksPerFire?: number; readonly tickMs?: number };

/** The event's content doesn't matter. A host that fires once per tick passes `ticksPerFire: 1`. */
export function createClockHandler(engine: Engine, options: ClockHandlerOptions = {}): Handler<unknown, void> {
  const { ticksPerFire = schedule.ticksPerFire, tickMs = engine.settings.timings.tick } = options;
  const registry = createContainer(engine).get(instanceRegistry);
  const ticks = engine.queue("ticks");
  const recover = engine.queue("recover");
  return () => fireClock({ registry, ticks, recover, ticksPerFire, tickMs });
}

export const handler = onAws(createClockHandler, trialEvents.clock);
