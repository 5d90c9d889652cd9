import type { MetricName } from "../metric-catalogue.ts";

/**
 * On AWS, the deployment's stage is the only dimension, because each value of a dimension costs as much as a metric.
 * There, `instance` is only a field of the log line.
 */
export type Metrics = { record(name: MetricName, value: number, instance?: string): void };
