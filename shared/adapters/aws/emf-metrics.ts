import type { Clock } from "../../kernel/ports/clock.ts";
import type { Metrics, MetricUnit } from "../../kernel/ports/metrics.ts";

const units: { readonly [unit in MetricUnit]: string } = {
  count: "Count",
  seconds: "Seconds",
  milliseconds: "Milliseconds",
  bytes: "Bytes",
};

/** Metrics as log lines in CloudWatch's embedded metric format: no call, no client; namespace `Feedhook`. */
export function createEmfMetrics(write: (line: string) => void, clock: Clock): Metrics {
  return {
    record: (name, value, unit, instance) => {
      const directive = {
        Namespace: "Feedhook",
        Dimensions: [instance === undefined ? [] : ["instance"]],
        Metrics: [{ Name: name, Unit: units[unit] }],
      };
      const dimension = instance === undefined ? {} : { instance };
      const line = { _aws: { Timestamp: clock.now(), CloudWatchMetrics: [directive] }, ...dimension, [name]: value };
      write(`${JSON.stringify(line)}\n`);
    },
  };
}
