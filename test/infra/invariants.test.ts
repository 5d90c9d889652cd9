import { Stack } from "aws-cdk-lib";
import { describe, expect, test } from "vitest";
import { appOf, everyOption, type Resource, synthesise } from "./support/deployment.ts";
import { isThroughService, type Statement, statementsOf } from "./support/rights.ts";

/** Encrypted by AWS's own keys, because the other kind has its own tests. */
const everything = { ...everyOption, encryptWithKey: false };
const production = synthesise(everything);
const development = synthesise({ ...everything, stage: "dev" });
/** The conditions of statements by the path of their role's function. */
const conditionsOf = (statements: readonly Statement[]) =>
  Object.fromEntries(statements.map(({ role, conditions }) => [role.replace(/\/Role$/, ""), conditions]));
const pathsOf = (resources: readonly Resource[]) => resources.map(({ path }) => path).sort();

/** Kinds that hold data, each with what proves its encryption. DynamoDB is always encrypted. */
const encrypted: { readonly [type: string]: (properties: Resource["properties"]) => boolean } = {
  "AWS::DynamoDB::Table": () => true,
  "AWS::SQS::Queue": ({ SqsManagedSseEnabled }) => SqsManagedSseEnabled === true,
  "AWS::S3::Bucket": ({ BucketEncryption }) => BucketEncryption !== undefined,
  "AWS::KMS::Key": ({ EnableKeyRotation }) => EnableKeyRotation === true,
};
const holdsData = (resource: Resource) => resource.type in encrypted;

describe("every resource that holds data", () => {
  test("is encrypted, or its key is rotated", () => {
    for (const { type, path, properties } of production.resources.filter(holdsData))
      expect(encrypted[type]!(properties), path).toBe(true);
  });

  test("stays in production when its stack goes or it is replaced, and goes with it in development", () => {
    for (const { type, path, deletionPolicy, replacePolicy } of production.resources.filter(holdsData)) {
      // A queue that stayed after a failed creation would block the next attempt with its name. CloudFormation can't
      // delete a protected table.
      expect(deletionPolicy, path).toBe(type === "AWS::DynamoDB::Table" ? "Retain" : "RetainExceptOnCreate");
      expect(replacePolicy, path).toBe("Retain");
    }
    expect(pathsOf(development.resources.filter(({ deletionPolicy }) => deletionPolicy?.startsWith("Retain")))).toEqual(
      [],
    );
  });

  test("accepts only TLS", () => {
    const guarded = ["AWS::SQS::QueuePolicy", "AWS::S3::BucketPolicy", "AWS::SNS::TopicPolicy"].flatMap((type) =>
      production.of(type),
    );
    for (const { path, properties } of guarded)
      expect(JSON.stringify(properties), path).toContain('"Bool":{"aws:SecureTransport":"false"}');
    const open = ["AWS::SQS::Queue", "AWS::S3::Bucket", "AWS::SNS::Topic"].flatMap((type) => production.of(type));
    expect(guarded).toHaveLength(open.length);
  });
});

test("every asynchronous target keeps what it can't hand over: in dead letters, in a bucket, or for a next time", () => {
  for (const { path, properties } of production.of("AWS::Events::Rule")) {
    // Notices about the content of a bucket are for any recipient.
    if (properties.EventPattern.source.includes("aws.s3")) continue;
    for (const { DeadLetterConfig } of properties.Targets ?? []) expect(DeadLetterConfig, path).toBeDefined();
  }
  const redriven = production.of("AWS::SQS::Queue").filter(({ properties }) => "RedrivePolicy" in properties);
  const unkept = production
    .all("AWS::Lambda::EventSourceMapping")
    .filter(({ EventSourceArn }) => !redriven.some(({ path }) => EventSourceArn === `${path}.Arn`));
  expect(unkept).toMatchObject([{ EventSourceArn: "Data/Mirror.StreamArn", DestinationConfig: expect.anything() }]);
});

test("every stack has termination protection on request, and none in development", () => {
  const protectedOf = (context: object) =>
    appOf({ ...everything, ...context })
      .node.children.filter(Stack.isStack)
      .map(({ terminationProtection }) => terminationProtection);
  const all = (value: boolean) => Array.from({ length: 6 }, () => value);
  expect(protectedOf({ protectStacks: true })).toEqual(all(true));
  expect(protectedOf({ stage: "dev" })).toEqual(all(false));
});

