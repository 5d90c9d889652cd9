import { CfnOutput, Duration, Stack, type StackProps } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { MetricName } from "../../../shared/kernel/metric-catalogue.ts";
import { queues, schedule } from "../../../shared/kernel/topology.ts";
import { BridgeFunction } from "../constructs/bridge-function.ts";
import { bridgeMetric } from "../constructs/bridge-metric.ts";
import { BridgeQueue } from "../constructs/bridge-queue.ts";
import { FunctionSchedule } from "../constructs/function-schedule.ts";
import { alarmPeriod, ImpactAlarm } from "../constructs/impact-alarm.ts";
import { LogAlarm } from "../constructs/log-alarm.ts";
import { MirrorStreamSource } from "../constructs/mirror-stream-source.ts";
import type { DeployOptions } from "../options.ts";
import type { DataStack } from "./data-stack.ts";
import type { DeliveryStack } from "./delivery-stack.ts";

export class IngestStack extends Stack {
  readonly queues: { readonly [name in "ticks" | "poll"]: BridgeQueue };
  readonly publish: BridgeFunction;
  readonly functions: readonly BridgeFunction[];
  /** Contains a message for each batch of changes that publish failed to process. */
  readonly failureNotices: Queue;
  readonly #data: DataStack;

  constructor(
    scope: Construct,
    id: string,
    options: DeployOptions,
    data: DataStack,
    delivery: DeliveryStack,
    props: StackProps,
  ) {
    super(scope, id, props);
    this.#data = data;
    this.queues = {
      ticks: new BridgeQueue(this, "TicksQueue", data.rules, queues.ticks),
      poll: new BridgeQueue(this, "PollQueue", data.rules, queues.poll),
    };
    const resources = { ...data.resources, queues: { ...delivery.queues, ...this.queues } };
    const clock = new BridgeFunction(this, "Clock", { name: "clock", options, resources, onceOnly: true });
    const tick = new BridgeFunction(this, "Tick", { name: "tick", options, resources });
    const poll = new BridgeFunction(this, "Poll", { name: "poll", options, resources });
    this.publish = new BridgeFunction(this, "Publish", { name: "publish", options, resources });
    this.functions = [clock, tick, poll, this.publish];
    this.queues.ticks.feed(tick);
    this.queues.poll.feed(poll);
    this.#wind(clock);
    this.#listen(tick, poll);
    const { mirror: formerMirror } = data.resources.formerTables;
    const stream = { rules: data.rules, mirror: data.tables.mirror, formerMirror, publish: this.publish };
    const { failures, notices } = new MirrorStreamSource(this, "Stream", stream);
    this.failureNotices = notices;
    // `npm run redrive` reads these.
    new CfnOutput(this, "FailedChanges", { value: failures.bucketName });
    new CfnOutput(this, "FailureNotices", { value: notices.queueUrl });
    new CfnOutput(this, "PublishFunction", {
      value: `${this.publish.lambda.functionName}:${this.publish.live.aliasName}`,
    });
  }

  #wind(clock: BridgeFunction): void {
    new FunctionSchedule(this, "Schedule", {
      target: clock,
      everySeconds: schedule.everySeconds,
      description: "Sends the ticks of the coming minute",
    });
    new ImpactAlarm(this, "clock-stopped", this.#data.rules, {
      // Counts successful runs, because invocations include runs that crash.
      metric: new MathExpression({
        label: "Successful runs",
        expression: "runs - FILL(crashes, 0)",
        usingMetrics: {
          runs: clock.lambda.metricInvocations({ period: alarmPeriod }),
          crashes: clock.lambda.metricErrors({ period: alarmPeriod }),
        },
        period: alarmPeriod,
      }),
      threshold: 1,
      periods: { breaching: 5, of: 5 },
      expected: true,
      impact: "The clock isn't invoked or always crashes, so there are no polls or retries.",
    });
    const period = Duration.minutes(15);
    const sum = (name: MetricName) => bridgeMetric(this.#data.rules.stage, name, { statistic: "Sum", period });
    new ImpactAlarm(this, "polling-silent", this.#data.rules, {
      // Each of the three counts drops to 0 when its own step or an earlier one stops, so the alarm watches the
      // smallest count.
      metric: new MathExpression({
        label: "Granted, polled, published",
        expression: "MIN([FILL(granted, 0), FILL(polled, 0), FILL(beats, 0)])",
        usingMetrics: {
          // A separate metric of granted polls would only add cost.
          granted: this.queues.poll.queue.metricNumberOfMessagesSent({ period }),
          polled: sum("source.requests"),
          beats: sum("publishing.beats_seen"),
        },
        period,
      }),
      threshold: 1,
      periods: { breaching: 2, of: 2 },
      expected: true,
      impact:
        "For half an hour, the bridge has granted no requests, sent none to the source, or seen no heartbeat in the change stream. No change in any instance becomes an event.",
    });
  }

  #listen(tick: BridgeFunction, poll: BridgeFunction): void {
    const { rules } = this.#data;
    new LogAlarm(this, "Parked", rules, {
      of: [poll],
      event: "instance.parked",
      alarm: "instance-parked",
      impact:
        "The source refuses an instance's credentials or doesn't know the instance. The instance's changes aren't found until someone corrects its registration.",
    });
    new LogAlarm(this, "Held", rules, {
      of: [poll],
      event: "removals.held",
      alarm: "removals-held",
      impact: "Too many records vanished, so their removals are held. Either access was lost or data was purged.",
    });
    new LogAlarm(this, "Paused", rules, {
      of: [tick],
      event: "tick.paused",
      alarm: "polling-paused",
      impact: "Polling has stopped because changes have been unpublished for an hour.",
    });
    new LogAlarm(this, "Unreadable", rules, {
      of: [this.publish],
      event: "publish.unreadable",
      alarm: "publish-unreadable",
      impact:
        "Publish can't read the shape of a mirror item. The item delays other changes, and is then moved to the failure bucket unpublished.",
    });
  }
}
