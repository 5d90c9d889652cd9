import { Aws, Stack, type StackProps } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { type EventBus, EventField, Rule, RuleTargetInput } from "aws-cdk-lib/aws-events";
import { SqsQueue } from "aws-cdk-lib/aws-events-targets";
import type { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { busRule, queues } from "../../../shared/kernel/topology.ts";
import { rolePrefix } from "../../../shared/subscriptions/destination.ts";
import { acknowledge } from "../constructs/acknowledge.ts";
import { BridgeFunction } from "../constructs/bridge-function.ts";
import { BridgeQueue } from "../constructs/bridge-queue.ts";
import { DeadLetterQueue } from "../constructs/dead-letter-queue.ts";
import { alarmPeriod, ImpactAlarm } from "../constructs/impact-alarm.ts";
import type { DeployOptions } from "../options.ts";
import { permission } from "../permission.ts";
import type { DataStack } from "./data-stack.ts";

export class DeliveryStack extends Stack {
  readonly queues: { readonly [name in "fanout" | "deliver" | "deliver-slow" | "recover" | "alerts"]: BridgeQueue };
  readonly rule: Rule;
  readonly fanoutFunction: BridgeFunction;
  readonly functions: readonly BridgeFunction[];

  constructor(scope: Construct, id: string, options: DeployOptions, data: DataStack, props: StackProps) {
    super(scope, id, props);
    const { rules } = data;
    this.queues = {
      fanout: new BridgeQueue(this, "FanoutQueue", rules, queues.fanout),
      deliver: new BridgeQueue(this, "DeliverQueue", rules, {
        ...queues.deliver,
        windowSeconds: options.deliveryWindowSeconds,
      }),
      "deliver-slow": new BridgeQueue(this, "DeliverSlowQueue", rules, queues["deliver-slow"]),
      recover: new BridgeQueue(this, "RecoverQueue", rules, queues.recover),
      alerts: new BridgeQueue(this, "AlertsQueue", rules, queues.alerts),
    };
    const resources = { ...data.resources, queues: this.queues };
    const fanout = new BridgeFunction(this, "Fanout", { name: "fanout", options, resources });
    const deliver = new BridgeFunction(this, "Deliver", { name: "deliver", options, resources });
    if (options.awsDestinations) allowDestinations(deliver);
    const recover = new BridgeFunction(this, "Recover", { name: "recover", options, resources });
    const alert = new BridgeFunction(this, "Alert", { name: "alert", options, resources });
    alert.allow(...mailStatements(options));
    acknowledge(
      alert,
      "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:configuration-set/*]",
      "Only SES knows the identity's default configuration set, which may change after the deployment.",
    );
    this.queues.fanout.feed(fanout);
    this.queues.deliver.feed(deliver);
    this.queues["deliver-slow"].feed(deliver);
    this.queues.recover.feed(recover);
    this.queues.alerts.feed(alert);
    this.fanoutFunction = fanout;
    this.functions = [fanout, deliver, recover, alert];
    this.rule = this.#rule(data);
  }

  #rule(data: DataStack): Rule {
    const deadLetters = new DeadLetterQueue(this, "RuleDeadLetters", {
      rules: data.rules,
      of: "rule",
      impact: "Events on the bus didn't reach fan-out. They cause no webhooks until an operator moves them.",
    });
    acknowledge(
      deadLetters,
      "AwsSolutions-SQS3",
      "It is a dead-letter queue itself: the bus rule's, not another queue's.",
    );
    const rule = this.#ruleOn(data.bus, idOfRule(data.bus), deadLetters);
    for (const bus of data.formerBuses) this.#ruleOn(bus, idOfRule(bus), deadLetters);
    new ImpactAlarm(this, "rule-failing", data.rules, {
      metric: ruleMetric(rule, data, "FailedInvocations"),
      threshold: 1,
      impact: "The bus can't reach the fan-out queue, so no event becomes a webhook.",
    });
    return rule;
  }

  #ruleOn(eventBus: EventBus, id: string, deadLetters: DeadLetterQueue): Rule {
    const rule = new Rule(this, id, {
      description: "Sends the instance, ID and type of every Feedhook event to fan-out",
      eventBus,
      eventPattern: { source: [busRule.source] },
    });
    const ids = Object.entries(busRule.fields).map(([field, path]) => [field, EventField.fromPath(path)]);
    rule.addTarget(
      new SqsQueue(this.queues[busRule.queue].queue, {
        message: RuleTargetInput.fromObject(Object.fromEntries(ids)),
        messageGroupId: busRule.group,
        deadLetterQueue: deadLetters.queue,
      }),
    );
    return rule;
  }
}

/**
 * Allows email only from the stage's sender, through its identity. If the identity has a default configuration set, SES
 * uses it for each email and refuses senders without permission for it.
 */
function mailStatements({ alertEmailFrom, alertEmailIdentityArn }: DeployOptions): PolicyStatement[] {
  if (alertEmailFrom === undefined || alertEmailIdentityArn === undefined) return [];
  const configurations = `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:configuration-set/*`;
  const fromSender = { StringEquals: { "ses:FromAddress": alertEmailFrom } };
  return [permission(["ses:SendEmail"], [alertEmailIdentityArn, configurations], fromSender)];
}

/**
 * Allows only partners' roles for destinations, and only with an external id. Other roles can't be assumed, even if
 * they trust this whole account.
 */
function allowDestinations(deliver: BridgeFunction): void {
  const roles = `role/${rolePrefix}*`;
  const withExternalId = { Null: { "sts:ExternalId": "false" } };
  deliver.allow(permission(["sts:AssumeRole"], [`arn:${Aws.PARTITION}:iam::*:${roles}`], withExternalId));
  acknowledge(
    deliver,
    `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:iam::*:${roles}]`,
    "Partners create these roles in accounts that aren't known in advance.",
  );
}

/**
 * `Bus-partner-changes` becomes `Rule-partner-changes`. A rule can't move to another bus, so each bus has its own rule.
 */
function idOfRule(bus: EventBus): string {
  return bus.node.id.replace(/^Bus/, "Rule");
}

/** AWS reports a rule on a custom bus under the names of the rule and the bus. CDK's own metrics name only the rule. */
export function ruleMetric(rule: Rule, data: DataStack, metricName: string): Metric {
  return new Metric({
    namespace: "AWS/Events",
    metricName,
    dimensionsMap: { EventBusName: data.bus.eventBusName, RuleName: rule.ruleName },
    statistic: "Sum",
    period: alarmPeriod,
  });
}
