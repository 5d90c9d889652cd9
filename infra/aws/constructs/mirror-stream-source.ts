import { Duration, Stack } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping, MetricType, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { mirrorStream } from "../../../shared/kernel/topology.ts";
import { removalOf } from "../removal-of.ts";
import type { StageRules } from "../stage-rules.ts";
import { acknowledge } from "./acknowledge.ts";
import type { BridgeFunction } from "./bridge-function.ts";
import { alarmPeriod, ImpactAlarm } from "./impact-alarm.ts";

export type MirrorStreamSourceProps = {
  readonly rules: StageRules;
  readonly mirror: Table;
  readonly publish: BridgeFunction;
};

/**
 * The mirror's change stream as the source of publish. A record that keeps failing is narrowed down by bisection and
 * goes whole to a bucket before the stream forgets it.
 */
export class MirrorStreamSource extends Construct {
  /** Batches that publish gave up on. */
  readonly failures: Bucket;

  constructor(scope: Construct, id: string, props: MirrorStreamSourceProps) {
    super(scope, id);
    const { rules, mirror, publish } = props;
    const { stage, topic } = rules;
    const stream = mirror.tableStreamArn;
    if (stream === undefined) throw new Error("The mirror table has no stream (shared/kernel/topology.ts)");
    const failures = this.#failures(rules);
    this.failures = failures;
    this.#grant(publish, mirror, stream, failures);
    const mapping = new EventSourceMapping(this, "Mapping", {
      target: publish.lambda,
      eventSourceArn: stream,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: mirrorStream.batchSize,
      maxBatchingWindow: Duration.seconds(mirrorStream.windowSeconds),
      parallelizationFactor: mirrorStream.parallelizationFactor,
      maxRecordAge: Duration.hours(mirrorStream.maxAgeHours),
      bisectBatchOnError: mirrorStream.bisectOnError,
      reportBatchItemFailures: true,
      supportS3OnFailureDestination: true,
      onFailure: { bind: () => ({ destination: failures.bucketArn }) },
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    });
    new ImpactAlarm(this, "publish-failures", {
      stage,
      topic,
      metric: mappingMetric(mapping, "OnFailureDestinationDeliveredEventCount"),
      threshold: 1,
      impact: "Changes were found but not published: consumers and partners miss these events until they are redriven.",
    });
    // Where the bucket can't be written, the count above stays silent.
    new ImpactAlarm(this, "publish-dropped", {
      stage,
      topic,
      metric: mappingMetric(mapping, "DroppedEventCount"),
      threshold: 1,
      impact: "Changes were found, not published and not kept either: consumers and partners miss these events.",
    });
    new ImpactAlarm(this, "publish-behind", {
      stage,
      topic,
      metric: publish.lambda.metric("IteratorAge", { period: alarmPeriod, statistic: "Maximum" }),
      threshold: Duration.minutes(5).toMilliseconds(),
      periods: { breaching: 3, of: 5 },
      impact: "Changes are found but published late; after 24 hours the stream forgets them.",
    });
  }

  #failures({ keepData, encryptionKey }: StageRules): Bucket {
    const bucket = new Bucket(this, "Failures", {
      ...(encryptionKey === undefined
        ? { encryption: BucketEncryption.S3_MANAGED }
        : { encryption: BucketEncryption.KMS, encryptionKey, bucketKeyEnabled: true }),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // Whole records stand here, personal data among them: they go when their events would have gone.
      lifecycleRules: [{ expiration: Duration.days(30) }],
      removalPolicy: removalOf(keepData),
    });
    acknowledge(bucket, "AwsSolutions-S1", "Only Lambda writes and only operators read, some objects a year.");
    return bucket;
  }

  #grant(publish: BridgeFunction, mirror: Table, stream: string, failures: Bucket): void {
    publish.allow(
      new PolicyStatement({
        actions: ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
        resources: [stream],
      }),
      new PolicyStatement({ actions: ["dynamodb:ListStreams"], resources: [`${mirror.tableArn}/stream/*`] }),
      new PolicyStatement({ actions: ["s3:ListBucket"], resources: [failures.bucketArn] }),
      new PolicyStatement({ actions: ["s3:PutObject"], resources: [failures.arnForObjects("*")] }),
    );
    // Findings are named by what the template says; a renamed construct fails the checked synthesis with the new name.
    const { stackName: StackName, region } = Stack.of(mirror);
    const Region: unknown = Stack.of(publish).resolve(region);
    const OutputName = "PublishOutputFnGetAttMirror224E8F46Arn2992D6DB";
    const mirrorArn = JSON.stringify({ "Fn::GetStackOutput": { StackName, Region, OutputName } });
    acknowledge(
      publish,
      `AwsSolutions-IAM5[Resource::${mirrorArn}/stream/*]`,
      "Streams are listed per table: the action knows no single stream.",
    );
    acknowledge(
      publish,
      "AwsSolutions-IAM5[Resource::<StreamFailures2F4A8761.Arn>/*]",
      "Lambda names the objects of failed records itself.",
    );
  }
}

/** One of the event counts that `metricsConfig` turns on. */
function mappingMetric(mapping: EventSourceMapping, metricName: string): Metric {
  return new Metric({
    namespace: "AWS/Lambda",
    metricName,
    dimensionsMap: { EventSourceMappingUUID: mapping.eventSourceMappingId },
    statistic: "Sum",
    period: alarmPeriod,
  });
}
