import type { MetricName } from "../metric-catalogue.ts";

/**
 * Records counters and measures of the metric catalogue, which knows their units. The instance is the only dimension besides
 * the stage: more dimensions would cost more than they are worth.
 */
export type Metrics = { record(name: MetricName, value: number, instance?: string): void };
