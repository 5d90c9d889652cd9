export type MetricUnit = "count" | "seconds" | "milliseconds" | "bytes";

/** Counters and measures; the only dimension is the instance, since more would cost more than they tell. */
export type Metrics = { record(name: string, value: number, unit: MetricUnit, instance?: string): void };
