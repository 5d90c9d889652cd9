import type { MetricName } from "../metric-catalogue.ts";

/**
 * Records the metrics of the catalogue, which has their units. Stage and instance are the only dimensions, because more
 * would cost more than they are worth.
 */
export type Metrics = { record(name: MetricName, value: number, instance?: string): void };
