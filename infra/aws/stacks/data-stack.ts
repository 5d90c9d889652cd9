import { CfnOutput, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from "aws-cdk-lib/aws-dynamodb";
import { EventBus } from "aws-cdk-lib/aws-events";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { type IKey, Key } from "aws-cdk-lib/aws-kms";
import { type ITopic, Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { type TableDeclaration, type TableName, tables } from "../../../shared/kernel/topology.ts";
import { busArn, consumerStatements } from "../bus-consumers.ts";
import { acknowledge } from "../constructs/acknowledge.ts";
import { DeadLetterQueue } from "../constructs/dead-letter-queue.ts";
import type { EgressNetwork } from "../constructs/egress-network.ts";
import { entriesOf } from "../entries-of.ts";
import { letServicesUse } from "../key-use.ts";
import type { DeployOptions } from "../options.ts";
import { ofThisAccount } from "../permission.ts";
import type { Resources, TableResource } from "../resources.ts";
import { type AlarmTopics, removalOf, type StageRules } from "../stage-rules.ts";

/** Contains what the other stacks share: the tables, the key, the buses and the alarm topic. */
export class DataStack extends Stack {
  readonly tables: { readonly [name in TableName]: TableResource };
  readonly #formerTables: Resources["formerTables"];
  readonly key: IKey;
  /** Keys that wrapped data keys before `key`. Functions may still unwrap with them. */
  readonly formerKeys: readonly string[];
  readonly bus: EventBus;
  /** Buses from before `busName` was changed. Functions that haven't been updated yet still use them. */
  readonly formerBuses: readonly EventBus[];
  readonly topics: AlarmTopics;
  readonly rules: StageRules;
  readonly network: EgressNetwork | undefined;

  constructor(
    scope: Construct,
    id: string,
    options: DeployOptions,
    network: EgressNetwork | undefined,
    props: StackProps,
  ) {
    super(scope, id, props);
    const { stage, keepData, encryptWithKey } = options;
    const { keyArn, keepOwnKey } = options;
    this.key = keyArn === undefined ? this.#ownKey(options) : Key.fromKeyArn(this, "GivenKey", keyArn);
    const kept = keyArn !== undefined && keepOwnKey ? [this.#ownKey(options).keyArn] : [];
    this.formerKeys = [...options.formerKeyArns, ...kept];
    // The key is imported, so that constructs can't add statements to its policy. Statements of constructs in other
    // stacks would make the stacks depend on each other. The bus's statements would disappear when encryption is turned
    // off, before everything that was sealed with the key has been opened.
    const encryptionKey = encryptWithKey ? Key.fromKeyArn(this, "EncryptionKey", this.key.keyArn) : undefined;
    const page = this.#alarms(options, encryptionKey);
    const { ticketTopicArn } = options;
    this.topics = {
      page,
      ticket: ticketTopicArn === undefined ? page : Topic.fromTopicArn(this, "Tickets", ticketTopicArn),
    };
    this.rules = { stage, topics: this.topics, keepData, encryptionKey };
    const table = (name: TableName): TableResource => {
      const tableName = options.restoredTables[name];
      if (tableName === undefined) return makeTable(this, tables[name], this.rules);
      const { streamed, indexes } = tables[name];
      return Table.fromTableAttributes(this, `Restored${titleOf(name)}`, {
        tableName,
        globalIndexes: indexes.map((index) => index.name),
        ...(streamed && options.restoredStreamArn !== undefined ? { tableStreamArn: options.restoredStreamArn } : {}),
        ...(encryptionKey === undefined ? {} : { encryptionKey }),
      });
    };
    this.tables = {
      feeds: table("feeds"),
      mirror: table("mirror"),
      events: table("events"),
      subscriptions: table("subscriptions"),
      deliveries: table("deliveries"),
    };
    this.#formerTables = Object.fromEntries(
      entriesOf(options.formerTables).map(([name, resourceName]) => [
        name,
        this.formatArn({ service: "dynamodb", resource: "table", resourceName }),
      ]),
    );
    const busNames = [options.busName, ...options.formerBusNames];
    const deadLetters = encryptWithKey ? this.#busDeadLetters(busNames) : undefined;
    const bus = (name: string) => this.#bus(name, options, deadLetters);
    this.bus = bus(options.busName);
    this.formerBuses = options.formerBusNames.map(bus);
    this.network = network;
    // The commands in infra/aws/commands read these outputs.
    new CfnOutput(this, "KeyArn", { value: this.key.keyArn });
    new CfnOutput(this, "BusName", { value: this.bus.eventBusName });
    new CfnOutput(this, "AlarmTopicArn", { value: this.topics.page.topicArn });
    new CfnOutput(this, "TicketTopicArn", { value: this.topics.ticket.topicArn });
    for (const name of entriesOf(this.tables).map(([table]) => table)) {
      new CfnOutput(this, `${titleOf(name)}Table`, { value: this.tables[name].tableName });
    }
  }

  get resources(): Omit<Resources, "queues"> {
    const { tables, bus, formerBuses, key, formerKeys, network } = this;
    return { tables, formerTables: this.#formerTables, bus, formerBuses, key, formerKeys, network };
  }

  /** The bus's name is fixed and determines its id, because consumers' rules in unknown stacks refer to it. */
  #bus(name: string, { stage, keepData, busConsumers }: DeployOptions, deadLetterQueue: IQueue | undefined): EventBus {
    const { encryptionKey } = this.rules;
    const bus = new EventBus(this, name === `feedhook-${stage}` ? "Bus" : `Bus-${name}`, {
      eventBusName: name,
      description: "Every change on the source platform, as an event from the source feedhook",
      ...(encryptionKey === undefined ? {} : { kmsKey: encryptionKey }),
      ...(deadLetterQueue === undefined ? {} : { deadLetterQueue }),
    });
    for (const statement of consumerStatements(this, name, busConsumers)) bus.addToResourcePolicy(statement);
    bus.applyRemovalPolicy(removalOf(keepData));
    return bus;
  }

  /**
   * Keeps events that the bus can't process because its key fails. The queue uses another key, because it couldn't
   * store messages with the failing one. EventBridge itself seals the events with the bus's key.
   */
  #busDeadLetters(busNames: readonly string[]): IQueue {
    const { queue } = new DeadLetterQueue(this, "BusDeadLetters", {
      rules: { ...this.rules, encryptionKey: undefined },
      of: "bus",
      impact: "The bus can't use its key, so consumers and partners don't receive these events.",
    });
    acknowledge(queue, "AwsSolutions-SQS3", "It is itself a dead-letter queue, for the bus and not for another queue.");
    queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("events.amazonaws.com")],
        actions: ["sqs:SendMessage"],
        resources: [queue.queueArn],
        // Names the buses, because each bus already refers to the queue.
        conditions: { ArnEquals: { "aws:SourceArn": busNames.map((name) => busArn(this, name)) } },
      }),
    );
    return queue;
  }

  #ownKey({ stage, keepData }: DeployOptions): Key {
    const key = new Key(this, "Key", {
      description: `Feedhook ${stage}: wraps the data keys that seal credentials and signing secrets`,
      enableKeyRotation: true,
      // Without the key, every sealed secret is lost.
      removalPolicy: removalOf(keepData),
    });
    letServicesUse(key);
    return key;
  }

  #alarms({ alarmTopicArn, alarmEmail }: DeployOptions, masterKey: IKey | undefined): ITopic {
    if (alarmTopicArn !== undefined) return Topic.fromTopicArn(this, "Alarms", alarmTopicArn);
    const topic = new Topic(this, "Alarms", { enforceSSL: true, ...(masterKey === undefined ? {} : { masterKey }) });
    // `enforceSSL` replaces SNS's default policy, under which the whole account may publish. So CloudWatch needs its
    // own permission.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: ofThisAccount,
      }),
    );
    if (alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(alarmEmail));
    return topic;
  }
}

function makeTable(scope: Construct, declaration: TableDeclaration, rules: StageRules): Table {
  const { name, indexes, expiry, streamed } = declaration;
  const { keepData, encryptionKey } = rules;
  const table = new Table(scope, titleOf(name), {
    partitionKey: { name: "pk", type: AttributeType.STRING },
    sortKey: { name: "sk", type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: keepData,
    // RETAIN also applies when a creation is rolled back. CloudFormation can't delete a protected table, so with
    // another policy, the rollback would get stuck.
    removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    ...(encryptionKey === undefined ? {} : { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey }),
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

function titleOf(name: TableName): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
