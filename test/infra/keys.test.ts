import { describe, expect, test } from "vitest";
import { type Deployment, keyA, keyB, productionContext, synthesise, variablesOf } from "./support/deployment.ts";
import { isThroughService, type Statement, statementsOf } from "./support/rights.ts";

const plain = synthesise(productionContext);
/** The other uses of the key are through services. */
const opensDataKeys = (one: Statement) => one.actions.includes("kms:Decrypt") && !isThroughService(one);

test("your key replaces ours in rights and environment", () => {
  const own = synthesise({ ...productionContext, keyArn: keyA });
  expect(own.of("AWS::KMS::Key")).toEqual([]);
  const keys = own.functions.flatMap((one) => variablesOf(one)["KEY_ID"] ?? []);
  expect(new Set(keys)).toEqual(new Set([keyA]));
  expect(statementsOf(own).filter(opensDataKeys)).toMatchObject(keys.map(() => ({ resources: [keyA] })));
});

describe("a changed key", () => {
  const changed = synthesise({ ...productionContext, keyArn: keyA, formerKeyArns: [keyB], keepOwnKey: true });

  test("wraps from then on, and the former keys' users, and only they, still open what those wrapped", () => {
    const uses = statementsOf(changed)
      .filter(opensDataKeys)
      .map(({ role, actions, resources }) => [role.split("/")[1], actions, resources]);
    // Equal statements about several keys are written as one.
    const all = [keyA, keyB, "Data/Key"];
    expect(uses).toEqual([
      ["Deliver", ["kms:Decrypt"], all],
      ["Alert", ["kms:Decrypt"], all],
      ["Poll", ["kms:Decrypt"], all],
      // Code that isn't replaced yet still wraps with the former one.
      ["Function", ["kms:Decrypt", "kms:Encrypt"], all],
      ["Watch", ["kms:Decrypt", "kms:Encrypt"], all],
    ]);
  });

  test("is given to the functions together with its predecessors", () => {
    const reported = changed.functions.flatMap((one) => {
      const { KEY_ID: key, FORMER_KEY_IDS: formers } = variablesOf(one);
      return key === undefined ? [] : [[key, formers]];
    });
    expect(reported).toEqual(Array.from({ length: 5 }, () => [keyA, `${keyB},Data/Key.Arn`]));
  });

  test("keeps the key that the stack created, as long as requested", () => {
    expect(changed.of("AWS::KMS::Key").map(({ path }) => path)).toEqual(["Data/Key"]);
  });
});

describe("one key for everything that holds data", () => {
  const [ours, yours] = [{}, { keyArn: keyA }].map((key) =>
    synthesise({ ...productionContext, ...key, encryptWithKey: "true", staticEgress: "true" }),
  ) as [Deployment, Deployment];

  test.each([
    ["ours", ours, "Data/Key.Arn"],
    ["yours", yours, keyA],
  ])("that is %s encrypts every table, queue, bus, bucket and topic", (_, deployment, key) => {
    const ServerSideEncryptionByDefault = { SSEAlgorithm: "aws:kms", KMSMasterKeyID: key };
    const rule = { BucketKeyEnabled: true, ServerSideEncryptionByDefault };
    const sealed = {
      "AWS::DynamoDB::Table": { SSESpecification: { KMSMasterKeyId: key } },
      "AWS::SQS::Queue": { KmsMasterKeyId: key },
      "AWS::Events::EventBus": { KmsKeyIdentifier: key },
      "AWS::SNS::Topic": { KmsMasterKeyId: key },
      "AWS::S3::Bucket": { BucketEncryption: { ServerSideEncryptionConfiguration: [rule] } },
    };
    for (const [type, expected] of Object.entries(sealed)) {
      const resources = deployment.of(type).filter(({ path }) => path !== "Data/BusDeadLetters/Queue");
      expect(resources).not.toEqual([]);
      for (const { path, properties } of resources) expect(properties, path).toMatchObject(expected);
    }
  });

  test("that fails loses no event on the bus: a queue with another key takes it, from each of the buses", () => {
    const renamed = { busName: "partner-changes", formerBusNames: ["feedhook-prod"] };
    const deployment = synthesise({ ...productionContext, ...renamed, encryptWithKey: true });
    const bus = { DeadLetterConfig: { Arn: "Data/BusDeadLetters/Queue.Arn" } };
    expect(deployment.all("AWS::Events::EventBus")).toMatchObject([bus, bus]);
    expect(deployment.at("Data/BusDeadLetters/Queue")).toMatchObject({ SqsManagedSseEnabled: true });
    const policy = JSON.stringify(deployment.at("Data/BusDeadLetters/Queue/Policy"));
    for (const name of ["partner-changes", "feedhook-prod"]) expect(policy).toContain(`:event-bus/${name}`);
    expect(plain.at("Data/Bus").DeadLetterConfig).toBeUndefined();
  });

  test("is used by functions only through the services they use it for, and opens no secrets that way", () => {
    const through: { [role: string]: string[] } = {};
    for (const { role, conditions } of statementsOf(ours).filter(isThroughService)) {
      const [service = ""] = conditions["StringEquals"]?.["kms:ViaService"] ?? [];
      (through[role.replace(/\/Role$/, "")] ??= []).push(service.split(".")[0]!);
    }
    expect(through).toEqual({
      "Ingest/Clock": ["dynamodb", "sqs"],
      "Ingest/Tick": ["dynamodb", "sqs"],
      "Ingest/Poll": ["dynamodb", "sqs"],
      "Ingest/Publish": ["dynamodb", "sqs", "s3"],
      "Delivery/Fanout": ["dynamodb", "sqs"],
      "Delivery/Deliver": ["dynamodb", "sqs"],
      "Delivery/Recover": ["dynamodb", "sqs"],
      "Delivery/Alert": ["dynamodb", "sqs"],
      "Api/Function": ["dynamodb", "sqs"],
      "Ops/Watch/Canary": ["dynamodb"],
      "Ops/Reminder/Steps": ["sns"],
    });
  });

  test("lets EventBridge write to queues and CloudWatch to the topic, which both fail silently otherwise", () => {
    const policy = JSON.stringify(ours.at("Data/Key").KeyPolicy);
    for (const service of ["events", "cloudwatch"]) expect(policy).toContain(`"${service}.amazonaws.com"`);
    // Also before encryption is turned on and after it is turned off, because some queues are still sealed then.
    expect(JSON.stringify(plain.at("Data/Key").KeyPolicy)).toBe(policy);
  });
});
