import type { MetricName } from "../metric-catalogue.ts";

/**
 * Records counters and measures of the metric catalogue, which knows their units. Stage and instance are the only
 * dimensions: more would cost more than they are worth.
 */
export type Metrics = { record(name: MetricName, value: number, instance?: string): void };
