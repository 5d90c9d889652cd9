import { type MetricName, type MetricUnit, metricCatalogue } from "../../shared/kernel/metric-catalogue.ts";
import type { Metrics } from "../../shared/kernel/ports/metrics.ts";

export type Tally = {
  readonly name: MetricName;
  readonly instance: string | undefined;
  readonly unit: MetricUnit;
  readonly count: number;
  readonly sum: number;
  readonly max: number;
  readonly last: number;
};

/** Metrics of this process since it started, for the console and the benches. */
export class MetricsTally implements Metrics {
  readonly #tallies = new Map<string, Tally>();

  record(name: MetricName, value: number, instance?: string): void {
    const key = instance === undefined ? name : `${name} ${instance}`;
    const { unit } = metricCatalogue[name];
    const { count = 0, sum = 0, max = value } = this.#tallies.get(key) ?? {};
    const tally = { name, instance, unit, count: count + 1, sum: sum + value, max: Math.max(max, value), last: value };
    this.#tallies.set(key, tally);
  }

  all(): readonly Tally[] {
    return [...this.#tallies.values()];
  }
}
