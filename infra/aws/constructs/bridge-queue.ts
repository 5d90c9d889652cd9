import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping, MetricType } from "aws-cdk-lib/aws-lambda";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { type FunctionDeclaration, functions, type QueueDeclaration } from "../../../shared/kernel/topology.ts";
import type { BridgeFunction } from "./bridge-function.ts";
import { DeadLetterQueue } from "./dead-letter-queue.ts";
import { alarmPeriod, ImpactAlarm } from "./impact-alarm.ts";

/** Lambda may hold a batch for its window and retry throttled invocations; below this a message is worked on twice. */
const visibilityPerTimeout = 6;

export type BridgeQueueProps = {
  readonly stage: string;
  readonly topic: ITopic;
  readonly declaration: QueueDeclaration;
  /** What is lost or late while dead letters wait. */
  readonly deadLetterImpact: string;
  /** When the oldest message is too old, and what that means. */
  readonly age: { readonly seconds: number; readonly impact: string; readonly quietGroupsOnly?: true };
};

/** A queue of the topology with its dead-letter queue and both alarms; `feed` connects its consumer. */
export class BridgeQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #declaration: QueueDeclaration;

  constructor(scope: Construct, id: string, props: BridgeQueueProps) {
    super(scope, id);
    const { stage, topic, declaration, age } = props;
    const { name } = declaration;
    requireLongVisibility(declaration, functions[declaration.consumer]);
    this.#declaration = declaration;
    this.deadLetters = new DeadLetterQueue(this, "DeadLetters", {
      stage,
      topic,
      of: name,
      impact: props.deadLetterImpact,
    }).queue;
    this.queue = new Queue(this, "Queue", {
      visibilityTimeout: Duration.seconds(declaration.visibilitySeconds),
      retentionPeriod: Duration.days(4),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      removalPolicy: stage === "prod" ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: declaration.maxReceives },
    });
    new ImpactAlarm(this, `age-${name}`, {
      stage,
      topic,
      metric: this.queue.metric(
        age.quietGroupsOnly ? "ApproximateAgeOfOldestMessageInQuietGroups" : "ApproximateAgeOfOldestMessage",
        { period: alarmPeriod, statistic: "Maximum" },
      ),
      threshold: age.seconds,
      periods: { breaching: 3, of: 5 },
      impact: age.impact,
    });
  }

  /** Lets the consumer take messages: bounded by its own concurrency, each message answered for by itself. */
  feed(consumer: BridgeFunction): void {
    const { batchSize, windowSeconds, maxConcurrency } = this.#declaration;
    consumer.allow(
      new PolicyStatement({
        actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
        resources: [this.queue.queueArn],
      }),
    );
    new EventSourceMapping(this, "Source", {
      target: consumer.lambda,
      eventSourceArn: this.queue.queueArn,
      batchSize,
      maxBatchingWindow: Duration.seconds(windowSeconds),
      maxConcurrency,
      reportBatchItemFailures: true,
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    });
  }
}

/** Throws an Error where a message would come back while its function may still work on it. */
export function requireLongVisibility(queue: QueueDeclaration, consumer: FunctionDeclaration): void {
  const needed = visibilityPerTimeout * consumer.timeoutSeconds;
  if (queue.visibilitySeconds >= needed) return;
  throw new Error(
    `Queue ${queue.name}: visibilitySeconds is ${queue.visibilitySeconds}, but ${consumer.name} runs up to ` +
      `${consumer.timeoutSeconds} s; at least ${needed} are needed (shared/kernel/topology.ts)`,
  );
}
