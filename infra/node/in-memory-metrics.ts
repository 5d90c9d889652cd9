import { type MetricName, type MetricUnit, unitOf } from "../../shared/kernel/metric-catalogue.ts";
import type { Metrics } from "../../shared/kernel/ports/metrics.ts";

export type MetricSummary = {
  readonly name: MetricName;
  readonly instance: string | undefined;
  readonly unit: MetricUnit;
  readonly count: number;
  readonly sum: number;
  readonly last: number;
};

/** Summarizes the metrics since this process started. */
export class InMemoryMetrics implements Metrics {
  readonly #summaries = new Map<string, MetricSummary>();

  record(name: MetricName, value: number, instance?: string): void {
    const key = instance === undefined ? name : `${name} ${instance}`;
    const unit = unitOf(name);
    const { count = 0, sum = 0 } = this.#summaries.get(key) ?? {};
    const summary = {
      name,
      instance,
      unit,
      count: count + 1,
      sum: sum + value,
      last: value,
    };
    this.#summaries.set(key, summary);
  }

  all(): readonly MetricSummary[] {
    return [...this.#summaries.values()];
  }
}
