import { Duration, Stack } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import type { StageRules } from "../stage-rules.ts";
import { acknowledge } from "./acknowledge.ts";
import { ImpactAlarm } from "./impact-alarm.ts";
import { ScheduledSteps } from "./scheduled-steps.ts";

const every = Duration.hours(1);
const metricName = "mappings-disabled";

/**
 * Checks once an hour that every event source still invokes its function. An operator may turn one off during an
 * incident and forget it, and AWS does so when a function loses its permissions. The alarms on queue age go off too,
 * but only once a queue has messages.
 */
export class MappingWatch extends Construct {
  constructor(scope: Construct, id: string, { stage, topics }: StageRules) {
    super(scope, id);
    const stack = Stack.of(this);
    const namespace = `Feedhook/${stage}`;
    new ScheduledSteps(this, "Steps", {
      description: `Feedhook ${stage}: counts event sources that invoke nothing`,
      every,
      states: {
        List: {
          Type: "Task",
          Resource: `arn:${stack.partition}:states:::aws-sdk:lambda:listEventSourceMappings`,
          Arguments: {},
          Output: {
            off: `{% $count($states.result.EventSourceMappings[$contains(FunctionArn, 'Feedhook-${stage}-') and (State in ['Disabled', 'Disabling'])]) %}`,
          },
          Next: "Judge",
        },
        Judge: {
          Type: "Choice",
          Choices: [{ Condition: "{% $states.input.off > 0 %}", Next: "Record" }],
          // Nothing is recorded, because a metric costs money in every hour in which it has a value.
          Default: "Quiet",
        },
        Record: {
          Type: "Task",
          Resource: `arn:${stack.partition}:states:::aws-sdk:cloudwatch:putMetricData`,
          Arguments: {
            Namespace: namespace,
            MetricData: [{ MetricName: metricName, Value: "{% $states.input.off %}", Unit: "Count" }],
          },
          End: true,
        },
        Quiet: { Type: "Succeed" },
      },
      allowed: [
        // Neither action supports resources.
        new PolicyStatement({ actions: ["lambda:ListEventSourceMappings"], resources: ["*"] }),
        new PolicyStatement({
          actions: ["cloudwatch:PutMetricData"],
          resources: ["*"],
          conditions: { StringEquals: { "cloudwatch:namespace": namespace } },
        }),
      ],
    });
    acknowledge(
      this,
      "AwsSolutions-IAM5[Resource::*]",
      "Listing event sources and writing metrics support no resources.",
    );
    new ImpactAlarm(this, metricName, {
      stage,
      topics,
      metric: new Metric({ namespace, metricName, statistic: "Maximum", period: every }),
      threshold: 1,
      impact: "An event source is disabled, so its messages or changes wait and may expire.",
    });
  }
}