test("every role is assumed only by its service, and by schedules only from this account", () => {
  for (const { path, properties } of production.of("AWS::IAM::Role")) {
    const trust = { Effect: "Allow", Action: "sts:AssumeRole" };
    const Condition = { StringEquals: { "aws:SourceAccount": "AWS::AccountId" } };
    const services = ["scheduler", "states", "codedeploy"].map((service) => `${service}.amazonaws.com`);
    expect(properties.AssumeRolePolicyDocument.Statement, path).toEqual([
      expect.toBeOneOf([
        { ...trust, Principal: { Service: "lambda.amazonaws.com" } },
        { ...trust, Principal: { Service: expect.toBeOneOf(services) }, Condition },
      ]),
    ]);
  }
});

test("every use of the wrapping key is limited to the tenants' data keys that the function needs", () => {
  const uses = statementsOf(production).filter(
    (one) => one.actions.some((action) => action.startsWith("kms:")) && !isThroughService(one),
  );
  const of = (...tenants: readonly string[]) => ({ StringLike: { "kms:EncryptionContext:tenant": tenants } });
  expect(conditionsOf(uses)).toEqual({
    "Ingest/Poll": of("instance#*"),
    "Delivery/Alert": of("partner#*"),
    "Delivery/Deliver": of("partner#*"),
    "Api/Function": of("instance#*", "partner#*"),
    "Ops/Watch/Canary": of("partner#prt_canary"),
  });
});

test("only functions that change subscriptions touch everything that instances and partners share", () => {
  const uses = statementsOf(production).filter(({ resources }) => resources[0] === "Data/Subscriptions");
  const of = (...partitions: readonly string[]) => ({
    "ForAllValues:StringLike": { "dynamodb:LeadingKeys": partitions },
  });
  const changing = ["instance#*", "partner#*", "registry", "copies"];
  const all = of(...changing);
  expect(conditionsOf(uses)).toEqual({
    "Ingest/Clock": of("registry"),
    "Ingest/Tick": of("instance#*", "registry"),
    "Ingest/Poll": of("instance#*", "registry"),
    "Delivery/Fanout": of("instance#*"),
    "Delivery/Alert": of("partner#*", "registry"),
    "Delivery/Deliver": all,
    "Delivery/Recover": all,
    "Api/Function": of(...changing, "waiting-requests"),
    "Ops/Watch/Canary": of("partner#prt_canary", "instance#*", "registry", "copies"),
  });
});

test("every log is kept as long as configured, in a group that the stack created", () => {
  // The firewall's log group contains every request to the API.
  const groups = [...production.of("AWS::Lambda::Function"), "the firewall"];
  expect(production.all("AWS::Logs::LogGroup")).toMatchObject(groups.map(() => ({ RetentionInDays: 14 })));
});

test("every taggable resource names its owner and stage", () => {
  // What CloudFormation, or the CDK, can't tag.
  const untagged = new Set([
    ...["AWS::Lambda::Version", "AWS::Lambda::Alias", "AWS::CodeDeploy::DeploymentGroup"],
    ...["AWS::Logs::SubscriptionFilter", "AWS::WAFv2::WebACLAssociation", "AWS::WAFv2::LoggingConfiguration"],
    ...["AWS::ApiGateway::Deployment", "AWS::ApiGateway::Method", "AWS::ApiGateway::Resource"],
    ...["AWS::IAM::Policy", "AWS::Lambda::Permission", "AWS::Lambda::EventInvokeConfig", "AWS::SQS::QueuePolicy"],
    ...["AWS::S3::BucketPolicy", "AWS::SNS::TopicPolicy", "AWS::SNS::Subscription", "AWS::Logs::MetricFilter"],
    ...["AWS::ApiGatewayV2::Integration", "AWS::ApiGatewayV2::Route", "AWS::ApiGatewayV2::ApiMapping"],
    ...["AWS::Events::EventBusPolicy", "AWS::Events::Archive", "AWS::Scheduler::Schedule", "AWS::EC2::Route"],
    ...["AWS::EC2::SubnetRouteTableAssociation", "AWS::EC2::VPCGatewayAttachment"],
  ]);
  for (const { type, path, properties } of production.resources) {
    if (untagged.has(type)) continue;
    const tags = JSON.stringify(properties.Tags ?? null);
    expect(tags, `${type} ${path}`).toMatch(/feedhook.*prod/);
  }
});

test("only the API is public", () => {
  expect(production.of("AWS::Lambda::Url")).toEqual([]);
  const principals = production.all("AWS::Lambda::Permission").map(({ Principal }) => Principal);
  expect(new Set(principals)).toEqual(new Set(["apigateway.amazonaws.com"]));
  for (const { path, properties } of production.of("AWS::S3::Bucket"))
    expect(Object.values(properties.PublicAccessBlockConfiguration), path).toEqual([true, true, true, true]);
});
