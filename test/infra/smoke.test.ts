import { describe, expect, test } from "vitest";
import { runChecks } from "../../infra/aws/commands/checks.ts";
import { liveChecks } from "../../infra/aws/commands/live-checks.ts";
import { standingChecks } from "../../infra/aws/commands/standing-checks.ts";
import { functions } from "../../shared/kernel/function-topology.ts";
import { queues, tables } from "../../shared/kernel/topology.ts";
import { type AwsInput, fakeAws } from "../support/fake-aws.ts";

type Answers = { readonly [command: string]: unknown };

const indexes = Object.values(tables).flatMap((table) => table.indexes.map(({ name }) => name));

const Outputs = [
  ...["AlarmTopicArn", "TicketTopicArn", "KeyArn", "BusName", "FeedsTable", "MirrorTable"],
  ...["EventsTable", "SubscriptionsTable", "DeliveriesTable"],
].map((OutputKey) => ({ OutputKey, OutputValue: `the ${OutputKey}` }));
const stackOf = (StackName: string, StackStatus: string, EnableTerminationProtection: boolean) => ({
  ...{ StackName, StackStatus, EnableTerminationProtection, Outputs },
});
const stacks = ["Data", "Delivery", "Ingest", "Api", "Ops"].map((name) =>
  stackOf(`Feedhook-prod-${name}`, "UPDATE_COMPLETE", true),
);
const mappings = Array.from({ length: Object.keys(queues).length + 1 }, (_, position) => ({
  FunctionArn: `arn:aws:lambda:eu-north-1:123456789012:function:Feedhook-prod-Ingest-${position}`,
  State: "Enabled",
}));

/** A working stage's responses. */
const wellStage: Answers = {
  // A single stack, for its outputs, or all of them.
  DescribeStacks: ({ StackName }: AwsInput) => ({ Stacks: StackName === undefined ? stacks : [stacks[0]] }),
  GetAccountSettings: { AccountLimit: { ConcurrentExecutions: 1_000 } },
  ListServiceQuotas: {
    Quotas: [
      { QuotaName: "PutEvents throttle limit in transactions per second", Value: 600 },
      { QuotaName: "Invocations throttle limit in transactions per second", Value: 1_100 },
    ],
  },
  ListSubscriptionsByTopic: { Subscriptions: [{ Endpoint: "ops@acme.test", SubscriptionArn: "arn:aws:sns:ops:0" }] },
  DescribeTable: {
    Table: {
      ...{ TableStatus: "ACTIVE", DeletionProtectionEnabled: true },
      GlobalSecondaryIndexes: indexes.map((IndexName) => ({ IndexName })),
    },
  },
  DescribeContinuousBackups: {
    ContinuousBackupsDescription: { PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: "ENABLED" } },
  },
  DescribeKey: { KeyMetadata: { KeyState: "Enabled" } },
  GetKeyRotationStatus: { KeyRotationEnabled: true },
  ListEventSourceMappings: { EventSourceMappings: mappings },
  ListFunctions: {
    Functions: Object.keys(functions).map((name) => ({
      ...{ Description: `Feedhook prod: ${name}`, FunctionName: name, LoggingConfig: { LogGroup: `logs of ${name}` } },
    })),
  },
  FilterLogEvents: ({ filterPattern, logGroupName }: AwsInput) => ({
    events:
      filterPattern === '"canary.latency_ms"' && logGroupName === "logs of canary"
        ? [{ message: '{"canary.latency_ms":[2300]}' }]
        : [],
  }),
  CreateQueue: { QueueUrl: "https://sqs/queue" },
  GetQueueAttributes: { Attributes: { QueueArn: "arn:aws:sqs:eu-north-1:123456789012:queue" } },
  ReceiveMessage: { Messages: [{ Body: "{}", Attributes: { MessageGroupId: "acme" } }] },
  Subscribe: { SubscriptionArn: "arn:aws:sns:eu-north-1:123456789012:ops:1" },
};

