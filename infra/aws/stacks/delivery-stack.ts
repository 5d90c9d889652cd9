import { Aws, Stack, type StackProps } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { type EventBus, EventField, Rule, RuleTargetInput } from "aws-cdk-lib/aws-events";
import { SqsQueue } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { busRule, queues } from "../../../shared/kernel/topology.ts";
import { rolePrefix } from "../../../shared/subscriptions/destination.ts";
import { acknowledge } from "../constructs/acknowledge.ts";
import { BridgeFunction } from "../constructs/bridge-function.ts";
import { BridgeQueue } from "../constructs/bridge-queue.ts";
import { DeadLetterQueue } from "../constructs/dead-letter-queue.ts";
import { alarmPeriod, ImpactAlarm } from "../constructs/impact-alarm.ts";
import type { DeployOptions } from "../options.ts";
import type { DataStack } from "./data-stack.ts";

export class DeliveryStack extends Stack {
  readonly fanout: BridgeQueue;
  readonly deliver: BridgeQueue;
  readonly deliverSlow: BridgeQueue;
  readonly recover: BridgeQueue;
  readonly alerts: BridgeQueue;
  readonly rule: Rule;
  readonly fanoutFunction: BridgeFunction;
  readonly functions: readonly BridgeFunction[];

  constructor(scope: Construct, id: string, options: DeployOptions, data: DataStack, props: StackProps) {
    super(scope, id, props);
    this.fanout = new BridgeQueue(this, "FanoutQueue", {
      rules: data.rules,
      declaration: queues.fanout,
      deadLetterImpact: "Some events weren't matched with subscriptions. They cause no webhooks until a redrive.",
      age: { seconds: 60, impact: "All webhooks are late, because events wait to be matched with subscriptions." },
    });
    this.deliver = new BridgeQueue(this, "DeliverQueue", {
      rules: data.rules,
      declaration: { ...queues.deliver, windowSeconds: options.deliveryWindowSeconds },
      deadLetterImpact:
        "Some deliveries were neither sent nor stored for later. Their partners miss these webhooks until a redrive.",
      age: {
        seconds: 300,
        impact: "Webhooks are late, even to healthy endpoints.",
        // A slow endpoint fills the queue with messages of its own group. Only delays of other groups are our fault.
        quietGroupsOnly: true,
      },
    });
    this.deliverSlow = new BridgeQueue(this, "DeliverSlowQueue", {
      rules: data.rules,
      declaration: queues["deliver-slow"],
      deadLetterImpact:
        "Some deliveries to slow endpoints were neither sent nor stored for later. Their partners miss these webhooks until a redrive.",
      age: {
        seconds: 900,
        impact: "Webhooks to slow and failing endpoints are late. Webhooks to healthy endpoints are on time.",
        quietGroupsOnly: true,
      },
    });
    this.recover = new BridgeQueue(this, "RecoverQueue", {
      rules: data.rules,
      declaration: queues.recover,
      deadLetterImpact: "An endpoint's recovery failed repeatedly. The deliveries that wait for it stay undelivered.",
      age: {
        seconds: 300,
        impact: "Due retries wait, so endpoints that have recovered receive their deliveries late.",
      },
    });
    this.alerts = new BridgeQueue(this, "AlertsQueue", {
      rules: data.rules,
      declaration: queues.alerts,
      deadLetterImpact:
        "Some alerts were neither sent nor recorded as failed. Their partners don't know what happened to their endpoints.",
      age: { seconds: 3_600, impact: "Alerts about endpoints reach partners late. Webhooks continue." },
    });
    const resources = {
      ...data.resources,
      queues: this.queues,
    };
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
    this.fanout.feed(fanout);
    this.deliver.feed(deliver);
    this.deliverSlow.feed(deliver);
    this.recover.feed(recover);
    this.alerts.feed(alert);
    this.fanoutFunction = fanout;
    this.functions = [fanout, deliver, recover, alert];
    this.rule = this.#rule(data);
  }

  get queues() {
    const { fanout, deliver, deliverSlow, recover, alerts } = this;
    return { fanout, deliver, "deliver-slow": deliverSlow, recover, alerts };
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
      new SqsQueue(this[busRule.queue].queue, {
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
  return [
    new PolicyStatement({
      actions: ["ses:SendEmail"],
      resources: [
        alertEmailIdentityArn,
        `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:configuration-set/*`,
      ],
      conditions: { StringEquals: { "ses:FromAddress": alertEmailFrom } },
    }),
  ];
}

/**
 * Allows only partners' roles for destinations, and only with an external id. Other roles can't be assumed, even if
 * they trust this whole account.
 */
function allowDestinations(deliver: BridgeFunction): void {
  const roles = `role/${rolePrefix}*`;
  deliver.allow(
    new PolicyStatement({
      actions: ["sts:AssumeRole"],
      resources: [`arn:${Aws.PARTITION}:iam::*:${roles}`],
      conditions: { Null: { "sts:ExternalId": "false" } },
    }),
  );
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
