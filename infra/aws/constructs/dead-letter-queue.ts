import { Duration, RemovalPolicy } from "aws-cdk-lib";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { alarmPeriod, ImpactAlarm } from "./impact-alarm.ts";

export type DeadLetterQueueProps = {
  readonly stage: string;
  readonly topic: ITopic;
  /** `poll` gives the alarm `dead-letters-poll`. */
  readonly of: string;
  readonly impact: string;
};

/** Keeps what failed for 14 days, and rings as long as anything is in it. */
export class DeadLetterQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, props: DeadLetterQueueProps) {
    super(scope, id);
    this.queue = new Queue(this, "Queue", {
      // A dead letter keeps its first sending time: with the 4 days of its source queue, 10 remain at the least.
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      removalPolicy: props.stage === "prod" ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // Visible messages: the "sent" metric doesn't count what a redrive policy moves.
    new ImpactAlarm(this, `dead-letters-${props.of}`, {
      stage: props.stage,
      topic: props.topic,
      metric: this.queue.metricApproximateNumberOfMessagesVisible({ period: alarmPeriod, statistic: "Maximum" }),
      threshold: 1,
      impact: props.impact,
    });
  }
}
