import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { Construct } from "constructs";
import type { Severity, StageRules } from "../stage-rules.ts";

/** Alarms are evaluated once a minute. */
export const alarmPeriod = Duration.minutes(1);

export type ImpactAlarmProps = {
  readonly metric: IMetric;
  /** The alarm fires at or above the threshold or, with `expected`, below it. */
  readonly threshold: number;
  /** The alarm fires when `breaching` of the last `of` periods breach. The default is 1 of 1. */
  readonly periods?: { readonly breaching: number; readonly of: number };
  /** What partners or consumers notice, so that the operator can decide what to do. */
  readonly impact: string;
  /** For a signal that must arrive: missing data counts as a breach, and the alarm fires below the threshold. */
  readonly expected?: true;
};

/** Alarms that can wait for a working day without loss or harm. All others are pages. */
const tickets: ReadonlySet<string> = new Set([
  "backlog-old",
  "canary-late",
  "dead-letters-ticks",
  "instance-parked",
  "removals-held",
  "rows-quarantined",
  "walk-stalled",
]);

function severityOf(alarm: string): Severity {
  return tickets.has(alarm) ? "ticket" : "page";
}

/** The id is the end of the alarm's name, and its anchor in docs/runbook.md. */
export class ImpactAlarm extends Alarm {
  constructor(scope: Construct, id: string, { stage, topics }: StageRules, props: ImpactAlarmProps) {
    const severity = severityOf(id);
    const { breaching, of } = props.periods ?? { breaching: 1, of: 1 };
    super(scope, id, {
      alarmName: `feedhook-${stage}-${id}`,
      alarmDescription: `${props.impact} Severity: ${severity}. Runbook: docs/runbook.md#${id}`,
      metric: props.metric,
      threshold: props.threshold,
      evaluationPeriods: of,
      datapointsToAlarm: breaching,
      comparisonOperator: props.expected
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: props.expected ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(topics[severity]);
    this.addAlarmAction(action);
    this.addOkAction(action);
  }
}
