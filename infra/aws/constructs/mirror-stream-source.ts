import { Duration, Stack, Token } from "aws-cdk-lib";
import { Rule } from "aws-cdk-lib/aws-events";
import { SqsQueue } from "aws-cdk-lib/aws-events-targets";
import { EventSourceMapping, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket } from "aws-cdk-lib/aws-s3";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { mirrorStream } from "../../../shared/kernel/topology.ts";
import { permission } from "../permission.ts";
import type { TableResource } from "../resources.ts";
import { queueRules, removalOf, type StageRules } from "../stage-rules.ts";
import { acknowledge } from "./acknowledge.ts";
import type { BridgeFunction } from "./bridge-function.ts";
import { alarmPeriod, ImpactAlarm } from "./impact-alarm.ts";

const reading = ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"] as const;

export type MirrorStreamSourceProps = {
  readonly rules: StageRules;
  readonly mirror: TableResource;
  /** The ARN of the table that a restored mirror replaced. Its stream is read until the deployment ends. */
  readonly formerMirror: string | undefined;
  readonly publish: BridgeFunction;
};

/**
 * Connects publish to the mirror's change stream. If a record fails while others are published, publish saves it in a
 * bucket. If all records fail, Lambda saves them there before they expire from the stream.
 */
export class MirrorStreamSource extends Construct {
  readonly failures: Bucket;
  /** Contains a message for each batch in `failures`. */
  readonly notices: Queue;

  constructor(scope: Construct, id: string, props: MirrorStreamSourceProps) {
    super(scope, id);
    const { rules, mirror, formerMirror, publish } = props;
    const stream = mirror.tableStreamArn;
    if (stream === undefined) throw new Error("The mirror table has no stream (shared/kernel/topology.ts)");
    const failures = this.#failures(rules);
    this.failures = failures;
    this.#grant(publish, mirror, stream, failures);
    publish.lambda.addEnvironment("FAILED_CHANGES", failures.bucketName);
    if (formerMirror !== undefined) this.#grantFormer(publish, formerMirror);
    new EventSourceMapping(this, "Mapping", {
      target: publish.live.invocable,
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
    });
    this.notices = this.#notices(failures, rules);
    new ImpactAlarm(this, "publish-failures", rules, {
      // The mapping's own metric would also show failures, but it comes with five other metrics that cost money every
      // month.
      metric: this.notices.metricApproximateNumberOfMessagesVisible({ period: alarmPeriod, statistic: "Maximum" }),
      threshold: 1,
      impact: "Changes were found but not published. Consumers and partners miss these events until a redrive.",
    });
    // If Lambda can't write to the bucket, no notice arrives, and only this metric shows the failure.
    new ImpactAlarm(this, "publish-dropped", rules, {
      metric: publish.lambda.metric("DestinationDeliveryFailures", { period: alarmPeriod, statistic: "Sum" }),
      threshold: 1,
      impact: "Changes were found, but neither published nor stored. Consumers and partners miss these events.",
    });
    new ImpactAlarm(this, "publish-behind", rules, {
      metric: publish.lambda.metric("IteratorAge", { period: alarmPeriod, statistic: "Maximum" }),
      threshold: Duration.minutes(5).toMilliseconds(),
      periods: { breaching: 3, of: 5 },
      impact: "Changes are found but published late. After 20 hours, they go to the failure bucket unpublished.",
    });
  }

  #failures({ keepData, encryptionKey }: StageRules): Bucket {
    const bucket = new Bucket(this, "Failures", {
      ...(encryptionKey === undefined
        ? { encryption: BucketEncryption.S3_MANAGED }
        : { encryption: BucketEncryption.KMS, encryptionKey, bucketKeyEnabled: true }),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // The bucket contains whole records with personal data, so they expire when their events would have.
      lifecycleRules: [{ expiration: Duration.days(30) }],
      removalPolicy: removalOf(keepData),
    });
    acknowledge(
      bucket,
      "AwsSolutions-S1",
      "Only Lambda and the publish function write to it, and only operators read it: a few objects a year.",
    );
    return bucket;
  }

  /**
   * Contains a message for each object of the bucket. So the alarm stays in ALARM until `npm run redrive` empties the
   * bucket, or for 14 days.
   */
  #notices(failures: Bucket, rules: StageRules): Queue {
    const queue = new Queue(this, "Notices", {
      queueName: `feedhook-${rules.stage}-publish-failures`,
      retentionPeriod: Duration.days(14),
      ...queueRules(rules),
    });
    acknowledge(queue, "AwsSolutions-SQS3", "No consumer reads this queue: its messages are counted, and purged.");
    // Sets the property directly, because CDK's own option would add a function that turns on events to EventBridge.
    // S3's direct notifications to a queue begin with a test message, which would make the alarm fire.
    const [bucket] = failures.node.children.filter((child) => child instanceof CfnBucket);
    if (bucket === undefined) throw new Error("the bucket is missing");
    bucket.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
    const rule = new Rule(this, "Kept", {
      description: "A notice for each batch of changes that couldn't be published",
      eventPattern: {
        source: ["aws.s3"],
        detailType: ["Object Created"],
        detail: { bucket: { name: [failures.bucketName] } },
      },
    });
    rule.addTarget(new SqsQueue(queue));
    return queue;
  }

  #grantFormer(publish: BridgeFunction, mirrorArn: string): void {
    publish.allow(permission([...reading, "dynamodb:ListStreams"], [`${mirrorArn}/stream/*`]));
    acknowledgeStreams(publish, mirrorArn, "A table's name doesn't say when its stream began.");
  }

  #grant(publish: BridgeFunction, mirror: TableResource, stream: string, failures: Bucket): void {
    publish.allow(
      permission(reading, [stream]),
      permission(["dynamodb:ListStreams"], [`${mirror.tableArn}/stream/*`]),
      permission(["s3:ListBucket"], [failures.bucketArn]),
      permission(["s3:PutObject"], [failures.arnForObjects("*")]),
    );
    // A finding is named after the template's text. If a construct is renamed, test/infra/security-rules.test.ts fails
    // and shows the new name.
    const { stackName: StackName, region } = Stack.of(mirror);
    const Region: unknown = Stack.of(publish).resolve(region);
    const OutputName = "PublishOutputFnGetAttMirror224E8F46Arn2992D6DB";
    const mirrorArn = JSON.stringify({ "Fn::GetStackOutput": { StackName, Region, OutputName } });
    for (const arn of [mirrorArn, mirror.tableArn]) {
      acknowledgeStreams(publish, arn, "Streams are listed per table: the permission can't name a single stream.");
    }
    acknowledge(
      publish,
      "AwsSolutions-IAM5[Resource::<StreamFailures2F4A8761.Arn>/*]",
      "Lambda and publish name the objects of failed records.",
    );
  }
}

/** A finding is named after the ARN's text, which is unknown if the stack has no account and region. */
function acknowledgeStreams(publish: BridgeFunction, tableArn: string, reason: string): void {
  if (!Token.isUnresolved(tableArn)) acknowledge(publish, `AwsSolutions-IAM5[Resource::${tableArn}/stream/*]`, reason);
}
