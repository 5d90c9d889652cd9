import { FairTurns } from "../../../shared/adapters/http/fair-turns.ts";
import { cpuOfThread } from "../../../shared/adapters/local/cpu-of-thread.ts";
import type { Turns } from "../../../shared/kernel/ports/turns.ts";
import type { Container } from "../container.ts";

/**
 * A piece of work takes no further step after half of this time (ms). If it exceeds the whole time, its group rests.
 */
const longest = 10;

export function turns({ engine: { clock } }: Container): Turns {
  // In a simulation, no time passes during a piece of work, so it is never cut short and its group never rests.
  return new FairTurns({ cpu: cpuOfThread, now: () => clock.now(), longest });
}

/** The turns of publishing. All instances' changes share one stream, so a rest would hold up every instance. */
export function turnsWithoutRest({ engine: { clock } }: Container): Turns {
  return new FairTurns({ cpu: () => 0, now: () => clock.now(), longest });
}
