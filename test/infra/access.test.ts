import { describe, expect, test } from "vitest";
import { functions } from "../../shared/kernel/function-topology.ts";
import { arn, mailing, productionContext, type Readable, synthesise, variablesOf } from "./support/deployment.ts";
import { listed, rightsOf, statementsOf } from "./support/rights.ts";

const read = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"];
const write = ["dynamodb:BatchWriteItem", "dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:UpdateItem"];
const readWrite = [...read, ...write].sort();
const query = ["dynamodb:Query"];
const send = ["sqs:SendMessage"];
const depth = ["sqs:GetQueueAttributes"];
const dead = [
  ...["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ListMessageMoveTasks", "sqs:ReceiveMessage"],
  "sqs:StartMessageMoveTask",
];
const receive = ["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"];
const log = ["logs:CreateLogStream", "logs:PutLogEvents"];
const invoke = ["lambda:InvokeFunction"];

/**
 * The rights, listed by hand: the topology and this table have to be changed together, so that a right is never widened
 * unnoticed. Read before changing: poll opens the source's credentials, deliver opens signing secrets, and neither
 * creates any.
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
    "Data/Feeds": readWrite,
    "Data/Mirror.StreamArn": ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
    "Data/Mirror/stream/*": ["dynamodb:ListStreams"],
    "Delivery/RecoverQueue/Queue": send,
    "Ingest/Publish/Logs": log,
    "Ingest/Stream/Failures": ["s3:ListBucket"],
    "Ingest/Stream/Failures/*": ["s3:PutObject"],
  },
  "Delivery/Fanout": {
    "Data/Events": readWrite,
    "Data/Subscriptions": read,
    "Delivery/AlertsQueue/Queue": send,
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
    "Delivery/AlertsQueue/Queue": send,
    "Delivery/Deliver/Logs": log,
    "Delivery/DeliverQueue/Queue": [...receive, ...send],
    "Delivery/DeliverSlowQueue/Queue": [...receive, ...send],
  },
  "Delivery/Recover": {
    "Data/Bus": ["events:PutEvents"],
    "Data/Deliveries": readWrite,
    "Data/Events": readWrite,
    "Data/Events/index/subject": query,
    "Data/Feeds": readWrite,
    "Data/Mirror": [...readWrite, "dynamodb:Scan"].sort(),
    "Data/Subscriptions": readWrite,
    "Data/Subscriptions/index/due": query,
    "Delivery/DeliverQueue/Queue": send,
    "Delivery/DeliverSlowQueue/Queue": send,
    "Delivery/Recover/Logs": log,
    "Delivery/RecoverQueue/Queue": [...receive, ...send],
  },
  "Delivery/Alert": {
    "Data/Deliveries": readWrite,
    "Data/Events": read,
    "Data/Key": ["kms:Decrypt"],
    "Data/Subscriptions": read,
    "Delivery/Alert/Logs": log,
    "Delivery/AlertsQueue/Queue": [...receive, ...send],
  },
  "Api/Function": {
    "*": ["cloudwatch:GetMetricData"],
    "Api/Function/Logs": log,
    "Data/Deliveries": readWrite,
    "Data/Events": read,
    "Data/Events/index/subject": query,
    "Data/Feeds/index/wheel": query,
    "Data/Feeds": readWrite,
    "Data/Key": ["kms:Decrypt", "kms:Encrypt"],
    "Data/Mirror": readWrite,
    "Data/Subscriptions": readWrite,
    "Delivery/AlertsQueue/DeadLetters/Queue": dead,
    "Delivery/AlertsQueue/Queue": [...depth, ...send],
    "Delivery/DeliverQueue/DeadLetters/Queue": dead,
    "Delivery/DeliverQueue/Queue": [...depth, ...send],
    "Delivery/DeliverSlowQueue/DeadLetters/Queue": dead,
    "Delivery/DeliverSlowQueue/Queue": [...depth, ...send],
    "Delivery/FanoutQueue/DeadLetters/Queue": dead,
    "Delivery/FanoutQueue/Queue": [...depth, ...send],
    "Delivery/RecoverQueue/DeadLetters/Queue": dead,
    "Delivery/RecoverQueue/Queue": [...depth, ...send],
    "Ingest/PollQueue/DeadLetters/Queue": dead,
    "Ingest/PollQueue/Queue": [...depth, ...send],
    "Ingest/Stream/Notices": depth,
    "Ingest/TicksQueue/DeadLetters/Queue": dead,
    "Ingest/TicksQueue/Queue": [...depth, ...send],
  },
  "Ops/Watch/Canary": {
    "Data/Key": ["kms:Decrypt", "kms:Encrypt"],
    "Data/Mirror": write,
    "Data/Subscriptions": readWrite,
    "Ops/Watch/Canary/Logs": log,
  },
  "Ingest/Schedule": { "Ingest/Clock/Live": invoke },
  "Ops/Watch/Schedule": { "Ops/Watch/Canary/Live": invoke },
  ...deploying("Ingest", ["Clock", "Tick", "Poll", "Publish"]),
  ...deploying("Delivery", ["Fanout", "Deliver", "Recover", "Alert"]),
  ...deploying("Api", ["Function"]),
  ...deploying("Ops", ["Watch/Canary"]),
  "Ops/Mappings/Steps": { "*": ["lambda:ListEventSourceMappings"] },
  "Ops/Mappings/Steps/Schedule": { "Ops/Mappings/Steps/Steps": ["states:StartExecution"] },
  "Ops/Reminder/Steps": { "*": ["cloudwatch:DescribeAlarms"], "Data/Alarms": ["sns:Publish"] },
  "Ops/Reminder/Steps/Schedule": { "Ops/Reminder/Steps/Steps": ["states:StartExecution"] },
};

/** The rights of CodeDeploy and the version check in a stack. */
function deploying(stack: string, names: readonly string[]): { [owner: string]: { [resource: string]: string[] } } {
  const alias = ["lambda:GetAlias", "lambda:GetProvisionedConcurrencyConfig", "lambda:UpdateAlias"];
  const alarms = ["functions-failing", "messages-failing", "api-failing"];
  const aws = "arn:AWS::Partition";
  const here = "AWS::Region:AWS::AccountId";
  const deployments = `${stack}/Deployments`;
  return {
    // Reading the alarms, trying the new version, and moving the functions' aliases.
    [deployments]: Object.fromEntries([
      ...names.flatMap((name) => [`${stack}/${name}/Function`, `${stack}/${name}/Live`].map((path) => [path, alias])),
      ...names.map((name) => [`${stack}/${name}/Deployment/Failing`, ["cloudwatch:DescribeAlarms"]]),
      ...alarms.map((name) => [`${aws}:cloudwatch:${here}:alarm:feedhook-prod-${name}`, ["cloudwatch:DescribeAlarms"]]),
      [`${deployments}/Check/Function`, invoke],
    ]),
    [`${deployments}/Check`]: {
      ...Object.fromEntries(names.map((name) => [`${stack}/${name}/Function.Arn:*`, invoke])),
      [`${aws}:codedeploy:${here}:deploymentgroup:${deployments}/Application/*`]: [
        "codedeploy:BatchGetDeploymentTargets",
        "codedeploy:ListDeploymentTargets",
        "codedeploy:PutLifecycleEventHookExecutionStatus",
      ],
      [`${deployments}/Check/Logs`]: log,
    },
  };
}

