import { type MetricName, type MetricUnit, metricCatalogue } from "../../kernel/metric-catalogue.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Metrics } from "../../kernel/ports/metrics.ts";

const units: { readonly [unit in MetricUnit]: string } = {
  count: "Count",
  seconds: "Seconds",
  milliseconds: "Milliseconds",
};
/** CloudWatch takes no more values of one metric in a line. */
const valuesPerLine = 100;

export type EmfMetricsParts = {
  /** Gets a line with its newline. */
  readonly write: (line: string) => void;
  readonly clock: Clock;
  readonly stage: string;
};

/**
 * Metrics as log lines in CloudWatch's embedded metric format: no call, no client; namespace `Feedhook`. Each is a metric
 * of the stage, which alarms look at. The instance stands in the line, where log queries find it: as a dimension it would
 * be a metric of its own, and a hundred instances would cost more than all that is read from them. What an invocation
 * measures is gathered into one line per instance: a line for every webhook would cost a fifth of the webhook. A count
 * or an age of zero isn't written: a metric is paid for the hours in which it has a value, and alarms take silence for zero.
 */
export class EmfMetrics implements Metrics {
  readonly #parts: EmfMetricsParts;
  readonly #gathered = new Map<string | undefined, Map<MetricName, number[]>>();

  constructor(parts: EmfMetricsParts) {
    this.#parts = parts;
  }

  record(name: MetricName, value: number, instance?: string): void {
    if (value === 0 && metricCatalogue[name].unit !== "milliseconds") return;
    const metrics = this.#gathered.get(instance) ?? new Map<MetricName, number[]>();
    this.#gathered.set(instance, metrics);
    const values = metrics.get(name) ?? [];
    metrics.set(name, [...values, value]);
    if (values.length + 1 === valuesPerLine) this.#flush(instance);
  }

  /** To be called at the end of each invocation: a function may be frozen or ended after it. */
  flush(): void {
    for (const instance of this.#gathered.keys()) this.#flush(instance);
  }

  #flush(instance: string | undefined): void {
    const { write, clock, stage } = this.#parts;
    const metrics = this.#gathered.get(instance) ?? new Map<MetricName, number[]>();
    this.#gathered.delete(instance);
    const directive = {
      Namespace: "Feedhook",
      Dimensions: [["stage"]],
      Metrics: [...metrics.keys()].map((Name) => ({ Name, Unit: units[metricCatalogue[Name].unit] })),
    };
    const dimensions = instance === undefined ? { stage } : { stage, instance };
    const aws = { Timestamp: clock.now(), CloudWatchMetrics: [directive] };
    write(`${JSON.stringify({ _aws: aws, ...dimensions, ...Object.fromEntries(metrics) })}\n`);
  }
}
