import { Metric, type MetricOptions } from "aws-cdk-lib/aws-cloudwatch";
import type { MetricName } from "../../../shared/kernel/metric-catalogue.ts";

export function bridgeMetric(stage: string, metricName: MetricName, options: MetricOptions): Metric {
  return new Metric({ namespace: "Feedhook", metricName, dimensionsMap: { stage }, ...options });
}