const production = synthesise(productionContext);
/** A schedule whose role is beside that of its target. */
const roleOf = (owner: string) => (owner.endsWith("Steps/Schedule") ? `${owner}Role` : `${owner}/Role`);

describe.each(Object.entries(allowed))("%s", (owner, rights) => {
  test("may do what is listed here and nothing else", () => {
    expect(rightsOf(production, roleOf(owner))).toEqual(rights);
  });
});

test("nothing else has a role, and no role has rights from elsewhere", () => {
  const roles = production.of("AWS::IAM::Role");
  const expected = Object.keys(allowed).map(roleOf);
  expect(roles.map(({ path }) => path).sort()).toEqual(expected.sort());
  expect(roles.filter(({ properties }) => properties.ManagedPolicyArns ?? properties.Policies)).toEqual([]);
});

test("every role that may publish can use only our own source", () => {
  const publishing = statementsOf(production).filter(({ actions }) => actions.includes("events:PutEvents"));
  expect(publishing).toHaveLength(Object.values(functions).filter(({ publishes }) => publishes).length);
  for (const { conditions } of publishing)
    expect(conditions).toEqual({ StringEquals: { "events:source": ["feedhook"] } });
});

test("no right covers all resources unless AWS knows no smaller scope", () => {
  const reasons: { [where: string]: string } = {
    "Data/Key": "a key policy is written on the key: * means this key",
    "Api/Function/Role/DefaultPolicy": "CloudWatch's metrics support no resources",
    "Ops/Mappings/Steps/Role/DefaultPolicy": "lists of event sources know no resources",
    "Ops/Reminder/Steps/Role/DefaultPolicy": "alarms are listed by prefix only for whoever may read them all",
  };
  const wildcards = production.resources.filter(({ properties: { PolicyDocument, KeyPolicy } }) =>
    (PolicyDocument ?? KeyPolicy)?.Statement.some(
      ({ Effect, Resource }: Readable) => Effect === "Allow" && listed(Resource).includes("*"),
    ),
  );
  expect(wildcards.map(({ path }) => path)).toEqual(Object.keys(reasons));
});

