import { type MetricName, type MetricUnit, unitOf, usualUpTo } from "../../kernel/metric-catalogue.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Metrics } from "../../kernel/ports/metrics.ts";

const units: { readonly [unit in MetricUnit]: string } = {
  count: "Count",
  seconds: "Seconds",
  milliseconds: "Milliseconds",
};
/** The maximum number of values of one metric that CloudWatch accepts in a line. */
const valuesPerLine = 100;

export type EmfMetricsParts = {
  /** Receives each line, including its newline. */
  readonly write: (line: string) => void;
  readonly clock: Clock;
  readonly stage: string;
};

/**
 * Writes metrics as log lines in CloudWatch's embedded metric format, which needs no API call and no client. The
 * namespace is `Feedhook`. The deployment's stage is the only dimension of metrics and alarms. The instance is a plain
 * field of the line, where log queries find it. If the instance were a dimension, AWS would bill each instance as a
 * separate metric, and a hundred instances would cost more than all other metrics. The measurements of one invocation
 * are gathered into one line per instance: one line per webhook would cost a fifth of what the webhook itself costs. A
 * count or an age isn't written if it is zero or within the usual range, because AWS bills a metric for each hour in
 * which it has a value. Alarms treat missing values as zero.
 */
export class EmfMetrics implements Metrics {
  readonly #parts: EmfMetricsParts;
  readonly #gathered = new Map<string | undefined, Map<MetricName, number[]>>();

  constructor(parts: EmfMetricsParts) {
    this.#parts = parts;
  }

  record(name: MetricName, value: number, instance?: string): void {
    if (unitOf(name) !== "milliseconds" && value <= (usualUpTo[name] ?? 0)) return;
    const metrics = this.#gathered.get(instance) ?? new Map<MetricName, number[]>();
    this.#gathered.set(instance, metrics);
    const values = metrics.get(name) ?? [];
    metrics.set(name, [...values, value]);
    if (values.length + 1 === valuesPerLine) this.#flush(instance);
  }

  /** Call this at the end of each invocation, because the Lambda function may be frozen or ended afterwards. */
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
      Metrics: [...metrics.keys()].map((Name) => ({ Name, Unit: units[unitOf(Name)] })),
    };
    const aws = { Timestamp: clock.now(), CloudWatchMetrics: [directive] };
    write(`${JSON.stringify({ _aws: aws, stage, instance, ...Object.fromEntries(metrics) })}\n`);
  }
}
