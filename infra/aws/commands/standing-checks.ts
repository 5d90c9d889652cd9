import { CloudFormation, paginateDescribeStacks, type Stack } from "@aws-sdk/client-cloudformation";
import { CloudWatchLogs } from "@aws-sdk/client-cloudwatch-logs";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { KMS } from "@aws-sdk/client-kms";
import { Lambda, paginateListEventSourceMappings } from "@aws-sdk/client-lambda";
import { paginateListSubscriptionsByTopic, SNS } from "@aws-sdk/client-sns";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { queues, type TableName, tables } from "../../../shared/kernel/topology.ts";
import { entriesOf } from "../entries-of.ts";
import { type Check, fail, failUnless, missingIndexes, pass, quotaChecks } from "./checks.ts";
import { clientOptions, functionOf, listed, loggedLines, stackOutputs, tableOutput } from "./deployed-stage.ts";

type Parts = {
  readonly stage: string;
  readonly emulated: boolean;
};

/** These checks only read the deployment. */
export function standingChecks(parts: Parts): readonly Check[] {
  const { stage } = parts;
  return [
    { name: "stacks", run: () => checkStacks(stage) },
    ...quotaChecks,
    ...entriesOf(tables).map(([table]) => ({ name: `table ${table}`, run: () => checkTable(parts, table) })),
    { name: "wrapping key", run: () => checkKey(stage) },
    { name: "event sources", run: () => checkMappings(stage) },
    { name: "receivers of pages", run: () => checkReceivers(parts, "AlarmTopicArn") },
    { name: "receivers of tickets", run: () => checkReceivers(parts, "TicketTopicArn") },
    ...entriesOf(functions).map(([name]) => ({ name: `errors of ${name}`, run: () => checkErrors(stage, name) })),
  ];
}

/**
 * After `Feedhook-prod-`, the names of a stage `prod` continue with a concern's capital letter, and those of a stage
 * `prod-eu` continue in lower case.
 */
function isOf(stage: string, name = ""): boolean {
  return new RegExp(`Feedhook-${stage}-[A-Z]`).test(name);
}

async function stacksOf(stage: string): Promise<readonly Stack[]> {
  const client = new CloudFormation(clientOptions());
  const stacks = await listed(paginateDescribeStacks({ client }, {}), ({ Stacks }) => Stacks);
  return stacks.filter(({ StackName }) => isOf(stage, StackName));
}

async function checkStacks(stage: string) {
  const found = await stacksOf(stage);
  const unwell = found.filter(({ StackStatus = "" }) => !/^(CREATE|UPDATE)_COMPLETE$/.test(StackStatus));
  if (found.length < 5 || unwell.length > 0) {
    return fail(found.map(({ StackName, StackStatus }) => `${StackName} ${StackStatus}`).join(", "));
  }
  const open = found.filter((one) => one.EnableTerminationProtection !== true).map(({ StackName }) => StackName);
  if (stage === "prod" && open.length > 0) return fail(`not protected, set protectStacks: ${open.join(", ")}`);
  return pass(`${found.length} deployed`);
}

async function checkTable({ stage, emulated }: Parts, table: TableName) {
  const output = tableOutput(table);
  const TableName = (await stackOutputs(stage, "Data", [output]))[output] ?? "";
  const client = new DynamoDB(clientOptions());
  const { Table } = await client.describeTable({ TableName });
  const { ContinuousBackupsDescription } = await client.describeContinuousBackups({ TableName });
  const backups = ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
  if (Table?.TableStatus !== "ACTIVE") return fail(`${Table?.TableStatus}`);
  const unindexed = missingIndexes(table, TableName, Table);
  if (unindexed !== undefined) return unindexed;
  if (backups !== "ENABLED") return failUnless(emulated, "can't be restored: point-in-time recovery is off");
  if (stage === "prod" && Table.DeletionProtectionEnabled !== true) return fail("has no deletion protection");
  return pass("active, can be restored");
}

async function checkKey(stage: string) {
  const { KeyArn: KeyId } = await stackOutputs(stage, "Data", ["KeyArn"]);
  const client = new KMS(clientOptions());
  const { KeyMetadata } = await client.describeKey({ KeyId });
  if (KeyMetadata?.KeyState !== "Enabled") return fail(`is ${KeyMetadata?.KeyState}: no secret can be opened`);
  const { KeyRotationEnabled } = await client.getKeyRotationStatus({ KeyId });
  return KeyRotationEnabled === true ? pass("enabled, and rotated every year") : fail("isn't rotated");
}

async function checkMappings(stage: string) {
  const client = new Lambda(clientOptions());
  const mappings = await listed(paginateListEventSourceMappings({ client }, {}), (page) => page.EventSourceMappings);
  const found = mappings.filter(({ FunctionArn }) => isOf(stage, FunctionArn));
  const off = found.filter(({ State }) => State !== "Enabled");
  const wanted = Object.keys(queues).length + 1;
  if (found.length !== wanted) return fail(`${found.length} of ${wanted}`);
  return off.length === 0
    ? pass(`${wanted} enabled`)
    : fail(off.map((one) => `${one.FunctionArn} ${one.State}`).join(", "));
}

async function checkReceivers({ stage, emulated }: Parts, output: "AlarmTopicArn" | "TicketTopicArn") {
  const TopicArn = (await stackOutputs(stage, "Data", [output]))[output];
  const client = new SNS(clientOptions());
  const pages = paginateListSubscriptionsByTopic({ client }, { TopicArn });
  const found = await listed(pages, ({ Subscriptions }) => Subscriptions);
  const pending = found.filter((one) => one.SubscriptionArn === "PendingConfirmation").map(({ Endpoint }) => Endpoint);
  if (pending.length > 0) return failUnless(emulated, `not confirmed, see the email from SNS: ${pending.join(", ")}`);
  if (found.length > 0) return pass(`${found.length}`);
  const isProtected = (await stacksOf(stage)).some((one) => one.EnableTerminationProtection === true);
  return stage === "prod" || isProtected
    ? fail(`${TopicArn} has no subscriber`)
    : pass("none; only prod and protected stages require one");
}

async function checkErrors(stage: string, name: string) {
  const found = await functionOf(stage, name);
  if (found === undefined) return name === "canary" ? pass("not deployed") : fail("the function isn't deployed");
  const logs = new CloudWatchLogs(clientOptions());
  const lines = await loggedLines(logs, found, Date.now() - 3_600_000, '{ $.level = "error" || $.level = "ERROR" }');
  // An emulator doesn't support filters and returns every line.
  const last = lines.filter((line) => /"level":\s*"error"/i.test(line)).at(-1);
  return last === undefined ? pass("none in the last hour") : fail(last.trim().slice(0, 200));
}
