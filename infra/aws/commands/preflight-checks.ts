import * as z from "zod";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { tables } from "../../../shared/kernel/topology.ts";
import { entriesOf } from "../entries-of.ts";
import type { DeployOptions } from "../options.ts";
import { type AwsCli, tableOutput as outputOf, stackOutputs } from "./aws-cli.ts";
import { asJson, type Check, fail, pass } from "./checks.ts";

/** How many workers AWS always keeps for functions without a reservation. */
const unreserved = 100;
const kept = Object.values(functions).reduce((sum, { reservedConcurrency = 0 }) => sum + reservedConcurrency, 0);

type Parts = { readonly aws: AwsCli; readonly options: DeployOptions };

/** Finds what would make a deployment fail halfway or lose events, before anything is created. */
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
    : fail(`the credentials belong to account ${Account}, but the stage's file says ${wanted}`);
}

async function concurrency(aws: AwsCli, { reserveConcurrency }: DeployOptions) {
  const { AccountLimit } = z
    .object({ AccountLimit: z.object({ ConcurrentExecutions: z.int() }) })
    .parse(await asJson(aws, ["lambda", "get-account-settings"]));
  const limit = AccountLimit.ConcurrentExecutions;
  if (!reserveConcurrency) return pass(`${limit}, none reserved`);
  const needed = kept + unreserved;
  return limit >= needed
    ? pass(`${limit}, of which ${kept} are reserved`)
    : fail(`${limit}, but reserveConcurrency needs ${needed}: request a higher quota, or turn it off`);
}

/** Queues have fixed names, so those left by a removed stage would make the next deployment fail. */
async function leftOver(aws: AwsCli, stage: string) {
  if (await isDeployed(aws, `Feedhook-${stage}-Delivery`)) return pass("none: the stage is deployed");
  const listed = await asJson(aws, ["sqs", "list-queues", "--queue-name-prefix", `feedhook-${stage}-`]);
  const { QueueUrls = [] } = z.object({ QueueUrls: z.array(z.string()).optional() }).parse(listed ?? {});
  return QueueUrls.length === 0 ? pass("none") : fail(`delete them first: ${QueueUrls.join(", ")}`);
}

/**
 * Until functions are updated, they use the bus, the key and the tables that they know, and need permissions for them.
 */
async function replaced(aws: AwsCli, options: DeployOptions) {
  const { stage, busName, formerBusNames, keyArn, formerKeyArns, keepOwnKey, restoredTables, formerTables } = options;
  if (!(await isDeployed(aws, `Feedhook-${stage}-Data`))) return pass("nothing: the stage isn't deployed");
  const outputs = entriesOf(tables).map(([table]) => outputOf(table));
  const deployed = await stackOutputs(aws, stage, "Data", ["BusName", "KeyArn", ...outputs]);
  const nameIn = (option: string, name = "") => fail(`name ${name} in ${option}: running code still uses it`);
  const { BusName = "", KeyArn = "" } = deployed;
  if (BusName !== busName && !formerBusNames.includes(BusName)) return nameIn("formerBusNames", BusName);
  if (keyArn !== undefined && KeyArn !== keyArn && !formerKeyArns.includes(KeyArn) && !keepOwnKey) {
    return nameIn("formerKeyArns, or set keepOwnKey", KeyArn);
  }
  for (const [table, name] of entriesOf(restoredTables)) {
    const before = deployed[outputOf(table)];
    if (before !== name && before !== formerTables[table]) return nameIn("formerTables", before);
  }
  return pass("nothing that running code would lose");
}

async function isDeployed(aws: AwsCli, name: string): Promise<boolean> {
  const query = `Stacks[?StackName=='${name}' && StackStatus!='ROLLBACK_COMPLETE'].StackName`;
  return (
    z.array(z.string()).parse(await asJson(aws, ["cloudformation", "describe-stacks", "--query", query])).length > 0
  );
}
