import { describe, expect, test } from "vitest";
import * as z from "zod";
import { productionContext, synthesise, variablesOf } from "./support/deployment.ts";
import { isThroughService, type Statement, statementsOf } from "./support/rights.ts";

const plain = synthesise(productionContext);
const arn = (service: string, resource: string) => `arn:aws:${service}:eu-north-1:123456789012:${resource}`;
/** The other uses of the key are through services. */
const opensDataKeys = (one: Statement) => one.actions.includes("kms:Decrypt") && !isThroughService(one);

test("your key replaces ours in rights and environment", () => {
  const keyArn = arn("kms", "key/0a1b2c3d-0000-4000-8000-000000000000");
  const own = synthesise({ ...productionContext, keyArn });
  expect(own.of("AWS::KMS::Key")).toEqual([]);
  const keys = own.functions.flatMap((one) => variablesOf(one)["KEY_ID"] ?? []);
  expect(new Set(keys)).toEqual(new Set([keyArn]));
  const rights = statementsOf(own).filter(opensDataKeys);
  expect(rights).toHaveLength(keys.length);
  for (const { resources } of rights) expect(resources).toEqual([keyArn]);
});

describe("a changed key", () => {
  const [keyArn, formerArn] = ["0", "1"].map((digit) => arn("kms", `key/${digit}a1b2c3d-0000-4000-8000-000000000000`));
  const changed = synthesise({ ...productionContext, keyArn, formerKeyArns: [formerArn], keepOwnKey: true });

  test("wraps from then on, and the former keys' users, and only they, still open what those wrapped", () => {
    const uses = statementsOf(changed)
      .filter(opensDataKeys)
      .map(({ role, actions, resources }) => [role.split("/")[1], actions, resources]);
    const formers = [formerArn, "Data/Key"];
    // Equal statements about several keys are written as one.
    expect(uses).toEqual([
      ["Deliver", ["kms:Decrypt"], [keyArn, ...formers]],
      ["Alert", ["kms:Decrypt"], [keyArn, ...formers]],
      ["Poll", ["kms:Decrypt"], [keyArn, ...formers]],
      // Code that isn't replaced yet still wraps with the former one.
      ["Function", ["kms:Decrypt", "kms:Encrypt"], [keyArn, ...formers]],
      ["Watch", ["kms:Decrypt", "kms:Encrypt"], [keyArn, ...formers]],
    ]);
  });

  test("is given to the functions together with its predecessors", () => {
    const told = changed.functions.flatMap((one) => {
      const { KEY_ID: key, FORMER_KEY_IDS: formers } = variablesOf(one);
      return key === undefined ? [] : [[key, changed.text(one.stack, formers)]];
    });
    expect(told).toHaveLength(5);
    for (const one of told) expect(one).toEqual([keyArn, `${formerArn},Data/Key.Arn`]);
  });

  test("keeps the key that the stack created, as long as requested", () => {
    expect(changed.of("AWS::KMS::Key").map(({ path }) => path)).toEqual(["Data/Key"]);
  });
});

describe("one key for everything that holds data", () => {
  const keyArn = arn("kms", "key/0a1b2c3d-0000-4000-8000-000000000000");
  const [ours, yours] = [{}, { keyArn }].map((key) =>
    synthesise({ ...productionContext, ...key, encryptWithKey: "true", staticEgress: "true" }),
  );

  test.each([
    ["ours", ours!, "Data/Key.Arn"],
    ["yours", yours!, keyArn],
  ])("that is %s encrypts every table, queue, bus, bucket and topic", (_, deployment, key) => {
    const keyOf = ({ stack, properties }: (typeof deployment.resources)[number], path: readonly string[]) => {
      const value = path.reduce<unknown>((within, name) => z.looseObject({}).parse(within)[name], properties);
      return deployment.text(stack, value);
    };
    const paths = {
      "AWS::DynamoDB::Table": ["SSESpecification", "KMSMasterKeyId"],
      "AWS::SQS::Queue": ["KmsMasterKeyId"],
      "AWS::Events::EventBus": ["KmsKeyIdentifier"],
      "AWS::SNS::Topic": ["KmsMasterKeyId"],
    };
    for (const [type, path] of Object.entries(paths)) {
      expect(deployment.of(type)).not.toEqual([]);
      for (const resource of deployment.of(type)) {
        if (resource.path === "Data/BusDeadLetters/Queue") continue;
        expect(keyOf(resource, path), resource.path).toBe(key);
      }
    }
    for (const { stack, properties } of deployment.of("AWS::S3::Bucket")) {
      const [rule] = z
        .object({
          ServerSideEncryptionConfiguration: z.array(
            z.object({
              BucketKeyEnabled: z.literal(true),
              ServerSideEncryptionByDefault: z.object({ KMSMasterKeyID: z.unknown() }),
            }),
          ),
        })
        .parse(properties["BucketEncryption"]).ServerSideEncryptionConfiguration;
      expect(deployment.text(stack, rule!.ServerSideEncryptionByDefault.KMSMasterKeyID)).toBe(key);
    }
  });

  test("that fails loses no event on the bus: a queue with another key takes it, from each of the buses", () => {
    const renamed = { busName: "partner-changes", formerBusNames: ["feedhook-prod"] };
    const deployment = synthesise({ ...productionContext, ...renamed, encryptWithKey: true });
    const configs = deployment
      .of("AWS::Events::EventBus")
      .map(({ stack, properties }) =>
        deployment.text(stack, z.object({ Arn: z.unknown() }).parse(properties["DeadLetterConfig"]).Arn),
      );
    expect(configs).toEqual(["Data/BusDeadLetters/Queue.Arn", "Data/BusDeadLetters/Queue.Arn"]);
    const isTheirs = ({ path }: { readonly path: string }) => path.startsWith("Data/BusDeadLetters/Queue");
    expect(deployment.of("AWS::SQS::Queue").find(isTheirs)!.properties).toMatchObject({ SqsManagedSseEnabled: true });
    const policy = JSON.stringify(deployment.of("AWS::SQS::QueuePolicy").find(isTheirs)!.properties);
    for (const name of ["partner-changes", "feedhook-prod"]) expect(policy).toContain(`:event-bus/${name}`);
    expect(plain.of("AWS::Events::EventBus")[0]!.properties["DeadLetterConfig"]).toBeUndefined();
  });

  test("is used by functions only through the services they use it for, and opens no secrets that way", () => {
    const through: { [role: string]: string[] } = {};
    for (const { role, conditions } of statementsOf(ours!).filter(isThroughService)) {
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
    const [key] = ours!.of("AWS::KMS::Key");
    const policy = JSON.stringify(key!.properties["KeyPolicy"]);
    for (const service of ["events", "cloudwatch"]) expect(policy).toContain(`"${service}.amazonaws.com"`);
    // Also before encryption is turned on and after it is turned off, because some queues are still sealed then.
    expect(JSON.stringify(plain.of("AWS::KMS::Key")[0]!.properties["KeyPolicy"])).toBe(policy);
  });
});
