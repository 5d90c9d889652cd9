import { Duration, Stack } from "aws-cdk-lib";
import { Queue, type RedriveAllowPolicy, RedrivePermission } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { queueEncryption } from "../queue-encryption.ts";
import { removalOf } from "../removal-of.ts";
import type { StageRules } from "../stage-rules.ts";
import { alarmPeriod, ImpactAlarm } from "./impact-alarm.ts";

export type DeadLetterQueueProps = {
  readonly rules: StageRules;
  /** `poll` gives the alarm `dead-letters-poll`. */
  readonly of: string;
  readonly impact: string;
  /** Name of the queue whose dead letters these are; absent: they belong to a rule instead of a queue. */
  readonly lettersOf?: string;
};

/** Keeps failed messages for 14 days. Its alarm rings as long as it holds any. */
export class DeadLetterQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, props: DeadLetterQueueProps) {
    super(scope, id);
    const { rules, of, impact, lettersOf } = props;
    this.queue = new Queue(this, "Queue", {
      queueName: `feedhook-${rules.stage}-${of}-dead-letters`,
      // A dead letter keeps its first sending time: after the 4 days of its source queue, at least 10 remain.
      retentionPeriod: Duration.days(14),
      ...queueEncryption(rules.encryptionKey),
      enforceSSL: true,
      removalPolicy: removalOf(rules.keepData),
      redriveAllowPolicy: this.#allowing(lettersOf),
    });
    // Visible messages: the "sent" metric doesn't count messages that a redrive policy moves.
    new ImpactAlarm(this, `dead-letters-${of}`, {
      stage: rules.stage,
      topics: rules.topics,
      metric: this.queue.metricApproximateNumberOfMessagesVisible({ period: alarmPeriod, statistic: "Maximum" }),
      threshold: 1,
      impact,
    });
  }

  /**
   * Names the queue by text, because the queue already refers to its dead letters and two resources can't refer to each
   * other.
   */
  #allowing(queueName: string | undefined): RedriveAllowPolicy {
    if (queueName === undefined) return { redrivePermission: RedrivePermission.DENY_ALL };
    const arn = Stack.of(this).formatArn({ service: "sqs", resource: queueName });
    return { sourceQueues: [Queue.fromQueueArn(this, "Source", arn)] };
  }
}
