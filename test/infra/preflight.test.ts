import { describe, expect, test } from "vitest";
import type { AwsCli } from "../../infra/aws/commands/aws-cli.ts";
import { runChecks } from "../../infra/aws/commands/checks.ts";
import { preflightChecks } from "../../infra/aws/commands/preflight-checks.ts";
import { readOptions } from "../../infra/aws/read-options.ts";
import { productionContext } from "./support/deployment.ts";

const [keyA, keyB] = ["0", "1"].map(
  (digit) => `arn:aws:kms:eu-north-1:123456789012:key/${digit}a1b2c3d-0000-4000-8000-000000000000`,
);
const pinned = { ...productionContext, account: "123456789012", region: "eu-north-1" };

async function preflight(
  options: object,
  account: { readonly id?: string; readonly limit?: number; readonly stacks?: object; readonly queues?: object } = {},
) {
  const { id = "123456789012", limit = 1_000, stacks = {}, queues = [] } = account;
  const aws: AwsCli = async (args) => {
    const answers: { readonly [command: string]: unknown } = {
      "sts get-caller-identity": { Account: id },
      "lambda get-account-settings": { AccountLimit: { ConcurrentExecutions: limit } },
      "sqs list-queues": { QueueUrls: queues },
      "cloudformation describe-stacks": args.includes("--stack-name")
        ? [
            { OutputKey: "BusName", OutputValue: "feedhook-prod" },
            { OutputKey: "KeyArn", OutputValue: keyA },
            ...["Feeds", "Mirror", "Events", "Subscriptions", "Deliveries"].map((name) => ({
              OutputKey: `${name}Table`,
              OutputValue: `Data-${name}`,
            })),
          ]
        : Object.keys(stacks).filter((name) => args.some((arg) => arg.includes(`'${name}'`))),
    };
    return JSON.stringify(answers[args.slice(0, 2).join(" ")]);
  };
  const lines: string[] = [];
  const checks = preflightChecks({ aws, options: readOptions({ ...pinned, ...options }) });
  const { failed } = await runChecks(checks, (line) => lines.push(line.replace(/ {2,}/g, " | ")));
  return { failed, lines };
}

describe("npm run preflight", () => {
  test("passes if nothing is in the way", async () => {
    expect((await preflight({ reserveConcurrency: true })).failed).toBe(0);
  });

  test.each([
    [{}, { id: "210987654321" }, "account | fail | the credentials belong to account 210987654321"],
    [{ reserveConcurrency: true }, { limit: 200 }, "concurrency | fail | 200, but reserveConcurrency needs 267"],
    [{}, { queues: ["https://sqs/feedhook-prod-poll"] }, "left over queues | fail | delete them first"],
    [
      { busName: "partner-changes" },
      { stacks: { "Feedhook-prod-Data": true } },
      "replaced | fail | name feedhook-prod in formerBusNames: running code still uses it",
    ],
    [
      { keyArn: keyB },
      { stacks: { "Feedhook-prod-Data": true } },
      `replaced | fail | name ${keyA} in formerKeyArns, or set keepOwnKey`,
    ],
    [
      { restoredTables: { feeds: "feeds-1" } },
      { stacks: { "Feedhook-prod-Data": true } },
      "replaced | fail | name Data-Feeds in formerTables",
    ],
  ])("finds what would fail half way: %o in %o", async (options, account, line) => {
    const { failed, lines } = await preflight(options, account);
    expect(failed).toBe(1);
    expect(lines.find((one) => one.startsWith(line))).toBeDefined();
  });

  test("asks a small account for nothing that isn't kept, and takes what is replaced where it is named", async () => {
    expect((await preflight({}, { limit: 10 })).failed).toBe(0);
    for (const named of [
      { busName: "partner-changes", formerBusNames: ["feedhook-prod"] },
      { keyArn: keyB, formerKeyArns: [keyA] },
      { keyArn: keyB, keepOwnKey: true },
      { restoredTables: { feeds: "feeds-1" }, formerTables: { feeds: "Data-Feeds" } },
    ]) {
      expect((await preflight(named, { stacks: { "Feedhook-prod-Data": true } })).failed).toBe(0);
    }
  });
});
