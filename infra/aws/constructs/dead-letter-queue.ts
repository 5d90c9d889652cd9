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
  /** Name of the queue whose dead letters these are; absent: those of a rule, and no queue's. */
  readonly lettersOf?: string;
};

/** Keeps what failed for 14 days, and rings as long as anything is in it. */
export class DeadLetterQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, props: DeadLetterQueueProps) {
    super(scope, id);
    const { rules, of, impact, lettersOf } = props;
    this.queue = new Queue(this, "Queue", {
      queueName: `feedhook-${rules.stage}-${of}-dead-letters`,
      // A dead letter keeps its first sending time: with the 4 days of its source queue, 10 remain at the least.
      retentionPeriod: Duration.days(14),
      ...queueEncryption(rules.encryptionKey),
      enforceSSL: true,
      removalPolicy: removalOf(rules.keepData),
      redriveAllowPolicy: this.#allowing(lettersOf),
    });
    // Visible messages: the "sent" metric doesn't count what a redrive policy moves.
    new ImpactAlarm(this, `dead-letters-${of}`, {
      stage: rules.stage,
      topics: rules.topics,
      metric: this.queue.metricApproximateNumberOfMessagesVisible({ period: alarmPeriod, statistic: "Maximum" }),
      threshold: 1,
      impact,
    });
  }

  /** Names the queue by text, because the queue already refers to its dead letters and two resources can't refer to each other. */
  #allowing(queueName: string | undefined): RedriveAllowPolicy {
    if (queueName === undefined) return { redrivePermission: RedrivePermission.DENY_ALL };
    const arn = Stack.of(this).formatArn({ service: "sqs", resource: queueName });
    return { sourceQueues: [Queue.fromQueueArn(this, "Source", arn)] };
  }
}