test("no right uses a wildcard action", () => {
  expect(statementsOf(production).flatMap(({ actions }) => actions.filter((action) => action.includes("*")))).toEqual(
    [],
  );
});

/** The functions that know a variable. */
const knowing = (deployment: typeof production, variable: string) =>
  deployment.functions.filter((one) => variable in variablesOf(one)).map(({ path }) => path);
const using = (deployment: typeof production, service: string) =>
  statementsOf(deployment).filter(({ actions }) => actions.some((one) => one.startsWith(service)));

test("one function may send email, only from the stage's configured address and identity, with any configuration set", () => {
  const { alertEmailFrom: from, alertEmailIdentityArn: identity } = mailing;
  const sending = synthesise({ ...productionContext, ...mailing });
  expect(using(sending, "ses:")).toMatchObject([
    {
      role: "Delivery/Alert/Role",
      actions: ["ses:SendEmail"],
      resources: [identity, "arn:AWS::Partition:ses:AWS::Region:AWS::AccountId:configuration-set/*"],
      conditions: { StringEquals: { "ses:FromAddress": [from] } },
    },
  ]);
  expect(knowing(sending, "MAIL_FROM").sort()).toEqual(["Api/Function/Function", "Delivery/Alert/Function"]);
  expect(sending.at("Delivery/Alert/Function").Environment.Variables.MAIL_FROM).toBe(from);
  expect(knowing(production, "MAIL_FROM")).toEqual([]);
});

test("with destinations, only deliver assumes roles: those that partners made for it, and only with an external id", () => {
  const sending = synthesise({ ...productionContext, awsDestinations: "true" });
  expect(using(sending, "sts:")).toMatchObject([
    {
      role: "Delivery/Deliver/Role",
      actions: ["sts:AssumeRole"],
      resources: ["arn:AWS::Partition:iam::*:role/feedhook-destination-*"],
      conditions: { Null: { "sts:ExternalId": ["false"] } },
    },
  ]);
  expect(knowing(sending, "DESTINATIONS_PRINCIPAL")).toEqual(["Api/Function/Function"]);
  expect(knowing(production, "DESTINATIONS_PRINCIPAL")).toEqual([]);
});

test("alerts and portal links lead to the portal under a custom domain, and aren't sent to that domain", () => {
  const domain = { domainName: "hooks.acme.test", certificateArn: arn("acm", "certificate/1a") };
  const named = synthesise({ ...productionContext, ...domain });
  for (const path of ["Delivery/Alert/Function", "Api/Function/Function"]) {
    expect(named.at(path).Environment).toMatchObject({
      Variables: { PORTAL_URL: "https://hooks.acme.test", OWN_DOMAINS: "hooks.acme.test" },
    });
  }
});
