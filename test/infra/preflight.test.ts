import { describe, expect, test } from "vitest";
import { runChecks } from "../../infra/aws/commands/checks.ts";
import { preflightChecks } from "../../infra/aws/commands/preflight.ts";
import { readOptions } from "../../infra/aws/read-options.ts";
import { fakeAws, stackWith } from "../support/fake-aws.ts";
import { arn, keyA, keyB, mailing as mail, pinned, productionContext } from "./support/deployment.ts";

const domain = { domainName: "hooks.acme.test", certificateArn: arn("acm", "certificate/1") };

const names = ["Feeds", "Mirror", "Events", "Subscriptions", "Deliveries"];
/** The tables of a deployed stage. */
const inUse = Object.fromEntries(names.map((name) => [name.toLowerCase(), `Data-${name}`]));

async function preflight(
  options: object,
  account: {
    readonly id?: string;
    readonly limit?: number;
    readonly stacks?: readonly string[];
    readonly queues?: object;
    readonly bootstrapped?: readonly string[];
    readonly certificate?: { readonly status?: string; readonly names?: readonly string[] };
    readonly isSandboxed?: boolean;
    readonly indexes?: readonly string[];
    /** The quotas of PutEvents and of invocations. */
    readonly events?: readonly number[];
    /** Whether the deployed stage uses a key and tables that aren't the stack's. */
    readonly isForeign?: boolean;
  } = {},
) {
  const { id = "123456789012", limit = 1_000, stacks = [], queues = [], bootstrapped = ["30"] } = account;
  const { status = "ISSUED", names: certified = ["*.acme.test"] } = account.certificate ?? {};
  const [published = 0, matched = 0] = account.events ?? [400, 1_100];
  const tables = Object.fromEntries(names.map((name) => [`${name}Table`, `Data-${name}`]));
  const outputs = { BusName: "feedhook-prod", KeyArn: keyA, ...tables };
  const [data] = stackWith(outputs).Stacks;
  const answers: { readonly [command: string]: unknown } = {
    GetCallerIdentity: { Account: id },
    GetAccountSettings: { AccountLimit: { ConcurrentExecutions: limit } },
    ListServiceQuotas: {
      Quotas: [
        { QuotaName: "PutEvents throttle limit in transactions per second", Value: published },
        { QuotaName: "Invocations throttle limit in transactions per second", Value: matched },
      ],
    },
    ListStackResources: {
      StackResourceSummaries: (account.isForeign === true ? [] : Object.values(outputs)).map((name) => ({
        PhysicalResourceId: name.replace(/^.*\//, ""),
      })),
    },
    DescribeTable: {
      Table: { GlobalSecondaryIndexes: (account.indexes ?? ["wheel"]).map((IndexName) => ({ IndexName })) },
    },
    GetParameters: { Parameters: bootstrapped.map((Value) => ({ Value })) },
    DescribeCertificate: { Certificate: { Status: status, SubjectAlternativeNames: certified } },
    GetAccount: { ProductionAccessEnabled: account.isSandboxed !== true },
    ListQueues: { QueueUrls: queues },
    DescribeStacks: { Stacks: stacks.map((StackName) => ({ ...data, StackName, StackStatus: "CREATE_COMPLETE" })) },
  };
  fakeAws((command) => answers[command]);
  const lines: string[] = [];
  const checks = preflightChecks(readOptions({ ...productionContext, ...pinned, ...options }));
  const { failed } = await runChecks(checks, (line) => lines.push(line.replace(/ {2,}/g, " | ")));
  return { failed, lines };
}

describe("npm run preflight", () => {
  const deployed = { stacks: ["Feedhook-prod-Data"] };
  const foreign = { ...deployed, isForeign: true };
  const used = "running code still uses it";

  test("passes if nothing blocks a deployment", async () => {
    const { failed, lines } = await preflight({ reserveConcurrency: true, ...domain, ...mail });
    expect(failed).toBe(0);
    expect(lines).toContain("event quotas | pass | 400 PutEvents and 1100 invocations a second");
    expect((await preflight({}, { bootstrapped: [] })).failed, "before cdk bootstrap").toBe(0);
    const others = ["https://sqs/feedhook-prod-eu-poll"];
    expect((await preflight({}, { queues: others })).failed, "beside a stage prod-eu").toBe(0);
  });

  test.each([
    [{}, { id: "210987654321" }, "account | fail | the credentials belong to account 210987654321"],
    [{}, { limit: 10 }, "concurrency | fail | 10; the bridge uses up to 542: request a quota of 1,000"],
    [{}, { events: [399, 1_100] }, "event quotas | fail | 399 PutEvents and 1100 invocations a second, less than 400"],
    [{}, { events: [400, 1_099] }, "event quotas | fail | 400 PutEvents and 1099 invocations a second, less than 400"],
    [{}, { bootstrapped: ["5"] }, "bootstrap | fail | version 5, older than 6: run npx cdk bootstrap"],
    [domain, { certificate: { status: "PENDING_VALIDATION" } }, "certificate | fail | is PENDING_VALIDATION"],
    [domain, { certificate: { names: ["acme.test"] } }, "certificate | fail | is for acme.test, not hooks.acme.test"],
    [
      { restoredTables: { feeds: "feedhook-prod-feeds-1" } },
      { indexes: [] },
      "restored tables | fail | feedhook-prod-feeds-1 has no index wheel: run restore-tables again",
    ],
    [mail, { isSandboxed: true }, "email | fail | SES is in its sandbox"],
    [{}, { queues: ["https://sqs/feedhook-prod-poll"] }, "leftover queues | fail | delete them first"],
    [{ busName: "partner-changes" }, deployed, `replaced | fail | add feedhook-prod to formerBusNames: ${used}`],
    [{ keyArn: keyB }, deployed, `replaced | fail | add ${keyA} to formerKeyArns, or set keepOwnKey`],
    [{ restoredTables: { feeds: "feeds-1" } }, deployed, "replaced | fail | add Data-Feeds to formerTables"],
    [
      { keyArn: keyB, keepOwnKey: true, formerTables: inUse },
      foreign,
      `replaced | fail | add ${keyA} to formerKeyArns: ${used}`,
    ],
    [{ formerTables: inUse }, foreign, `replaced | fail | add ${keyA} to formerKeyArns: ${used}`],
    [
      { formerKeyArns: [keyA], formerTables: { ...inUse, mirror: undefined } },
      foreign,
      `replaced | fail | add Data-Mirror to formerTables: ${used}`,
    ],
  ])("finds what would fail halfway: %o in %o", async (options, account, line) => {
    const { failed, lines } = await preflight(options, account);
    expect(failed).toBe(1);
    expect(lines.find((one) => one.startsWith(line))).toBeDefined();
  });

  test("names a reservation that a small account refuses, with its quota", async () => {
    const { lines } = await preflight({ reserveConcurrency: true }, { limit: 200 });
    expect(lines.join("\n")).toContain("reserved | fail | 200, but reserveConcurrency needs 267");
  });

  test("accepts replacements that are named", async () => {
    for (const named of [
      { busName: "partner-changes", formerBusNames: ["feedhook-prod"] },
      { keyArn: keyB, formerKeyArns: [keyA] },
      { keyArn: keyB, keepOwnKey: true },
      { restoredTables: { feeds: "feeds-1" }, formerTables: { feeds: "Data-Feeds" } },
    ]) {
      expect((await preflight(named, deployed)).failed).toBe(0);
    }
    expect((await preflight({ formerKeyArns: [keyA], formerTables: inUse }, foreign)).failed).toBe(0);
  });
});
