import { ACM } from "@aws-sdk/client-acm";
import { CloudFormation, paginateDescribeStacks, paginateListStackResources } from "@aws-sdk/client-cloudformation";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { SESv2 } from "@aws-sdk/client-sesv2";
import { SQS } from "@aws-sdk/client-sqs";
import { SSM } from "@aws-sdk/client-ssm";
import { STS } from "@aws-sdk/client-sts";
import { Command } from "@commander-js/extra-typings";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { queues, tables } from "../../../shared/kernel/topology.ts";
import { entriesOf } from "../entries-of.ts";
import type { DeployOptions } from "../options.ts";
import { readStage } from "../read-options.ts";
import { type Check, concurrencyLimit, fail, missingIndexes, pass, quotaChecks, runChecks } from "./checks.ts";
import { clientOptions, listed, stackOutputs, tableOutput } from "./deployed-stage.ts";
import { runCommand, say } from "./run-command.ts";

const command = new Command("npm run preflight --")
  .description(
    "Checks, before anything is created, whether a deployment would fail halfway (docs/deploy.md). Uses the stage's " +
      "file and the credentials of the AWS CLI.",
  )
  .requiredOption("--stage <stage>")
  .action(async ({ stage }) => {
    const { failed } = await runChecks(preflightChecks(readStage({ stage })), say);
    process.exitCode = failed === 0 ? 0 : 1;
  });

/** Finds, before anything is created, what would make a deployment fail halfway or lose events. */
export function preflightChecks(options: DeployOptions): readonly Check[] {
  return [
    { name: "account", run: () => account(options) },
    ...quotaChecks,
    { name: "reserved", run: () => reserved(options) },
    { name: "bootstrap", run: bootstrap },
    { name: "certificate", run: () => certificate(options) },
    { name: "email", run: () => mail(options) },
    { name: "leftover queues", run: () => leftOver(options) },
    { name: "replaced", run: () => replaced(options) },
    { name: "restored tables", run: () => restored(options) },
  ];
}

async function account({ account: wanted }: DeployOptions) {
  const { Account = "" } = await new STS(clientOptions()).getCallerIdentity({});
  return wanted === undefined || wanted === Account
    ? pass(Account)
    : fail(`the credentials belong to account ${Account}, but the stage's file says ${wanted}`);
}

/** How many workers AWS always reserves for functions without a reservation. */
const unreserved = 100;
const kept = Object.values(functions).reduce((sum, { reservedConcurrency = 0 }) => sum + reservedConcurrency, 0);

async function reserved({ reserveConcurrency }: DeployOptions) {
  if (!reserveConcurrency) return pass("none");
  const limit = await concurrencyLimit();
  const needed = kept + unreserved;
  return limit >= needed
    ? pass(`${kept} of ${limit}`)
    : fail(`${limit}, but reserveConcurrency needs ${needed}: request a higher quota, or turn it off`);
}

/** The oldest version of the bootstrap stack that supports CDK's assets. */
const oldestBootstrap = 6;

async function bootstrap() {
  const { Parameters = [] } = await new SSM(clientOptions()).getParameters({
    Names: ["/cdk-bootstrap/hnb659fds/version"],
  });
  const version = Parameters[0]?.Value;
  if (version === undefined) return pass("not bootstrapped yet: run npx cdk bootstrap next");
  return Number(version) >= oldestBootstrap
    ? pass(`version ${version}`)
    : fail(`version ${version}, older than ${oldestBootstrap}: run npx cdk bootstrap`);
}

async function certificate({ certificateArn: CertificateArn, domainName }: DeployOptions) {
  if (CertificateArn === undefined || domainName === undefined) return pass("none");
  const { Certificate } = await new ACM(clientOptions()).describeCertificate({ CertificateArn });
  const { Status, SubjectAlternativeNames: names = [] } = Certificate ?? {};
  if (Status !== "ISSUED") return fail(`is ${Status}`);
  const wildcard = domainName.replace(/^[^.]+/, "*");
  return names.includes(domainName) || names.includes(wildcard)
    ? pass("issued")
    : fail(`is for ${names.join(", ")}, not ${domainName}`);
}

