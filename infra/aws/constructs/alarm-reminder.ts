import { Duration, Stack } from "aws-cdk-lib";
import { Construct } from "constructs";
import { permission } from "../permission.ts";
import type { StageRules } from "../stage-rules.ts";
import { acknowledge } from "./acknowledge.ts";
import { ScheduledSteps } from "./scheduled-steps.ts";

/**
 * Every four hours, sends the names of the alarms in ALARM that notify the topic for pages. CloudWatch itself notifies
 * only when an alarm changes state.
 */
export class AlarmReminder extends Construct {
  constructor(scope: Construct, id: string, { stage, topics, encryptionKey }: StageRules) {
    super(scope, id);
    const { topicArn } = topics.page;
    const stack = Stack.of(this);
    const description = `Feedhook ${stage}: names the alarms that are still in ALARM`;
    const throughTopic = { StringEquals: { "kms:ViaService": `sns.${stack.region}.amazonaws.com` } };
    new ScheduledSteps(this, "Steps", {
      description,
      every: Duration.hours(4),
      states: {
        Find: {
          Type: "Task",
          Resource: `arn:${stack.partition}:states:::aws-sdk:cloudwatch:describeAlarms`,
          Arguments: {
            AlarmNamePrefix: `feedhook-${stage}-`,
            AlarmTypes: ["MetricAlarm"],
            StateValue: "ALARM",
            MaxRecords: 100,
          },
          // Selects alarms by their topic. The prefix alone would also select tickets and, for the stage `prod`, the
          // alarms of a stage `prod-eu`.
          Output: { names: `{% $append([], $states.result.MetricAlarms['${topicArn}' in AlarmActions].AlarmName) %}` },
          Next: "Judge",
        },
        Judge: {
          Type: "Choice",
          Choices: [{ Condition: "{% $count($states.input.names) > 0 %}", Next: "Tell" }],
          Default: "Quiet",
        },
        Tell: {
          Type: "Task",
          Resource: `arn:${stack.partition}:states:::sns:publish`,
          Arguments: {
            TopicArn: topicArn,
            Subject: `Feedhook ${stage}: alarms still in ALARM`,
            Message: "{% $join($states.input.names, '\\n') %}",
          },
          End: true,
        },
        Quiet: { Type: "Succeed" },
      },
      allowed: [
        // Listing by prefix needs permission to list all alarms.
        permission(["cloudwatch:DescribeAlarms"], ["*"]),
        permission(["sns:Publish"], [topicArn]),
        ...(encryptionKey === undefined
          ? []
          : [permission(["kms:Decrypt", "kms:GenerateDataKey"], [encryptionKey.keyArn], throughTopic)]),
      ],
    });
    acknowledge(
      this,
      "AwsSolutions-IAM5[Resource::*]",
      "CloudWatch lists alarms by prefix only with permission to list all of them.",
    );
  }
}
