import { Duration } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { type FunctionDeclaration, functions } from "../../../shared/kernel/function-topology.ts";
import { type QueueDeclaration } from "../../../shared/kernel/topology.ts";
import { queueEncryption, removalOf, type StageRules } from "../stage-rules.ts";
import type { BridgeFunction } from "./bridge-function.ts";
import { DeadLetterQueue } from "./dead-letter-queue.ts";
import { alarmPeriod, ImpactAlarm } from "./impact-alarm.ts";

/**
 * A queue's visibility timeout must be at least this many times its function's timeout, plus the queue's window. Lambda
 * may hold a batch for the window and retry throttled invocations. With a shorter visibility timeout, a message could
 * be handled twice.
 */
const visibilityPerTimeout = 6;

export type BridgeQueueProps = {
  readonly rules: StageRules;
  readonly declaration: QueueDeclaration;
  /** What partners miss while there are dead letters. */
  readonly deadLetterImpact: string;
  /** The age (seconds) at which the oldest message is too old, and what that means. */
  readonly age: { readonly seconds: number; readonly impact: string; readonly quietGroupsOnly?: true };
};

export class BridgeQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #declaration: QueueDeclaration;

  constructor(scope: Construct, id: string, props: BridgeQueueProps) {
    super(scope, id);
    const { rules, declaration, age } = props;
    const { stage } = rules;
    const { name } = declaration;
    const queueName = `feedhook-${stage}-${name}`;
    requireLongVisibility(declaration, functions[declaration.consumer]);
    this.#declaration = declaration;
    this.deadLetters = new DeadLetterQueue(this, "DeadLetters", {
      rules,
      of: name,
      impact: props.deadLetterImpact,
      lettersOf: queueName,
    }).queue;
    this.queue = new Queue(this, "Queue", {
      queueName,
      visibilityTimeout: Duration.seconds(declaration.visibilitySeconds),
      retentionPeriod: Duration.days(4),
      ...queueEncryption(rules.encryptionKey),
      enforceSSL: true,
      removalPolicy: removalOf(rules.keepData),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: declaration.maxReceives },
    });
    new ImpactAlarm(this, `age-${name}`, rules, {
      metric: this.queue.metric(
        age.quietGroupsOnly ? "ApproximateAgeOfOldestMessageInQuietGroups" : "ApproximateAgeOfOldestMessage",
        { period: alarmPeriod, statistic: "Maximum" },
      ),
      threshold: age.seconds,
      periods: { breaching: 3, of: 5 },
      impact: age.impact,
    });
  }

  feed(consumer: BridgeFunction): void {
    const { batchSize, windowSeconds, maxConcurrency } = this.#declaration;
    consumer.allow(
      new PolicyStatement({
        actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
        resources: [this.queue.queueArn],
      }),
    );
    new EventSourceMapping(this, "Source", {
      target: consumer.live.invocable,
      eventSourceArn: this.queue.queueArn,
      batchSize,
      maxBatchingWindow: Duration.seconds(windowSeconds),
      maxConcurrency,
      reportBatchItemFailures: true,
    });
  }
}

/** Throws an Error if a message could become visible again while its function is still handling it. */
export function requireLongVisibility(queue: QueueDeclaration, consumer: FunctionDeclaration): void {
  const needed = visibilityPerTimeout * consumer.timeoutSeconds + queue.windowSeconds;
  if (queue.visibilitySeconds >= needed) return;
  throw new Error(
    `Queue ${queue.name}: visibilitySeconds is ${queue.visibilitySeconds}, but ${consumer.name} may run for ` +
      `${consumer.timeoutSeconds} s on a batch gathered for ${queue.windowSeconds} s; at least ${needed} are needed (shared/kernel/topology.ts)`,
  );
}