async function mail({ alertEmailFrom }: DeployOptions) {
  if (alertEmailFrom === undefined) return pass("none is sent");
  const { ProductionAccessEnabled } = await new SESv2(clientOptions()).getAccount({});
  return ProductionAccessEnabled === true
    ? pass("out of the sandbox")
    : fail("SES is in its sandbox and sends only to verified addresses: request production access");
}

/** Queues have fixed names, so those left by a removed stage would make the next deployment fail. */
async function leftOver({ stage }: DeployOptions) {
  if (await isDeployed(`Feedhook-${stage}-Delivery`)) return pass("none: the stage is deployed");
  const prefix = `feedhook-${stage}-`;
  const { QueueUrls = [] } = await new SQS(clientOptions()).listQueues({ QueueNamePrefix: prefix });
  // Queues of a stage `prod-eu` also have the prefix of the stage `prod`.
  const own = QueueUrls.filter((url) => begins.some((begin) => url.includes(`/${prefix}${begin}`)));
  return own.length === 0 ? pass("none") : fail(`delete them first: ${own.join(", ")}`);
}

const begins = [...Object.keys(queues), "bus-", "rule-", "publish-failures"];

/**
 * Fails if running code would lose a bus, a key or a table. Until a function is updated, it uses the resources that it
 * knows, and needs permissions for them.
 */
async function replaced(options: DeployOptions) {
  const { stage, busName, formerBusNames, keyArn, formerKeyArns, keepOwnKey, restoredTables, formerTables } = options;
  if (!(await isDeployed(`Feedhook-${stage}-Data`))) return pass("nothing: the stage isn't deployed");
  const outputs = entriesOf(tables).map(([table]) => tableOutput(table));
  const deployed = await stackOutputs(stage, "Data", ["BusName", "KeyArn", ...outputs]);
  const nameIn = (option: string, name = "") => fail(`add ${name} to ${option}: running code still uses it`);
  const { BusName = "", KeyArn = "" } = deployed;
  if (BusName !== busName && !formerBusNames.includes(BusName)) return nameIn("formerBusNames", BusName);
  // Without `keyArn`, the stack uses its own key, and without a restored table, its own table. The deployed outputs
  // name the resources in use, which may be the stack's own or replacements.
  const own = await ownResources(stage);
  const isOwnKey = own.some((id) => KeyArn.endsWith(`/${id}`));
  const keyStays = keyArn === undefined ? isOwnKey : KeyArn === keyArn;
  if (!keyStays && !formerKeyArns.includes(KeyArn) && !(keepOwnKey && isOwnKey)) {
    return nameIn(isOwnKey ? "formerKeyArns, or set keepOwnKey" : "formerKeyArns", KeyArn);
  }
  for (const [table] of entriesOf(tables)) {
    const before = deployed[tableOutput(table)] ?? "";
    const after = restoredTables[table];
    const stays = after === undefined ? own.includes(before) : before === after;
    if (!stays && before !== formerTables[table]) return nameIn("formerTables", before);
  }
  return pass("nothing that running code would lose");
}

async function ownResources(stage: string): Promise<readonly string[]> {
  const client = new CloudFormation(clientOptions());
  const pages = paginateListStackResources({ client }, { StackName: `Feedhook-${stage}-Data` });
  const found = await listed(pages, ({ StackResourceSummaries }) => StackResourceSummaries);
  return found.map(({ PhysicalResourceId = "" }) => PhysicalResourceId);
}

async function restored({ restoredTables }: DeployOptions) {
  const names = entriesOf(restoredTables);
  const client = new DynamoDB(clientOptions());
  for (const [table, TableName] of names) {
    const { Table } = await client.describeTable({ TableName });
    const unindexed = missingIndexes(table, TableName, Table);
    if (unindexed !== undefined) return unindexed;
  }
  return pass(names.length === 0 ? "none" : "all have every index");
}

async function isDeployed(name: string): Promise<boolean> {
  for await (const { Stacks = [] } of paginateDescribeStacks({ client: new CloudFormation(clientOptions()) }, {})) {
    if (Stacks.some((one) => one.StackName === name && one.StackStatus !== "ROLLBACK_COMPLETE")) return true;
  }
  return false;
}

if (import.meta.main) await runCommand(command);