/** Runs the checks on a working stage of which `changed` differs. */
async function smoke(changed: Answers = {}, emulated = false, stage = "prod") {
  const calls: string[] = [];
  fakeAws((command, input) => {
    calls.push(command);
    const answer = { ...wellStage, ...changed }[command];
    if (answer instanceof Error) throw answer;
    return typeof answer === "function" ? answer(input) : (answer ?? {});
  });
  const lines: string[] = [];
  const parts = { stage, emulated, runId: "1", sleep: () => Promise.resolve() };
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
    expect(times("DeleteQueue")).toBe(times("CreateQueue"));
    expect([times("Unsubscribe"), times("DeleteRule"), times("RemoveTargets")]).toEqual([2, 1, 1]);
    expect(times("SetAlarmState")).toBe(4);
  });

  test.each([
    ["pages reach their topic", { ReceiveMessage: {} }, "nothing arrived within a minute"],
    ["tickets reach their topic", { ReceiveMessage: {} }, "nothing arrived within a minute"],
    ["receivers of pages", { ListSubscriptionsByTopic: {} }, "the AlarmTopicArn has no subscriber"],
    [
      "receivers of tickets",
      {
        ListSubscriptionsByTopic: {
          Subscriptions: [{ Endpoint: "ops@acme.test", SubscriptionArn: "PendingConfirmation" }],
        },
      },
      "not confirmed, see the email from SNS: ops@acme.test",
    ],
    [
      "bus groups by instance",
      { ReceiveMessage: { Messages: [{ Body: "{}", Attributes: { MessageGroupId: "$.detail.instance" } }] } },
      "the group is $.detail.instance",
    ],
    ["canary comes back", { FilterLogEvents: { events: [] } }, "not received within two minutes"],
    [
      "event quotas",
      {
        ListServiceQuotas: {
          Quotas: [
            { QuotaName: "PutEvents", Value: 100 },
            { QuotaName: "Invocations", Value: 1_100 },
          ],
        },
      },
      "100 PutEvents and 1100 invocations a second, less than 400 and 1100",
    ],
    ["concurrency", { GetAccountSettings: { AccountLimit: { ConcurrentExecutions: 10 } } }, "request a quota of 1,000"],
    ["wrapping key", { DescribeKey: { KeyMetadata: { KeyState: "Disabled" } } }, "is Disabled"],
    [
      "table feeds",
      { DescribeTable: { Table: { TableStatus: "ACTIVE", DeletionProtectionEnabled: true } } },
      "has no index wheel: run restore-tables again with the table's suffix",
    ],
    ["table mirror", { DescribeContinuousBackups: {} }, "can't be restored"],
    ["event sources", { ListEventSourceMappings: { EventSourceMappings: [] } }, "0 of 8"],
    [
      "errors of poll",
      { FilterLogEvents: { events: [{ message: '{"level":"error","event":"poll.failed"}' }] } },
      "poll.failed",
    ],
    [
      "stacks",
      {
        DescribeStacks: { Stacks: [stackOf("Feedhook-prod-Data", "ROLLBACK_COMPLETE", false)] },
      },
      "ROLLBACK_COMPLETE",
    ],
  ])("%s fails where it should, in words that say what is wrong", async (name, changed, detail) => {
    const { failed, lineOf } = await smoke(changed);
    expect(failed).toBeGreaterThan(0);
    expect(lineOf(name)).toContain("| fail |");
    expect(lineOf(name)).toContain(detail);
  });

  test.each([
    [true, "fail"],
    [false, "pass"],
  ])("wants receivers wherever stacks are protected, whatever the stage's name: %s", async (isProtected, outcome) => {
    const own = stacks.map(({ StackName, StackStatus }) =>
      stackOf(StackName.replace("prod", "eu"), StackStatus, isProtected),
    );
    const DescribeStacks = ({ StackName }: AwsInput) => ({ Stacks: StackName === undefined ? own : [own[0]] });
    const { lineOf } = await smoke({ DescribeStacks, ListSubscriptionsByTopic: {} }, false, "eu");
    for (const name of ["receivers of pages", "receivers of tickets"]) expect(lineOf(name)).toContain(`| ${outcome} |`);
  });

  test("looks at no other stage in the account whose name begins alike", async () => {
    const { failed, lineOf } = await smoke({
      DescribeStacks: { Stacks: [...stacks, stackOf("Feedhook-prod-eu-Data", "ROLLBACK_COMPLETE", false)] },
      ListEventSourceMappings: {
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

  test.each([
    ["InvalidAction", "not testable here", [0, 1]],
    ["Unknown", "not testable here", [0, 1]],
    ["AccessDenied", "fail", [1, 0]],
  ])("reports an unsupported call as such, not as a failure or a success: %s", async (name, outcome, counts) => {
    const error = Object.assign(new Error("UnknownError"), { name });
    const { failed, untestable, lineOf } = await smoke({ ListServiceQuotas: error });
    expect([failed, untestable]).toEqual(counts);
    expect(lineOf("event quotas")).toContain(`| ${outcome} |`);
  });

  test("asks an emulator only for what it can show", async () => {
    const silent = { FilterLogEvents: { events: [] }, DescribeContinuousBackups: {} };
    const { failed, lineOf } = await smoke(silent, true);
    expect(failed).toBe(0);
    for (const name of ["table mirror", "canary comes back"]) expect(lineOf(name)).toContain("| not testable here |");
  });
});
