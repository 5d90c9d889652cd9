import { Duration, Stack } from "aws-cdk-lib";
import { Queue, type RedriveAllowPolicy, RedrivePermission } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { queueRules, type StageRules } from "../stage-rules.ts";
import { alarmPeriod, ImpactAlarm } from "./impact-alarm.ts";

export type DeadLetterQueueProps = {
  readonly rules: StageRules;
  /**
   * Part of both names: `poll` gives the queue `feedhook-prod-poll-dead-letters` and the alarm
   * `feedhook-prod-dead-letters-poll`.
   */
  readonly of: string;
  readonly impact: string;
  /** The source queue; absent if the dead letters belong to a rule or a bus. */
  readonly lettersOf?: string;
};

/** The alarm is in ALARM while the queue contains messages. */
export class DeadLetterQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, props: DeadLetterQueueProps) {
    super(scope, id);
    const { rules, of, impact, lettersOf } = props;
    this.queue = new Queue(this, "Queue", {
      queueName: `feedhook-${rules.stage}-${of}-dead-letters`,
      // A dead letter keeps its original sending time. After up to 4 days in its source queue, at least 10 days remain.
      retentionPeriod: Duration.days(14),
      ...queueRules(rules),
      redriveAllowPolicy: this.#allowing(lettersOf),
    });
    // Counts visible messages, because the "sent" metric doesn't count messages that a redrive policy moves.
    new ImpactAlarm(this, `dead-letters-${of}`, rules, {
      metric: this.queue.metricApproximateNumberOfMessagesVisible({ period: alarmPeriod, statistic: "Maximum" }),
      threshold: 1,
      impact,
    });
  }

  /**
   * Refers to the source queue by name. That queue already refers to the dead-letter queue, and two resources can't
   * refer to each other.
   */
  #allowing(queueName: string | undefined): RedriveAllowPolicy {
    if (queueName === undefined) return { redrivePermission: RedrivePermission.DENY_ALL };
    const arn = Stack.of(this).formatArn({ service: "sqs", resource: queueName });
    return { sourceQueues: [Queue.fromQueueArn(this, "Source", arn)] };
  }
}
