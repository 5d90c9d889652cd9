import * as z from "zod";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { tables } from "../../../shared/kernel/topology.ts";
import { entriesOf } from "../entries-of.ts";
import type { DeployOptions } from "../options.ts";
import { type AwsCli, tableOutput as outputOf, stackOutputs } from "./aws-cli.ts";
import { asJson, type Check, fail, pass } from "./checks.ts";

/** The workers that AWS keeps for functions without a reservation. */
const unreserved = 100;
const kept = Object.values(functions).reduce((sum, { reservedConcurrency = 0 }) => sum + reservedConcurrency, 0);

type Parts = { readonly aws: AwsCli; readonly options: DeployOptions };

/** Finds what would make a deployment fail half way, or lose events, before anything is made. */
export function preflightChecks({ aws, options }: Parts): readonly Check[] {
  const { stage } = options;
  return [
    { name: "account", run: () => account(aws, options) },
    { name: "concurrency", run: () => concurrency(aws, options) },
    { name: "left over queues", run: () => leftOver(aws, stage) },
    { name: "replaced", run: () => replaced(aws, options) },
  ];
}

async function account(aws: AwsCli, { account: wanted }: DeployOptions) {
  const { Account } = z.object({ Account: z.string() }).parse(await asJson(aws, ["sts", "get-caller-identity"]));
  return wanted === undefined || wanted === Account
    ? pass(Account)
    : fail(`the credentials are of ${Account}, the stage's file says ${wanted}`);
}

async function concurrency(aws: AwsCli, { reserveConcurrency }: DeployOptions) {
  const { AccountLimit } = z
    .object({ AccountLimit: z.object({ ConcurrentExecutions: z.int() }) })
    .parse(await asJson(aws, ["lambda", "get-account-settings"]));
  const limit = AccountLimit.ConcurrentExecutions;
  if (!reserveConcurrency) return pass(`${limit}, nothing is kept of it`);
  const needed = kept + unreserved;
  return limit >= needed
    ? pass(`${limit}, of which ${kept} are kept`)
    : fail(`${limit}, and reserveConcurrency needs ${needed}: ask for more, or turn it off`);
}

/** Queues have fixed names: those of a stage that was removed would fail the deployment of the next one. */
async function leftOver(aws: AwsCli, stage: string) {
  if (await stands(aws, `Feedhook-${stage}-Delivery`)) return pass("the stage stands");
  const listed = await asJson(aws, ["sqs", "list-queues", "--queue-name-prefix", `feedhook-${stage}-`]);
  const { QueueUrls = [] } = z.object({ QueueUrls: z.array(z.string()).optional() }).parse(listed ?? {});
  return QueueUrls.length === 0 ? pass("none") : fail(`delete them first: ${QueueUrls.join(", ")}`);
}

/** Functions use the bus, the key and the tables that they know until they are updated, and need their rights to them till then. */
async function replaced(aws: AwsCli, options: DeployOptions) {
  const { stage, busName, formerBusNames, keyArn, formerKeyArns, keepOwnKey, restoredTables, formerTables } = options;
  if (!(await stands(aws, `Feedhook-${stage}-Data`))) return pass("nothing: no stage stands");
  const outputs = entriesOf(tables).map(([table]) => outputOf(table));
  const deployed = await stackOutputs(aws, stage, "Data", ["BusName", "KeyArn", ...outputs]);
  const nameIn = (option: string, name = "") => fail(`name ${name} in ${option}: code that isn't replaced yet uses it`);
  const { BusName = "", KeyArn = "" } = deployed;
  if (BusName !== busName && !formerBusNames.includes(BusName)) return nameIn("formerBusNames", BusName);
  if (keyArn !== undefined && KeyArn !== keyArn && !formerKeyArns.includes(KeyArn) && !keepOwnKey) {
    return nameIn("formerKeyArns, or set keepOwnKey", KeyArn);
  }
  for (const [table, name] of entriesOf(restoredTables)) {
    const before = deployed[outputOf(table)];
    if (before !== name && before !== formerTables[table]) return nameIn("formerTables", before);
  }
  return pass("nothing, or it keeps its rights");
}

async function stands(aws: AwsCli, name: string): Promise<boolean> {
  const query = `Stacks[?StackName=='${name}' && StackStatus!='ROLLBACK_COMPLETE'].StackName`;
  return (
    z.array(z.string()).parse(await asJson(aws, ["cloudformation", "describe-stacks", "--query", query])).length > 0
  );
}
