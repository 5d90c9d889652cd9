import { describe, expect, test } from "vitest";
import type { AwsCli } from "../../infra/aws/commands/aws-cli.ts";
import { runChecks } from "../../infra/aws/commands/checks.ts";
import { liveChecks } from "../../infra/aws/commands/live-checks.ts";
import { standingChecks } from "../../infra/aws/commands/standing-checks.ts";
import { queues, tables } from "../../shared/kernel/topology.ts";
import { productionContext, synthesise } from "./support/deployment.ts";

type Answers = { readonly [command: string]: unknown };

const indexes = Object.values(tables).flatMap((table) => table.indexes.map(({ name }) => name));

const outputs = [
  ...["AlarmTopicArn", "TicketTopicArn", "KeyArn", "BusName", "FeedsTable", "MirrorTable"],
  ...["EventsTable", "SubscriptionsTable", "DeliveriesTable"],
].map((OutputKey) => ({ OutputKey, OutputValue: `the ${OutputKey}` }));
const stacks = ["Data", "Delivery", "Ingest", "Api", "Ops"].map((name) => [
  `Feedhook-prod-${name}`,
  "UPDATE_COMPLETE",
  true,
]);
const mappings = Array.from({ length: Object.keys(queues).length + 1 }, (_, position) => ({
  FunctionArn: `arn:aws:lambda:eu-north-1:123456789012:function:Feedhook-prod-Ingest-${position}`,
  State: "Enabled",
}));

/** A working stage in the AWS CLI's output; `changed` is what differs. */
const wellStage: Answers = {
  "cloudformation describe-stacks": (args: readonly string[]) => (args.includes("--stack-name") ? outputs : stacks),
  "lambda get-account-settings": { AccountLimit: { ConcurrentExecutions: 1_000 } },
  "service-quotas list-service-quotas": [
    ["PutEvents throttle limit in transactions per second", 600],
    ["Invocations throttle limit in transactions per second", 1_100],
  ],
  "sns list-subscriptions-by-topic": [["ops@acme.test", "arn:aws:sns:eu-north-1:123456789012:ops:0"]],
  "dynamodb describe-table": {
    Table: {
      ...{ TableStatus: "ACTIVE", DeletionProtectionEnabled: true },
      GlobalSecondaryIndexes: indexes.map((IndexName) => ({ IndexName })),
    },
  },
  "dynamodb describe-continuous-backups": {
    ContinuousBackupsDescription: { PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: "ENABLED" } },
  },
  "kms describe-key": { KeyMetadata: { KeyState: "Enabled" } },
  "kms get-key-rotation-status": { KeyRotationEnabled: true },
  "lambda list-event-source-mappings": { EventSourceMappings: mappings },
  "lambda list-functions": ["a-function"],
  "lambda get-function-configuration": { LoggingConfig: { LogGroup: "its-logs" } },
  "lambda invoke": {},
  "logs filter-log-events": (args: readonly string[]) => ({
    events: args.includes('"canary.latency_ms"') ? [{ message: '{"canary.latency_ms":[2300]}' }] : [],
  }),
  "sqs create-queue": { QueueUrl: "https://sqs/queue" },
  "sqs get-queue-attributes": { Attributes: { QueueArn: "arn:aws:sqs:eu-north-1:123456789012:queue" } },
  "sqs receive-message": { Messages: [{ Body: "{}", Attributes: { MessageGroupId: "acme" } }] },
  "sns subscribe": { SubscriptionArn: "arn:aws:sns:eu-north-1:123456789012:ops:1" },
};

async function smoke(changed: Answers = {}, emulated = false) {
  const calls: string[] = [];
  const aws: AwsCli = async (args) => {
    const command = args.slice(0, 2).join(" ");
    calls.push(command);
    const answer = { ...wellStage, ...changed }[command];
    if (answer instanceof Error) throw answer;
    return answer === undefined ? "" : JSON.stringify(typeof answer === "function" ? answer(args) : answer);
  };
  const lines: string[] = [];
  const parts = { aws, stage: "prod", emulated, runId: "1", sleep: () => Promise.resolve() };
  const counts = await runChecks([...standingChecks(parts), ...liveChecks(parts)], (line) => lines.push(line));
  const lineOf = (name: string) => lines.find((line) => line.startsWith(name))?.replace(/ {2,}/g, " | ");
  return { ...counts, lines, lineOf, calls };
}

