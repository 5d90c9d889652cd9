import { InMemoryMetrics } from "../../infra/node/in-memory-metrics.ts";
import type { Context } from "../../shared/kernel/context.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { FakeClock } from "./fake-clock.ts";
import { SeededRandomness } from "./seeded-randomness.ts";
import { SilentLogger } from "./silent-logger.ts";

/** A context with virtual time, repeatable randomness, and a logger and metrics that keep what they get. */
export function testContext({
  clock = new FakeClock(),
  ...given
}: Partial<Omit<Context, "clock">> & { readonly clock?: FakeClock } = {}) {
  const defaults = {
    clock,
    sleeper: clock,
    randomness: new SeededRandomness(),
    logger: new SilentLogger(),
    metrics: new InMemoryMetrics(),
    timings: defaultTimings,
  };
  return { ...defaults, ...given };
}
