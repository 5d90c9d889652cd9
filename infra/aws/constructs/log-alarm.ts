import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { StageRules } from "../stage-rules.ts";
import type { BridgeFunction } from "./bridge-function.ts";
import { alarmPeriod, ImpactAlarm, type ImpactAlarmProps } from "./impact-alarm.ts";

export type LogAlarmProps = {
  readonly of: readonly BridgeFunction[];
  readonly event: string;
  readonly alarm: string;
  readonly impact: string;
  /** The number of log lines within a minute at which the alarm fires. The default is 1. */
  readonly threshold?: number;
  readonly periods?: ImpactAlarmProps["periods"];
};

/** Fires when one of the functions logs an event: for facts that the code knows and no AWS metric shows. */
export class LogAlarm extends Construct {
  constructor(scope: Construct, id: string, rules: StageRules, props: LogAlarmProps) {
    super(scope, id);
    const { alarm, impact, threshold = 1, periods } = props;
    const metric = { metricNamespace: `Feedhook/${rules.stage}`, metricName: alarm };
    for (const { name, logGroup } of props.of) {
      new MetricFilter(this, props.of.length === 1 ? "Filter" : `Filter-${name}`, {
        ...metric,
        logGroup,
        filterPattern: FilterPattern.stringValue("$.event", "=", props.event),
        // No default value, because a metric costs money in every hour in which it has a value, including 0.
        metricValue: "1",
      });
    }
    new ImpactAlarm(this, alarm, rules, {
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
