import { defaultTimings } from "../../shared/kernel/timings.ts";
import { createLogger } from "./create-logger.ts";
import { InMemoryMetrics } from "./in-memory-metrics.ts";
import type { NodeEngine } from "./node-engine.ts";
import { createSqliteEngine } from "./sqlite-engine.ts";

/** The engine of a store, for a command that neither polls nor serves requests. */
export function openStoreEngine(dataDir: string): NodeEngine {
  const settings = {
    partnerUrl: "",
    allowInsecureEndpoints: false,
    operatorKeyHash: "",
    timings: defaultTimings,
  };
  const logger = createLogger("pretty", "warn");
  return createSqliteEngine({ dataDir, settings, logger, metrics: new InMemoryMetrics() });
}