describe("npm run smoke", () => {
  test("passes on a working stage, and removes what it created", async () => {
    const { failed, untestable, lines, calls } = await smoke();
    expect(lines.filter((line) => !line.includes("  pass  "))).toEqual([]);
    expect([failed, untestable]).toEqual([0, 0]);
    const times = (command: string) => calls.filter((call) => call === command).length;
    expect(times("sqs delete-queue")).toBe(times("sqs create-queue"));
    expect([times("sns unsubscribe"), times("events delete-rule"), times("events remove-targets")]).toEqual([2, 1, 1]);
    expect(times("cloudwatch set-alarm-state")).toBe(4);
  });

  test.each([
    ["pages reach their topic", { "sqs receive-message": {} }, "nothing came within a minute"],
    ["tickets reach their topic", { "sqs receive-message": {} }, "nothing came within a minute"],
    ["receivers of pages", { "sns list-subscriptions-by-topic": [] }, "the AlarmTopicArn has no subscriber"],
    [
      "receivers of tickets",
      { "sns list-subscriptions-by-topic": [["ops@acme.test", "PendingConfirmation"]] },
      "not confirmed, see the email from SNS: ops@acme.test",
    ],
    [
      "bus groups by instance",
      { "sqs receive-message": { Messages: [{ Body: "{}", Attributes: { MessageGroupId: "$.detail.instance" } }] } },
      "the group is $.detail.instance",
    ],
    ["canary comes back", { "logs filter-log-events": { events: [] } }, "not received within two minutes"],
    [
      "concurrency",
      { "lambda get-account-settings": { AccountLimit: { ConcurrentExecutions: 10 } } },
      "request a quota of 1,000",
    ],
    ["wrapping key", { "kms describe-key": { KeyMetadata: { KeyState: "Disabled" } } }, "is Disabled"],
    [
      "table feeds",
      { "dynamodb describe-table": { Table: { TableStatus: "ACTIVE", DeletionProtectionEnabled: true } } },
      "has no index wheel: run restore-tables again with the table's suffix",
    ],
    ["table mirror", { "dynamodb describe-continuous-backups": {} }, "can't be restored"],
    ["event sources", { "lambda list-event-source-mappings": { EventSourceMappings: [] } }, "0 of 8"],
    [
      "errors of poll",
      { "logs filter-log-events": { events: [{ message: '{"level":"error","event":"poll.failed"}' }] } },
      "poll.failed",
    ],
    [
      "stacks",
      {
        "cloudformation describe-stacks": (args: readonly string[]) =>
          args.includes("--stack-name") ? [] : [["Feedhook-prod-Data", "ROLLBACK_COMPLETE", false]],
      },
      "ROLLBACK_COMPLETE",
    ],
  ])("%s fails where it should, in words that say what is wrong", async (name, changed, detail) => {
    const { failed, lineOf } = await smoke(changed);
    expect(failed).toBeGreaterThan(0);
    expect(lineOf(name)).toContain("| fail |");
    expect(lineOf(name)).toContain(detail);
  });

  test("looks at no other stage in the account whose name begins alike", async () => {
    const { failed, lineOf } = await smoke({
      "cloudformation describe-stacks": (args: readonly string[]) =>
        args.includes("--stack-name") ? outputs : [...stacks, ["Feedhook-prod-eu-Data", "ROLLBACK_COMPLETE", false]],
      "lambda list-event-source-mappings": {
        EventSourceMappings: [
          ...mappings,
          {
            FunctionArn: "arn:aws:lambda:eu-north-1:123456789012:function:Feedhook-prod-eu-Ingest-0",
            State: "Disabled",
          },
        ],
      },
    });
    expect([lineOf("stacks"), lineOf("event sources"), failed]).toEqual([
      expect.stringContaining("| pass |"),
      expect.stringContaining("| pass |"),
      0,
    ]);
  });

  test("reports what an engine can't show as such, not as a failure or a success", async () => {
    const error = new Error("Command failed: aws …\nAn error occurred (InvalidAction) when calling the operation");
    const { failed, untestable, lineOf } = await smoke({ "service-quotas list-service-quotas": error });
    expect([failed, untestable]).toEqual([0, 1]);
    expect(lineOf("event quotas")).toContain("| not testable here |");
    const denied = await smoke({ "service-quotas list-service-quotas": new Error("AccessDenied") });
    expect([denied.failed, denied.untestable]).toEqual([1, 0]);
  });

  test("asks an emulator only for what it can show", async () => {
    const silent = { "logs filter-log-events": { events: [] }, "dynamodb describe-continuous-backups": {} };
    const { failed, lineOf } = await smoke(silent, true);
    expect(failed).toBe(0);
    for (const name of ["table mirror", "canary comes back"]) expect(lineOf(name)).toContain("| not testable here |");
  });

  test("finds its resources in the stack's outputs", () => {
    expect(Object.keys(synthesise(productionContext).outputs("Data"))).toEqual(
      expect.arrayContaining(["AlarmTopicArn", "TicketTopicArn", "BusName", "KeyArn", "FeedsTable", "DeliveriesTable"]),
    );
  });
});
