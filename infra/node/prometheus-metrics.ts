import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type MetricName, metricCatalogue, unitOf } from "../../shared/kernel/metric-catalogue.ts";
import type { Metrics } from "../../shared/kernel/ports/metrics.ts";

/** Metrics that report a current value instead of counting occurrences. */
const standing: ReadonlySet<MetricName> = new Set(["endpoints.open", "endpoints.open_percent", "endpoints.paused"]);

/** Upper bounds (s), from fast responses to the longest deadline and to deliveries that waited long. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

/** `feedhook_delivery_lag_seconds` for `delivery.lag_ms`: Prometheus uses base units and no dots. */
export function prometheusName(name: MetricName): string {
  const base = `feedhook_${name.replaceAll(".", "_")}`;
  const unit = unitOf(name);
  if (unit === "milliseconds") return base.replace(/_ms$/, "_seconds");
  return unit === "count" && !standing.has(name) ? `${base}_total` : base;
}

export class PrometheusMetrics implements Metrics {
  readonly registry = new Registry();
  readonly #record = new Map<MetricName, (value: number, labels: { readonly instance?: string }) => void>();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    for (const name of Object.keys(metricCatalogue).filter(isMetric)) {
      const unit = unitOf(name);
      const options = {
        name: prometheusName(name),
        help: metricCatalogue[name],
        labelNames: ["instance"] as const,
        registers: [this.registry],
      };
      if (unit === "milliseconds") {
        const histogram = new Histogram({ ...options, buckets });
        this.#record.set(name, (value, labels) => {
          histogram.observe(labels, value / 1_000);
        });
      } else if (unit === "seconds" || standing.has(name)) {
        const gauge = new Gauge(options);
        this.#record.set(name, (value, labels) => {
          gauge.set(labels, value);
        });
      } else {
        const counter = new Counter(options);
        this.#record.set(name, (value, labels) => {
          counter.inc(labels, value);
        });
      }
    }
  }

  record(name: MetricName, value: number, instance?: string): void {
    this.#record.get(name)?.(value, instance === undefined ? {} : { instance });
  }
}

export const isMetric = (name: string): name is MetricName => name in metricCatalogue;
