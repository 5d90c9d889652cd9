import { Duration } from "aws-cdk-lib";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { type FunctionDeclaration, functions } from "../../../shared/kernel/function-topology.ts";
import type { QueueDeclaration, QueueName } from "../../../shared/kernel/topology.ts";
import { permission } from "../permission.ts";
import { queueRules, type StageRules } from "../stage-rules.ts";
import type { BridgeFunction } from "./bridge-function.ts";
import { DeadLetterQueue } from "./dead-letter-queue.ts";
import { alarmPeriod, ImpactAlarm } from "./impact-alarm.ts";

/**
 * A queue's visibility timeout must be at least this many times its function's timeout, plus the queue's window. Lambda
 * may hold a batch for the window and retry throttled invocations. With a shorter visibility timeout, a message could
 * be handled twice.
 */
const visibilityPerTimeout = 6;

type Impact = {
  /** What partners miss while there are dead letters. */
  readonly deadLetterImpact: string;
  /** The age (seconds) at which the oldest message is too old, and what that means. */
  readonly age: { readonly seconds: number; readonly impact: string; readonly quietGroupsOnly?: true };
};

const impacts: { readonly [name in QueueName]: Impact } = {
  ticks: {
    deadLetterImpact:
      "An instance's ticks fail repeatedly. Its changes are found late or not at all until the cause is fixed.",
    age: { seconds: 180, impact: "Polling is behind its schedule, so changes in every instance are found late." },
  },
  poll: {
    deadLetterImpact: "Polls of some feeds crash repeatedly. The feeds' changes aren't found until the cause is fixed.",
    age: { seconds: 600, impact: "Polls wait for workers, so changes are found late." },
  },
  fanout: {
    deadLetterImpact: "Some events weren't matched with subscriptions. They cause no webhooks until a redrive.",
    age: { seconds: 60, impact: "All webhooks are late, because events wait to be matched with subscriptions." },
  },
  deliver: {
    deadLetterImpact:
      "Some deliveries were neither sent nor stored for later. Their partners miss these webhooks until a redrive.",
    // A slow endpoint fills the queue with messages of its own group. Only delays of other groups are our fault.
    age: { seconds: 300, impact: "Webhooks are late, even to healthy endpoints.", quietGroupsOnly: true },
  },
  "deliver-slow": {
    deadLetterImpact:
      "Some deliveries to slow endpoints and replays were neither sent nor stored for later. Their partners miss these webhooks until a redrive.",
    age: {
      seconds: 900,
      impact: "Replays and webhooks to slow and failing endpoints are late. Other webhooks are on time.",
      quietGroupsOnly: true,
    },
  },
  recover: {
    deadLetterImpact: "An endpoint's recovery failed repeatedly. The deliveries that wait for it stay undelivered.",
    age: {
      seconds: 300,
      impact: "Due retries wait, so endpoints that have recovered receive their deliveries late.",
    },
  },
  alerts: {
    deadLetterImpact:
      "Some alerts were neither sent nor recorded as failed. Their partners don't know what happened to their endpoints.",
    age: { seconds: 3_600, impact: "Alerts about endpoints reach partners late. Webhooks continue." },
  },
};

export class BridgeQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #declaration: QueueDeclaration;

  constructor(scope: Construct, id: string, rules: StageRules, declaration: QueueDeclaration) {
    super(scope, id);
    const { stage } = rules;
    const { name } = declaration;
    const { deadLetterImpact, age } = impacts[name];
    const queueName = `feedhook-${stage}-${name}`;
    requireLongVisibility(declaration, functions[declaration.consumer]);
    this.#declaration = declaration;
    this.deadLetters = new DeadLetterQueue(this, "DeadLetters", {
      rules,
      of: name,
      impact: deadLetterImpact,
      lettersOf: queueName,
    }).queue;
    this.queue = new Queue(this, "Queue", {
      queueName,
      visibilityTimeout: Duration.seconds(declaration.visibilitySeconds),
      retentionPeriod: Duration.days(4),
      ...queueRules(rules),
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
    const receiving = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];
    consumer.allow(permission(receiving, [this.queue.queueArn]));
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
