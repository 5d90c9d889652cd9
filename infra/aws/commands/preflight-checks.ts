import * as z from "zod";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { tables } from "../../../shared/kernel/topology.ts";
import { entriesOf } from "../entries-of.ts";
import type { DeployOptions } from "../options.ts";
import { type AwsCli, tableOutput as outputOf, stackOutputs } from "./aws-cli.ts";
import { asJson, type Check, fail, pass } from "./checks.ts";
import { missingIndexes } from "./missing-indexes.ts";
import { quotaChecks } from "./quota-checks.ts";

/** How many workers AWS always keeps for functions without a reservation. */
const unreserved = 100;
const kept = Object.values(functions).reduce((sum, { reservedConcurrency = 0 }) => sum + reservedConcurrency, 0);

type Parts = { readonly aws: AwsCli; readonly options: DeployOptions };

/** Finds what would make a deployment fail halfway or lose events, before anything is created. */
export function preflightChecks({ aws, options }: Parts): readonly Check[] {
  const { stage } = options;
  return [
    { name: "account", run: () => account(aws, options) },
    ...quotaChecks(aws),
    { name: "reserved", run: () => reserved(aws, options) },
    { name: "bootstrap", run: () => bootstrap(aws) },
    { name: "certificate", run: () => certificate(aws, options) },
    { name: "email", run: () => mail(aws, options) },
    { name: "left over queues", run: () => leftOver(aws, stage) },
    { name: "replaced", run: () => replaced(aws, options) },
    { name: "restored tables", run: () => restored(aws, options) },
  ];
}

async function account(aws: AwsCli, { account: wanted }: DeployOptions) {
  const { Account } = z.object({ Account: z.string() }).parse(await asJson(aws, ["sts", "get-caller-identity"]));
  return wanted === undefined || wanted === Account
    ? pass(Account)
    : fail(`the credentials belong to account ${Account}, but the stage's file says ${wanted}`);
}

async function reserved(aws: AwsCli, { reserveConcurrency }: DeployOptions) {
  if (!reserveConcurrency) return pass("none");
  const { AccountLimit } = z
    .object({ AccountLimit: z.object({ ConcurrentExecutions: z.int() }) })
    .parse(await asJson(aws, ["lambda", "get-account-settings"]));
  const limit = AccountLimit.ConcurrentExecutions;
  const needed = kept + unreserved;
  return limit >= needed
    ? pass(`${kept} of ${limit}`)
    : fail(`${limit}, but reserveConcurrency needs ${needed}: request a higher quota, or turn it off`);
}

/** The oldest version of the bootstrap stack that CDK's assets work with. */
const oldestBootstrap = 6;

async function bootstrap(aws: AwsCli) {
  const parameter = "/cdk-bootstrap/hnb659fds/version";
  const query = ["--query", "Parameters[].Value"];
  const found = await asJson(aws, ["ssm", "get-parameters", "--names", parameter, ...query]);
  const [version] = z.array(z.coerce.number()).parse(found ?? []);
  if (version === undefined) return pass("not bootstrapped yet: run npx cdk bootstrap next");
  return version >= oldestBootstrap
    ? pass(`version ${version}`)
    : fail(`version ${version}, older than ${oldestBootstrap}: run npx cdk bootstrap`);
}

async function certificate(aws: AwsCli, { certificateArn, domainName }: DeployOptions) {
  if (certificateArn === undefined || domainName === undefined) return pass("none");
  const { Certificate } = z
    .object({ Certificate: z.object({ Status: z.string(), SubjectAlternativeNames: z.array(z.string()) }) })
    .parse(await asJson(aws, ["acm", "describe-certificate", "--certificate-arn", certificateArn]));
  const { Status, SubjectAlternativeNames: names } = Certificate;
  if (Status !== "ISSUED") return fail(`is ${Status}`);
  const wildcard = domainName.replace(/^[^.]+/, "*");
  return names.includes(domainName) || names.includes(wildcard)
    ? pass("issued")
    : fail(`is for ${names.join(", ")}, not ${domainName}`);
}

async function mail(aws: AwsCli, { alertEmailFrom }: DeployOptions) {
  if (alertEmailFrom === undefined) return pass("none is sent");
  const { ProductionAccessEnabled } = z
    .object({ ProductionAccessEnabled: z.boolean() })
    .parse(await asJson(aws, ["sesv2", "get-account"]));
  return ProductionAccessEnabled
    ? pass("out of the sandbox")
    : fail("SES is in its sandbox and sends only to verified addresses: request production access");
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

async function restored(aws: AwsCli, { restoredTables }: DeployOptions) {
  const names = entriesOf(restoredTables);
  for (const [table, name] of names) {
    const described = await asJson(aws, ["dynamodb", "describe-table", "--table-name", name]);
    const unindexed = missingIndexes(table, name, described);
    if (unindexed !== undefined) return unindexed;
  }
  return pass(names.length === 0 ? "none" : "all have every index");
}

async function isDeployed(aws: AwsCli, name: string): Promise<boolean> {
  const query = `Stacks[?StackName=='${name}' && StackStatus!='ROLLBACK_COMPLETE'].StackName`;
  return (
    z.array(z.string()).parse(await asJson(aws, ["cloudformation", "describe-stacks", "--query", query])).length > 0
  );
}
