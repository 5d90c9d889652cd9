import { Duration, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping, MetricType, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Schedule, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import type { Construct } from "constructs";
import { mirrorStream, queues, schedule } from "../../../shared/kernel/topology.ts";
import { acknowledge } from "../constructs/acknowledge.ts";
import { BridgeFunction } from "../constructs/bridge-function.ts";
import { BridgeQueue } from "../constructs/bridge-queue.ts";
import { alarmPeriod, ImpactAlarm } from "../constructs/impact-alarm.ts";
import type { DeployOptions } from "../options.ts";
import type { DataStack } from "./data-stack.ts";
import type { DeliveryStack } from "./delivery-stack.ts";

/** From the source to the bus: the clock and its ticks, polls, and the publishing of the mirror's change stream. */
export class IngestStack extends Stack {
  readonly ticks: BridgeQueue;
  readonly poll: BridgeQueue;
  readonly publish: BridgeFunction;
  readonly functions: readonly BridgeFunction[];
  readonly #options: DeployOptions;
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
    this.#options = options;
    this.#data = data;
    const { stage } = options;
    const topic = data.alarms;
    this.ticks = new BridgeQueue(this, "TicksQueue", {
      stage,
      topic,
      declaration: queues.ticks,
      deadLetterImpact:
        "Ticks of an instance fail repeatedly: its changes are found late or not at all until it is mended.",
      age: { seconds: 180, impact: "Polling is behind its schedule: changes of every instance are found late." },
    });
    this.poll = new BridgeQueue(this, "PollQueue", {
      stage,
      topic,
      declaration: queues.poll,
      deadLetterImpact: "Feeds crash their polls repeatedly: their changes aren't found until it is mended.",
      age: { seconds: 600, impact: "Polls wait for workers: changes are found late." },
    });
    const resources = {
      tables: data.tables,
      bus: data.bus,
      key: data.key,
      queues: { ticks: this.ticks.queue, poll: this.poll.queue, recover: delivery.recover.queue },
    };
    const clock = new BridgeFunction(this, "Clock", { name: "clock", options, resources, onceOnly: true });
    const tick = new BridgeFunction(this, "Tick", { name: "tick", options, resources });
    const poll = new BridgeFunction(this, "Poll", { name: "poll", options, resources });
    this.publish = new BridgeFunction(this, "Publish", { name: "publish", options, resources });
    this.functions = [clock, tick, poll, this.publish];
    this.ticks.feed(tick);
    this.poll.feed(poll);
    this.#wind(clock);
    this.#streamTo(this.publish);
  }

  #wind(clock: BridgeFunction): void {
    const role = new Role(this, "ScheduleRole", { assumedBy: new ServicePrincipal("scheduler.amazonaws.com") });
    role.addToPolicy(
      new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [clock.lambda.functionArn] }),
    );
    new Schedule(this, "Schedule", {
      description: "Sends the ticks of the coming minute",
      schedule: ScheduleExpression.rate(Duration.seconds(schedule.everySeconds)),
      // A missed minute is caught up by the next one: positions stand in tables.
      target: new LambdaInvoke(clock.lambda, { role: role.withoutPolicyUpdates(), retryAttempts: 0 }),
    });
    new ImpactAlarm(this, "clock-stopped", {
      stage: this.#options.stage,
      topic: this.#data.alarms,
      metric: clock.lambda.metricInvocations({ period: alarmPeriod }),
      threshold: 1,
      periods: { breaching: 5, of: 5 },
      expected: true,
      impact: "Nothing is polled and no endpoint is retried: the schedule doesn't fire.",
    });
  }

  #streamTo(publish: BridgeFunction): void {
    const { mirror } = this.#data.tables;
    const stream = mirror.tableStreamArn;
    if (stream === undefined) throw new Error("The mirror table has no stream (shared/kernel/topology.ts)");
    const failures = this.#failureBucket();
    publish.allow(
      new PolicyStatement({
        actions: ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
        resources: [stream],
      }),
      // Streams are listed per table; the stream's own name can't be asked for.
      new PolicyStatement({ actions: ["dynamodb:ListStreams"], resources: [`${mirror.tableArn}/stream/*`] }),
      new PolicyStatement({ actions: ["s3:ListBucket"], resources: [failures.bucketArn] }),
      new PolicyStatement({ actions: ["s3:PutObject"], resources: [failures.arnForObjects("*")] }),
    );
    const mapping = new EventSourceMapping(publish, "Source", {
      target: publish.lambda,
      eventSourceArn: stream,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: mirrorStream.batchSize,
      maxBatchingWindow: Duration.seconds(mirrorStream.windowSeconds),
      parallelizationFactor: mirrorStream.parallelizationFactor,
      retryAttempts: mirrorStream.retryAttempts,
      bisectBatchOnError: mirrorStream.bisectOnError,
      reportBatchItemFailures: true,
      supportS3OnFailureDestination: true,
      onFailure: { bind: () => ({ destination: failures.bucketArn }) },
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    });
    const alarm = { stage: this.#options.stage, topic: this.#data.alarms };
    new ImpactAlarm(this, "publish-failures", {
      ...alarm,
      metric: new Metric({
        namespace: "AWS/Lambda",
        metricName: "OnFailureDestinationDeliveredEventCount",
        dimensionsMap: { EventSourceMappingUUID: mapping.eventSourceMappingId },
        statistic: "Sum",
        period: alarmPeriod,
      }),
      threshold: 1,
      impact: "Changes were found but not published: consumers and partners miss these events until they are redriven.",
    });
    new ImpactAlarm(this, "publish-behind", {
      ...alarm,
      metric: publish.lambda.metric("IteratorAge", { period: alarmPeriod, statistic: "Maximum" }),
      threshold: Duration.minutes(5).toMilliseconds(),
      periods: { breaching: 3, of: 5 },
      impact: "Changes are found but published late; after 24 hours the stream forgets them.",
    });
  }

  #failureBucket(): Bucket {
    const bucket = new Bucket(this, "StreamFailures", {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // Whole records stand here, personal data among them: they go when an event would have gone.
      lifecycleRules: [{ expiration: Duration.days(30) }],
      removalPolicy: this.#options.stage === "prod" ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    acknowledge(bucket, "AwsSolutions-S1", "Only Lambda writes here and only operators read; the trail logs both.");
    return bucket;
  }
}
