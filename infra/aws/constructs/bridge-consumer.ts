import { Duration, Stack, Token, TokenComparison } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { CfnRule, EventBus, type EventPattern, Match, Rule, type RuleProps } from "aws-cdk-lib/aws-events";
import { EventBus as BusTarget, SqsQueue } from "aws-cdk-lib/aws-events-targets";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { eventTypes } from "../../../shared/kernel/catalogue.ts";
import { busRule } from "../../../shared/kernel/topology.ts";

/** `person.updated`, `person.*`, `*`. */
export type TypePattern = `${string}.${string}` | "*";

export type BridgeConsumerProps = {
  /**
   * In the bridge's account, `EventBus.fromEventBusName(this, "Bus", "feedhook-prod")`. In another account,
   * `EventBus.fromEventBusArn(this, "Bus", "arn:aws:events:…:event-bus/feedhook-prod")`. The stack must be in the
   * bridge's region.
   */
  readonly bus: NonNullable<RuleProps["eventBus"]>;
  /** At least one pattern. Synthesis throws an Error if one of them matches no event type of the catalogue. */
  readonly eventTypes: readonly TypePattern[];
  /** The default is all instances. */
  readonly instances?: readonly string[];
  /** An additional EventBridge pattern on the envelope, such as `{ data: { city: ["Oslo"] } }`. */
  readonly filter?: { readonly [field: string]: unknown };
  /**
   * Receives events from the queue. The handler must return `batchItemFailures`, so that one failed event doesn't send
   * its whole batch back to the queue. Without a handler, you read `queue` yourself.
   */
  readonly handler?: LambdaFunction;
  /** The maximum number of events per call of `handler`, and of concurrent calls; both are 10 by default. */
  readonly batchSize?: number;
  readonly maxConcurrency?: number;
  /**
   * How long a received event stays hidden from other receivers. Handling one batch must take less time. The default is
   * six times the handler's timeout, or 3 minutes without a timeout.
   */
  readonly visibilityTimeout?: Duration;
  /** Notified when the dead-letter queue has messages. */
  readonly alarmTopic?: ITopic;
};

/**
 * An internal consumer of the bridge: a rule on its bus, a queue for matching events, and a dead-letter queue with an
 * alarm. Dead letters are events that the rule couldn't pass on or the consumer couldn't handle. A message's `detail`
 * is an envelope (docs/types/feedhook-events.d.ts). Each event is delivered at least once, in no guaranteed order.
 */
export class BridgeConsumer extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly alarm: Alarm;

  constructor(scope: Construct, id: string, props: BridgeConsumerProps) {
    super(scope, id);
    const { bus, handler, batchSize = 10, maxConcurrency = 10 } = props;
    const handlerTimeout = handler?.timeout ?? Duration.seconds(30);
    const encrypted = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, "DeadLetters", { ...encrypted, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, "Queue", {
      ...encrypted,
      retentionPeriod: Duration.days(4),
      // With less than six times the timeout, a message could become visible again while it is still being handled.
      visibilityTimeout: props.visibilityTimeout ?? Duration.seconds(6 * handlerTimeout.toSeconds()),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
    const eventPattern = patternOf(props);
    const eventBus = isElsewhere(this, bus) ? this.#forwarded(bus, eventPattern) : bus;
    const rule = new Rule(this, "Rule", { eventBus, eventPattern });
    rule.addTarget(new SqsQueue(this.queue, { messageGroupId: busRule.group, deadLetterQueue: this.deadLetters }));
    handler?.addEventSource(
      new SqsEventSource(this.queue, { batchSize, maxConcurrency, reportBatchItemFailures: true }),
    );
    this.alarm = new Alarm(this, "DeadLetterAlarm", {
      alarmDescription: `${this.node.path} gave up on events from the bridge. Fix it, then redrive its dead letters.`,
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: "Maximum",
      }),
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    if (props.alarmTopic !== undefined) this.alarm.addAlarmAction(new SnsAction(props.alarmTopic));
  }

  /**
   * Forwards the events through a bus in this account. EventBridge refuses this account's queues and functions as
   * targets of another account's bus.
   */
  #forwarded(bus: BridgeConsumerProps["bus"], eventPattern: EventPattern): EventBus {
    const own = new EventBus(this, "Forwarded", { description: "Events of the bridge, which is in another account" });
    const rule = new Rule(this, "Forward", { eventPattern });
    // Under exactOptionalPropertyTypes, CDK's bus class doesn't fit the interface that the target requires.
    const target = EventBus.fromEventBusArn(this, "Target", own.eventBusArn);
    rule.addTarget(new BusTarget(target, { deadLetterQueue: this.deadLetters }));
    // A Rule refers to its bus by name, which would select a bus in this account.
    if (rule.node.defaultChild instanceof CfnRule) rule.node.defaultChild.eventBusName = bus.eventBusRef.eventBusArn;
    return own;
  }
}

/** A bus imported by name is in the stack's account; an ARN names the bus's account. */
function isElsewhere(scope: Construct, { env }: BridgeConsumerProps["bus"]): boolean {
  const compared = Token.compareStrings(env.account, Stack.of(scope).account);
  return compared === TokenComparison.DIFFERENT || compared === TokenComparison.ONE_UNRESOLVED;
}

function patternOf({ eventTypes: wanted, instances, filter }: BridgeConsumerProps): EventPattern {
  for (const pattern of wanted) requireKnown(pattern);
  const detail = { ...filter, ...(instances === undefined ? {} : { instance: [...instances] }) };
  return {
    source: [busRule.source],
    ...(wanted.includes("*") ? {} : { detailType: Match.anyOf(...wanted.map(detailTypeOf)) }),
    ...(Object.keys(detail).length === 0 ? {} : { detail }),
  };
}

const isFamily = (pattern: string) => pattern.endsWith(".*");

function detailTypeOf(pattern: TypePattern): string[] {
  return isFamily(pattern) ? Match.prefix(pattern.slice(0, -1)) : Match.exactString(pattern);
}

function requireKnown(pattern: TypePattern): void {
  const known = eventTypes.some(
    (type) => pattern === "*" || type === pattern || (isFamily(pattern) && type.startsWith(pattern.slice(0, -1))),
  );
  if (!known)
    throw new Error(`No event type matches ${pattern}: the catalogue (docs/events.md) has ${eventTypes.join(", ")}`);
}
