import * as z from "zod";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { queues, type TableName, tables } from "../../../shared/kernel/topology.ts";
import { entriesOf } from "../entries-of.ts";
import { type AwsCli, stackOutputs, tableOutput } from "./aws-cli.ts";
import { asJson, type Check, fail, failUnless, pass } from "./checks.ts";
import { functionName } from "./live-checks.ts";
import { missingIndexes } from "./missing-indexes.ts";
import { quotaChecks } from "./quota-checks.ts";

type Parts = {
  readonly aws: AwsCli;
  readonly stage: string;
  /** Whether this is an emulator, which doesn't support everything. */
  readonly emulated: boolean;
};

/** Checks that only read the deployment. */
export function standingChecks(parts: Parts): readonly Check[] {
  const { aws, stage } = parts;
  return [
    { name: "stacks", run: () => stacks(parts) },
    ...quotaChecks(aws),
    ...entriesOf(tables).map(([table]) => ({ name: `table ${table}`, run: () => isTableReady(parts, table) })),
    { name: "wrapping key", run: () => isKeyRotated(parts) },
    { name: "event sources", run: () => mappings(parts) },
    { name: "receivers of pages", run: () => receivers(parts, "AlarmTopicArn") },
    { name: "receivers of tickets", run: () => receivers(parts, "TicketTopicArn") },
    ...entriesOf(functions).map(([name]) => ({ name: `errors of ${name}`, run: () => lastError(aws, stage, name) })),
  ];
}

/**
 * Whether a stack's name, or a function's, which begins with it, belongs to the stage. The names of a stage `prod-eu` also
 * begin with that of `prod`, but a stage's name has no capital letter, and a concern's begins with one.
 */
function isOf(stage: string, name: string): boolean {
  return new RegExp(`Feedhook-${stage}-[A-Z]`).test(name);
}

async function stacks({ aws, stage }: Parts) {
  const query = `Stacks[?starts_with(StackName,'Feedhook-${stage}-')].[StackName,StackStatus,EnableTerminationProtection]`;
  const found = z
    .array(z.tuple([z.string(), z.string(), z.boolean().nullable()]))
    .parse(await asJson(aws, ["cloudformation", "describe-stacks", "--query", query]))
    .filter(([name]) => isOf(stage, name));
  const unwell = found.filter(([, status]) => !/^(CREATE|UPDATE)_COMPLETE$/.test(status));
  if (found.length < 5 || unwell.length > 0) return fail(found.map(([name, status]) => `${name} ${status}`).join(", "));
  const open = found.filter(([, , isProtected]) => isProtected !== true).map(([name]) => name);
  if (stage === "prod" && open.length > 0) return fail(`not protected, set protectStacks: ${open.join(", ")}`);
  return pass(`${found.length} deployed`);
}

async function isTableReady({ aws, stage, emulated }: Parts, table: TableName) {
  const output = tableOutput(table);
  const name = (await stackOutputs(aws, stage, "Data", [output]))[output] ?? "";
  const described = await asJson(aws, ["dynamodb", "describe-table", "--table-name", name]);
  const { Table } = z
    .object({ Table: z.object({ TableStatus: z.string(), DeletionProtectionEnabled: z.boolean().optional() }) })
    .parse(described);
  const backups = await asJson(aws, ["dynamodb", "describe-continuous-backups", "--table-name", name]);
  const inTime = JSON.stringify(backups).includes('"PointInTimeRecoveryStatus":"ENABLED"');
  if (Table.TableStatus !== "ACTIVE") return fail(Table.TableStatus);
  const unindexed = missingIndexes(table, name, described);
  if (unindexed !== undefined) return unindexed;
  if (!inTime) return failUnless(emulated, "can't be restored: point-in-time recovery is off");
  if (stage === "prod" && Table.DeletionProtectionEnabled !== true) return fail("has no deletion protection");
  return pass("active, can be restored");
}

async function isKeyRotated({ aws, stage }: Parts) {
  const { KeyArn } = await stackOutputs(aws, stage, "Data", ["KeyArn"]);
  const { KeyMetadata } = z
    .object({ KeyMetadata: z.object({ KeyState: z.string() }) })
    .parse(await asJson(aws, ["kms", "describe-key", "--key-id", KeyArn]));
  if (KeyMetadata.KeyState !== "Enabled") return fail(`is ${KeyMetadata.KeyState}: no secret can be opened`);
  const { KeyRotationEnabled } = z
    .object({ KeyRotationEnabled: z.boolean() })
    .parse(await asJson(aws, ["kms", "get-key-rotation-status", "--key-id", KeyArn]));
  return KeyRotationEnabled ? pass("enabled, and rotated every year") : fail("isn't rotated");
}

async function mappings({ aws, stage }: Parts) {
  const found = z
    .object({ EventSourceMappings: z.array(z.looseObject({ FunctionArn: z.string(), State: z.string().optional() })) })
    .parse(await asJson(aws, ["lambda", "list-event-source-mappings"]));
  const ours = found.EventSourceMappings.filter(({ FunctionArn }) => isOf(stage, FunctionArn));
  const off = ours.filter(({ State }) => State !== "Enabled");
  const wanted = Object.keys(queues).length + 1;
  if (ours.length !== wanted) return fail(`${ours.length} of ${wanted}`);
  return off.length === 0
    ? pass(`${wanted} enabled`)
    : fail(off.map((one) => `${one.FunctionArn} ${one.State}`).join(", "));
}

async function receivers({ aws, stage, emulated }: Parts, output: "AlarmTopicArn" | "TicketTopicArn") {
  const topic = (await stackOutputs(aws, stage, "Data", [output]))[output];
  const query = "Subscriptions[].[Endpoint,SubscriptionArn]";
  const list = ["sns", "list-subscriptions-by-topic", "--topic-arn", topic, "--query", query];
  const found = z.array(z.tuple([z.string(), z.string()])).parse((await asJson(aws, list)) ?? []);
  const pending = found.filter(([, arn]) => arn === "PendingConfirmation").map(([endpoint]) => endpoint);
  if (pending.length > 0) return failUnless(emulated, `not confirmed, see the email from SNS: ${pending.join(", ")}`);
  if (found.length === 0 && stage === "prod") return fail(`${topic} has no subscriber`);
  return pass(found.length === 0 ? "none; only prod requires one" : `${found.length}`);
}

async function lastError(aws: AwsCli, stage: string, name: string) {
  const functionOf = await functionName(aws, stage, name);
  if (functionOf === undefined) return name === "canary" ? pass("not deployed") : fail("the function isn't deployed");
  const configuration = await asJson(aws, ["lambda", "get-function-configuration", "--function-name", functionOf]);
  const { LoggingConfig } = z.object({ LoggingConfig: z.object({ LogGroup: z.string() }) }).parse(configuration);
  const found = await asJson(aws, [
    ...["logs", "filter-log-events", "--log-group-name", LoggingConfig.LogGroup],
    ...["--start-time", String(Date.now() - 3_600_000)],
    ...["--filter-pattern", '{ $.level = "error" || $.level = "ERROR" }'],
  ]);
  const { events } = z.object({ events: z.array(z.object({ message: z.string() })) }).parse(found);
  // An emulator doesn't support filters and returns every line.
  const last = events.filter(({ message }) => /"level":\s*"error"/i.test(message)).at(-1);
  return last === undefined ? pass("none within the hour") : fail(last.message.trim().slice(0, 200));
}
