import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { AlarmTopics } from "../alarm-topics.ts";
import type { BridgeFunction } from "./bridge-function.ts";
import { alarmPeriod, ImpactAlarm, type ImpactAlarmProps } from "./impact-alarm.ts";

export type LogAlarmProps = {
  readonly stage: string;
  readonly topics: AlarmTopics;
  readonly of: readonly BridgeFunction[];
  /** `event` of the log line, as the code writes it. */
  readonly event: string;
  /** Name of the alarm. */
  readonly alarm: string;
  readonly impact: string;
  /** How many in a minute ring; default 1. */
  readonly threshold?: number;
  readonly periods?: ImpactAlarmProps["periods"];
};

/** Rings when one of the functions logs an event: for what the code knows and no metric of AWS shows. */
export class LogAlarm extends Construct {
  constructor(scope: Construct, id: string, props: LogAlarmProps) {
    super(scope, id);
    const { stage, topics, alarm, impact, threshold = 1, periods } = props;
    const metric = { metricNamespace: `Feedhook/${stage}`, metricName: alarm };
    for (const { name, logGroup } of props.of) {
      new MetricFilter(this, props.of.length === 1 ? "Filter" : `Filter-${name}`, {
        ...metric,
        logGroup,
        filterPattern: FilterPattern.stringValue("$.event", "=", props.event),
        // No default: a metric costs for the hours in which it has a value, and 0 would be one.
        metricValue: "1",
      });
    }
    new ImpactAlarm(this, alarm, {
      stage,
      topics,
      metric: new Metric({
        namespace: metric.metricNamespace,
        metricName: metric.metricName,
        statistic: "Sum",
        period: alarmPeriod,
      }),
      threshold,
      ...(periods === undefined ? {} : { periods }),
      impact,
    });
  }
}
