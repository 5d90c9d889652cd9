import { describe, expect, test } from "vitest";
import { readOptions } from "../../infra/aws/read-options.ts";
import { arn, type Deployment, everyOption, keyA, keyB, productionContext, synthesise } from "./support/deployment.ts";
import { isThroughService, statementsOf } from "./support/rights.ts";

/*
 * Roles have no versions: a deployment changes what a function may do before it changes the function, and gradual
 * deployments keep the old code running for minutes after that. So every right of the state before has to be in the
 * state after, for each option. No emulator shows it, since none refuses a call by its role.
 */

const tables = ["feeds", "mirror", "events", "subscriptions", "deliveries"] as const;
const named = (suffix: string) =>
  Object.fromEntries(tables.map((table) => [table, `feedhook-prod-${table}-${suffix}`]));
const streamOf = (suffix: string) =>
  arn("dynamodb", `table/feedhook-prod-mirror-${suffix}/stream/2026-11-21T08:00:00.000`);

/** The names of the stack's own tables, which CloudFormation chooses. */
const made = named("made");
const restored = { restoredTables: named("1"), restoredStreamArn: streamOf("1") };

/**
 * Rights that running code can lack for some minutes. Lambda uses X-Ray's beside the work. Those for network interfaces
 * are used when a function is created or deleted. An alert that SES refuses is resent later.
 * Without destinations, events for them wait in any case.
 */
const dispensable = /^(xray|ec2|ses|sts):/;

type Options = { readonly [option: string]: unknown };

const changes: { readonly [change: string]: readonly [before: Options, after: Options] } = {
  "tables are restored": [{}, { ...restored, formerTables: made }],
  "tables are restored again": [
    restored,
    { restoredTables: named("2"), restoredStreamArn: streamOf("2"), formerTables: named("1") },
  ],
  "the bus gets another name": [{}, { busName: "changes", formerBusNames: ["feedhook-prod"] }],
  "the bus gets its name back": [{ busName: "changes" }, { formerBusNames: ["changes"] }],
  "a key of yours takes the place of ours": [{}, { keyArn: keyA, keepOwnKey: true }],
  "our key takes the place of yours": [{ keyArn: keyA }, { formerKeyArns: [keyA] }],
  "a key of yours takes the place of another": [{ keyArn: keyA }, { keyArn: keyB, formerKeyArns: [keyA] }],
  "the key begins to encrypt": [{}, { encryptWithKey: true }],
  "the key encrypts no longer": [{ encryptWithKey: true }, {}],
  "a key of yours begins to encrypt": [{ keyArn: keyA }, { keyArn: keyA, encryptWithKey: true }],
  "a key of yours encrypts no longer": [{ keyArn: keyA, encryptWithKey: true }, { keyArn: keyA }],
  "another key encrypts": [
    { keyArn: keyA, encryptWithKey: true },
    { keyArn: keyB, formerKeyArns: [keyA], encryptWithKey: true },
  ],
  "restored tables give way to the stack's own": [restored, { formerTables: named("1") }],
  "a key of yours takes the place of ours, which encrypts": [
    { encryptWithKey: true },
    { encryptWithKey: true, keyArn: keyA, keepOwnKey: true },
  ],
  "the canary is turned off": [{}, { canary: false }],
  "alarms get a topic of yours": [{}, { alarmEmail: undefined, alarmTopicArn: arn("sns", "ops") }],
  "every option is turned on": [{}, everyOption],
  "every option is turned off": [everyOption, {}],
};

describe.each(Object.entries(changes))("while %s", (_, [before, after]) => {
  const [old, next] = [before, after].map((options) => synthesise({ ...productionContext, ...options }));

  test("code that isn't replaced yet keeps all its rights", () => {
    const staying = rolesOf(next!);
    // A function that goes is deleted before its role.
    for (const role of rolesOf(old!).filter((one) => staying.includes(one))) {
      const kept = new Set(rightsOf(next!, role));
      const lost = rightsOf(old!, role).filter((right) => !kept.has(right) && !dispensable.test(right));
      expect(lost, role).toEqual([]);
    }
  });

  test("services keep the use of the key that queues and topic are still sealed with", () => {
    const policiesOf = (deployment: Deployment) => deployment.all("AWS::KMS::Key").map(({ KeyPolicy }) => KeyPolicy);
    for (const policy of policiesOf(old!)) {
      if (next!.of("AWS::KMS::Key").length > 0) expect(policiesOf(next!)).toContainEqual(policy);
    }
  });
});

test.each([
  ["our key begins to encrypt", {}, {}],
  [
    "a key that was listed takes the place of another",
    { keyArn: keyA, formerKeyArns: [keyB] },
    { keyArn: keyB, formerKeyArns: [keyA] },
  ],
])("when %s, functions may use it before a table is sealed with it", (_, before, after) => {
  const isKeyUse = (right: string) => right.includes("kms:ViaService");
  const old = synthesise({ ...productionContext, ...before });
  const next = synthesise({ ...productionContext, ...after, encryptWithKey: true });
  for (const role of rolesOf(next)) {
    expect(rightsOf(next, role).some(isKeyUse), role).toBe(true);
    expect(rightsOf(old, role), role).toEqual(expect.arrayContaining(rightsOf(next, role).filter(isKeyUse)));
  }
});

const isGradual = (options: Options) => readOptions({ ...productionContext, ...options }).gradualDeployments;

test("versions shift at once while old code can't work beside new code: after a restore, and while a key changes", () => {
  expect(isGradual({})).toBe(true);
  // Old code writes tables that new code doesn't read, and can't open what new code seals.
  expect(isGradual({ ...restored, formerTables: made, gradualDeployments: true })).toBe(false);
  expect(isGradual({ keyArn: keyB, formerKeyArns: [keyA] })).toBe(false);
  expect(isGradual({ keyArn: keyB, keepOwnKey: true })).toBe(false);
  // Events of either bus reach fan-out, and the former bus stays as long as it has consumers.
  expect(isGradual({ busName: "changes", formerBusNames: ["feedhook-prod"] })).toBe(true);
});

test("functions wrap and open only data keys by themselves, whichever the key: all other use is through a service", () => {
  const deployment = synthesise({ ...productionContext, keyArn: keyB, formerKeyArns: [keyA] });
  for (const role of rolesOf(deployment)) {
    const open = statementsOf(deployment).filter(
      (one) =>
        one.role === role &&
        one.actions.some((action) => action.startsWith("kms:")) &&
        one.conditions["StringLike"]?.["kms:EncryptionContext:tenant"] === undefined &&
        !isThroughService(one),
    );
    expect(open, role).toEqual([]);
  }
});

function rolesOf(deployment: Deployment): readonly string[] {
  return deployment.functions.map(({ path }) => path.replace(/Function$/, "Role"));
}

/** Every right of a role as one text: action, resource and conditions. */
function rightsOf(deployment: Deployment, role: string): readonly string[] {
  return statementsOf(deployment)
    .filter((one) => one.role === role)
    .flatMap(({ actions, resources, conditions }) =>
      actions.flatMap((action) => resources.map((one) => `${action} ${physical(one)} ${JSON.stringify(conditions)}`)),
    );
}

/** The resource as AWS names it: a table of the stack by its name, and a stream by its table's. */
function physical(resource: string): string {
  return resource
    .replace(/^arn:[^/]*:table\//, "table/")
    .replace(
      /^Data\/(Feeds|Mirror|Events|Subscriptions|Deliveries)\b/,
      (_, table: string) => `table/${made[table.toLowerCase()]}`,
    )
    .replace(/(\.StreamArn|\/stream\/.*)$/, "/stream/*");
}
