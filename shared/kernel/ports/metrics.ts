import type { MetricName } from "../metric-catalogue.ts";

/**
 * Counters and measures of the metric catalogue, which knows their units. The only dimension besides the stage is the
 * instance, since more would cost more than they tell.
 */
export type Metrics = { record(name: MetricName, value: number, instance?: string): void };
