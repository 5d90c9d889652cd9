import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import type { BridgeFunction } from "./bridge-function.ts";
import { alarmPeriod, ImpactAlarm } from "./impact-alarm.ts";

export type LogAlarmProps = {
  readonly stage: string;
  readonly topic: ITopic;
  readonly of: BridgeFunction;
  /** `event` of the log line, as the code writes it. */
  readonly event: string;
  /** Name of the alarm. */
  readonly alarm: string;
  readonly impact: string;
};

/** Rings when a function logs an event: for what the code knows and no metric of AWS shows. */
export class LogAlarm extends Construct {
  constructor(scope: Construct, id: string, props: LogAlarmProps) {
    super(scope, id);
    const { stage, topic, alarm, impact } = props;
    const metric = { metricNamespace: `Feedhook/${stage}`, metricName: alarm };
    new MetricFilter(this, "Filter", {
      ...metric,
      logGroup: props.of.logGroup,
      filterPattern: FilterPattern.stringValue("$.event", "=", props.event),
      // No default: a metric costs for the hours in which it has a value, and 0 would be one.
      metricValue: "1",
    });
    new ImpactAlarm(this, alarm, {
      stage,
      topic,
      metric: new Metric({
        namespace: metric.metricNamespace,
        metricName: metric.metricName,
        statistic: "Sum",
        period: alarmPeriod,
      }),
      threshold: 1,
      impact,
    });
  }
}
