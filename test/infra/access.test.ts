import { describe, expect, test } from "vitest";
import * as z from "zod";
import { productionContext, type Resource, synthesise } from "./support/deployment.ts";

const read = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"];
const write = ["dynamodb:BatchWriteItem", "dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:UpdateItem"];
const readWrite = [...read, ...write].sort();
const query = ["dynamodb:Query"];
const send = ["sqs:SendMessage"];
const depth = ["sqs:GetQueueAttributes"];
const receive = ["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"];
const log = ["logs:CreateLogStream", "logs:PutLogEvents"];
const invoke = ["lambda:InvokeFunction"];

/**
 * Who may do what, by hand: the topology and this table have to be changed together, so that a right is never widened
 * unnoticed. Read before changing: poll opens the source's credentials, deliver opens signing secrets, neither makes any.
 */
const allowed = {
  "Ingest/Clock": {
    "Data/Subscriptions": read,
    "Delivery/RecoverQueue/Queue": send,
    "Ingest/Clock/Logs": log,
    "Ingest/TicksQueue/Queue": send,
  },
  "Ingest/Tick": {
    "Data/Feeds": readWrite,
    "Data/Feeds/index/wheel": query,
    "Data/Mirror": write,
    "Data/Subscriptions": read,
    "Ingest/PollQueue/Queue": send,
    "Ingest/Tick/Logs": log,
    "Ingest/TicksQueue/Queue": receive,
  },
  "Ingest/Poll": {
    "Data/Feeds": readWrite,
    "Data/Key": ["kms:Decrypt"],
    "Data/Mirror": readWrite,
    "Data/Subscriptions": readWrite,
    "Ingest/Poll/Logs": log,
    "Ingest/PollQueue/Queue": receive,
  },
  "Ingest/Publish": {
    "Data/Bus": ["events:PutEvents"],
    "Data/Events": write,
    "Data/Feeds": write,
    "Data/Mirror.StreamArn": ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
    "Data/Mirror/stream/*": ["dynamodb:ListStreams"],
    "Ingest/Publish/Logs": log,
    "Ingest/Stream/Failures": ["s3:ListBucket"],
    "Ingest/Stream/Failures/*": ["s3:PutObject"],
  },
  "Delivery/Fanout": {
    "Data/Events": readWrite,
    "Data/Subscriptions": read,
    "Delivery/DeliverQueue/Queue": send,
    "Delivery/Fanout/Logs": log,
    "Delivery/FanoutQueue/Queue": [...receive, ...send],
  },
  "Delivery/Deliver": {
    "Data/Deliveries": readWrite,
    "Data/Events": read,
    "Data/Key": ["kms:Decrypt"],
    "Data/Mirror": write,
    "Data/Subscriptions": readWrite,
    "Delivery/Deliver/Logs": log,
    "Delivery/DeliverQueue/Queue": [...receive, ...send],
  },
  "Delivery/Recover": {
    "Data/Deliveries": readWrite,
    "Data/Subscriptions": readWrite,
    "Data/Subscriptions/index/due": query,
    "Delivery/DeliverQueue/Queue": send,
    "Delivery/Recover/Logs": log,
    "Delivery/RecoverQueue/Queue": [...receive, ...send],
  },
  "Api/Function": {
    "Api/Function/Logs": log,
    "Data/Deliveries": read,
    "Data/Events": read,
    "Data/Events/index/subject": query,
    "Data/Feeds": readWrite,
    "Data/Key": ["kms:Decrypt", "kms:Encrypt"],
    "Data/Subscriptions": readWrite,
    "Delivery/DeliverQueue/DeadLetters/Queue": depth,
    "Delivery/DeliverQueue/Queue": depth,
    "Delivery/FanoutQueue/DeadLetters/Queue": depth,
    "Delivery/FanoutQueue/Queue": depth,
    "Delivery/RecoverQueue/DeadLetters/Queue": depth,
    "Delivery/RecoverQueue/Queue": depth,
    "Ingest/PollQueue/DeadLetters/Queue": depth,
    "Ingest/PollQueue/Queue": depth,
    "Ingest/TicksQueue/DeadLetters/Queue": depth,
    "Ingest/TicksQueue/Queue": depth,
  },
  "Ingest/ScheduleRole": { "Ingest/Clock/Function": invoke },
};

const production = synthesise(productionContext);

const texts = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const document = z.object({
  Statement: z.array(
    z.object({
      Effect: z.string(),
      Action: texts,
      Resource: z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]),
      Condition: z.unknown().optional(),
    }),
  ),
});

const rolesOf = ({ stack, properties }: Resource) =>
  z
    .array(z.unknown())
    .parse(properties["Roles"])
    .map((role) => production.text(stack, role));

/** Resource → actions, over all policies of a role; `.Arn` is left out, as it is what statements name anyway. */
function rightsOf(role: string): { [resource: string]: string[] } {
  const rights: { [resource: string]: string[] } = {};
  for (const policy of production.of("AWS::IAM::Policy").filter((candidate) => rolesOf(candidate).includes(role))) {
    for (const { Effect, Action, Resource } of document.parse(policy.properties["PolicyDocument"]).Statement) {
      expect(Effect).toBe("Allow");
      for (const resource of Resource) {
        const name = production.text(policy.stack, resource).replace(/\.Arn(?=\/|$)/, "");
        rights[name] = [...new Set([...(rights[name] ?? []), ...Action])].sort();
      }
    }
  }
  return rights;
}

describe.each(Object.entries(allowed))("%s", (owner, rights) => {
  test("may do what stands here and nothing else", () => {
    const role = owner.endsWith("Role") ? owner : `${owner}/Role`;
    expect(rightsOf(role)).toEqual(rights);
  });
});

test("nobody else has a role, and no role has rights from elsewhere", () => {
  const roles = production.of("AWS::IAM::Role");
  const expected = Object.keys(allowed).map((owner) => (owner.endsWith("Role") ? owner : `${owner}/Role`));
  expect(roles.map(({ path }) => path).sort()).toEqual(expected.sort());
  for (const { path, properties } of roles) {
    expect(properties["ManagedPolicyArns"], path).toBeUndefined();
    expect(properties["Policies"], path).toBeUndefined();
  }
});

test("only our own source may be published, whoever holds the right", () => {
  const policies = production
    .of("AWS::IAM::Policy")
    .flatMap(({ properties }) => document.parse(properties["PolicyDocument"]).Statement);
  const publishing = policies.filter(({ Action }) => Action.includes("events:PutEvents"));
  expect(publishing).toHaveLength(1);
  expect(publishing[0]!.Condition).toEqual({ StringEquals: { "events:source": "feedhook" } });
});

test("no right goes to everything, except where AWS knows no smaller", () => {
  const reasons: { [where: string]: string } = {
    "Data/Key": "a key policy is written on the key: * means this key",
  };
  const wildcards = production.resources.flatMap((resource) => {
    const policy = resource.properties["PolicyDocument"] ?? resource.properties["KeyPolicy"];
    if (policy === undefined) return [];
    return document
      .parse(policy)
      .Statement.filter(({ Effect, Resource }) => Effect === "Allow" && Resource.includes("*"))
      .map(() => resource.path);
  });
  expect([...new Set(wildcards)]).toEqual(Object.keys(reasons));
});

test("no right names a family of actions", () => {
  for (const { path, properties } of production.of("AWS::IAM::Policy")) {
    for (const { Action } of document.parse(properties["PolicyDocument"]).Statement) {
      for (const action of Action) expect(action, path).not.toContain("*");
    }
  }
});
