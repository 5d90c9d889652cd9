import { RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from "aws-cdk-lib/aws-dynamodb";
import { EventBus } from "aws-cdk-lib/aws-events";
import { Key } from "aws-cdk-lib/aws-kms";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import { type TableDeclaration, type TableName, tables } from "../../../shared/kernel/topology.ts";
import type { DeployOptions } from "../options.ts";

/** What outlives deployments: the tables, the key that wraps every tenant's key, the bus that consumers hang on, the alarm topic. */
export class DataStack extends Stack {
  readonly tables: { readonly [name in TableName]: Table };
  readonly key: Key;
  readonly bus: EventBus;
  readonly alarms: Topic;

  constructor(scope: Construct, id: string, options: DeployOptions, props: StackProps) {
    super(scope, id, { ...props, terminationProtection: options.stage === "prod" });
    const keep = options.stage === "prod";
    const table = (name: TableName) => makeTable(this, tables[name], keep);
    this.tables = {
      feeds: table("feeds"),
      mirror: table("mirror"),
      events: table("events"),
      subscriptions: table("subscriptions"),
      deliveries: table("deliveries"),
    };
    this.key = new Key(this, "Key", {
      description: `Feedhook ${options.stage}: wraps the data keys that seal credentials and signing secrets`,
      enableKeyRotation: true,
      // Without the key every sealed secret is lost for good.
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // A fixed name: the rules of internal consumers stand in stacks that we don't know.
    this.bus = new EventBus(this, "Bus", {
      eventBusName: `feedhook-${options.stage}`,
      description: "Every change of the source platform, as an event of source feedhook",
    });
    this.alarms = new Topic(this, "Alarms", { enforceSSL: true });
    if (options.alarmEmail !== undefined) this.alarms.addSubscription(new EmailSubscription(options.alarmEmail));
  }
}

function makeTable(scope: Construct, declaration: TableDeclaration, keep: boolean): Table {
  const { name, indexes, expiry, streamed } = declaration;
  const table = new Table(scope, `${name.charAt(0).toUpperCase()}${name.slice(1)}`, {
    partitionKey: { name: "pk", type: AttributeType.STRING },
    sortKey: { name: "sk", type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: keep,
    removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    ...(expiry === undefined ? {} : { timeToLiveAttribute: expiry }),
    ...(streamed ? { stream: StreamViewType.NEW_AND_OLD_IMAGES } : {}),
  });
  for (const { name: indexName, partition, sort } of indexes) {
    table.addGlobalSecondaryIndex({
      indexName,
      partitionKey: { name: partition, type: AttributeType.STRING },
      sortKey: {
        name: sort.attribute,
        type: sort.type === "number" ? AttributeType.NUMBER : AttributeType.STRING,
      },
      projectionType: ProjectionType.KEYS_ONLY,
    });
  }
  return table;
}
