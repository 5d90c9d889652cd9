import type { Clock, Sleeper } from "./ports/clock.ts";
import type { Logger } from "./ports/logger.ts";
import type { Metrics } from "./ports/metrics.ts";
import type { Randomness } from "./ports/randomness.ts";
import type { Table } from "./ports/table.ts";
import type { Tracer } from "./ports/tracer.ts";
import type { Timings } from "./timings.ts";

/**
 * What every service needs from its environment. A service takes the whole context, so it can start to log or wait
 * without a change to the code that builds it.
 */
export type Context = {
  readonly clock: Clock;
  readonly sleeper: Sleeper;
  readonly randomness: Randomness;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly timings: Timings;
  /** Absent if nothing is traced. */
  readonly tracer?: Tracer | undefined;
};

/** What a service needs that keeps everything in one table. */
export type TableContext = Context & { readonly table: Table };
