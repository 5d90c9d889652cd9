import { ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { restoreStageTables } from "../../infra/aws/commands/restore-tables.ts";
import { readOptions } from "../../infra/aws/read-options.ts";
import { tables as topology } from "../../shared/kernel/topology.ts";
import { fakeAws, stackWith } from "../support/fake-aws.ts";
import { productionContext } from "./support/deployment.ts";

type Table = {
  status: string[];
  protected: boolean;
  stream: boolean;
  expiry?: string;
  backups: boolean;
  indexes: { IndexName: string; IndexStatus: string }[];
  tags: { Key: string; Value: string }[];
  from?: string;
};

/** Tables in memory. As on AWS, a restored table has only its content. */
function cloud() {
  const names = ["Feeds", "Mirror", "Events", "Subscriptions", "Deliveries"];
  const standing = (name: string): [string, Table] => [
    `Data-${name}`,
    {
      status: [],
      protected: true,
      stream: name === "Mirror",
      backups: true,
      indexes: [],
      tags: [
        { Key: "application", Value: "feedhook" },
        { Key: "aws:cloudformation:stack-name", Value: "Feedhook-prod-Data" },
      ],
    },
  ];
  const tables = new Map<string, Table>(names.map(standing));
  const said: string[] = [];
  const describing = (name: string, table: Table) => ({
    TableArn: `arn:${name}`,
    TableStatus: table.status.shift() ?? "ACTIVE",
    DeletionProtectionEnabled: table.protected,
    GlobalSecondaryIndexes: table.indexes.map((index) => ({ ...index })),
    ...(table.stream ? { LatestStreamArn: `stream-of-${name}`, StreamSpecification: { StreamEnabled: true } } : {}),
  });
  fakeAws((command, input) => {
    if (command === "DescribeStacks") {
      return stackWith(Object.fromEntries(names.map((name) => [`${name}Table`, `Data-${name}`])));
    }
    if (command === "RestoreTableToPointInTime") {
      const table = { status: ["CREATING"], protected: false, stream: false, backups: false, indexes: [], tags: [] };
      tables.set(input["TargetTableName"], { ...table, from: input["RestoreDateTime"].toISOString() });
      return {};
    }
    const name: string = input["TableName"] ?? input["ResourceArn"].replace("arn:", "");
    const table = tables.get(name);
    if (table === undefined) throw new ResourceNotFoundException({ message: "no table", $metadata: {} });
    switch (command) {
      case "DescribeTable": {
        const Table = describing(name, table);
        for (const index of table.indexes) index.IndexStatus = "ACTIVE";
        return { Table };
      }
      case "DescribeContinuousBackups": {
        const LatestRestorableDateTime = new Date(`2026-11-21T${name === "Data-Events" ? "08:55" : "08:56"}:00.000Z`);
        const PointInTimeRecoveryDescription = table.backups ? { LatestRestorableDateTime } : {};
        return { ContinuousBackupsDescription: { PointInTimeRecoveryDescription } };
      }
      case "UpdateTable":
        if (input["StreamSpecification"] !== undefined) {
          expect(input["StreamSpecification"]).toMatchObject({ StreamViewType: "NEW_AND_OLD_IMAGES" });
          table.stream = true;
        }
        if (input["DeletionProtectionEnabled"] === true) table.protected = true;
        // DynamoDB refuses a second change while one is in progress.
        if (table.indexes.some(({ IndexStatus }) => IndexStatus !== "ACTIVE"))
          throw new Error("ResourceInUseException");
        for (const { Create } of input["GlobalSecondaryIndexUpdates"] ?? []) {
          expect(Create).toMatchObject({ Projection: { ProjectionType: "KEYS_ONLY" } });
          table.indexes.push({ IndexName: Create.IndexName, IndexStatus: "CREATING" });
        }
        table.status.push("UPDATING");
        return {};
      case "DescribeTimeToLive":
        return { TimeToLiveDescription: { AttributeName: table.expiry } };
      case "UpdateTimeToLive":
        if (table.expiry !== undefined) throw new Error("ValidationException: TimeToLive is already enabled");
        table.expiry = input["TimeToLiveSpecification"].AttributeName;
        return {};
      case "UpdateContinuousBackups":
        table.backups = input["PointInTimeRecoverySpecification"].PointInTimeRecoveryEnabled;
        return {};
      case "ListTagsOfResource":
        return { Tags: table.tags };
      case "TagResource":
        table.tags.push(...input["Tags"]);
        return {};
      default:
        throw new Error(`not expected: ${command}`);
    }
  });
  const restore = (options: { at?: string; only?: readonly string[] } = {}) =>
    restoreStageTables({
      ...{ stage: "prod", suffix: "1", at: options.at, only: options.only },
      sleep: () => Promise.resolve(),
      say: (line) => said.push(line),
    });
  return { tables, restore, said };
}

test("restores every table to one instant, with the settings that a restore leaves out", async () => {
  const { tables, restore, said } = cloud();
  const printed = await restore();
  // References between tables have to resolve, so it is the earliest of their latest instants.
  expect(said[0]).toBe("restoring to 2026-11-21T08:55:00.000Z");
  for (const name of ["feeds", "mirror", "events", "subscriptions", "deliveries"]) {
    expect(tables.get(`feedhook-prod-${name}-1`), name).toMatchObject({
      from: "2026-11-21T08:55:00.000Z",
      protected: true,
      backups: true,
      stream: name === "mirror",
      tags: [{ Key: "application", Value: "feedhook" }],
    });
  }
  expect(tables.get("feedhook-prod-subscriptions-1")!.expiry).toBeUndefined();
  expect(tables.get("feedhook-prod-mirror-1")!.expiry).toBe("expiresAt");
  expect(printed.restoredStreamArn).toBe("stream-of-feedhook-prod-mirror-1");
});

test("prints what the stage's file takes", async () => {
  const { restore } = cloud();
  const { restoredTables, formerTables } = await restore({ at: "2026-11-20T00:00:00Z" });
  const restoredStreamArn =
    "arn:aws:dynamodb:eu-north-1:123456789012:table/feedhook-prod-mirror-1/stream/2026-11-21T08:00:00.000";
  const options = readOptions({ ...productionContext, restoredTables, restoredStreamArn, formerTables });
  expect(options).toMatchObject({ restoredTables, formerTables });
  // Code that isn't replaced yet keeps its rights to these.
  expect(formerTables).toMatchObject({ feeds: "Data-Feeds", mirror: "Data-Mirror" });
});

test("resumes after an interruption, and restores nothing twice", async () => {
  const { tables, restore } = cloud();
  await restore({ only: ["deliveries"] });
  tables.get("feedhook-prod-deliveries-1")!.from = "before";
  await restore();
  expect(tables.get("feedhook-prod-deliveries-1")!.from).toBe("before");
  await expect(restore({ only: ["tokens"] })).rejects.toThrow("there is no table tokens");
});

test("names the table without backups before it restores any", async () => {
  const { tables, restore } = cloud();
  tables.get("Data-Feeds")!.backups = false;
  await expect(restore()).rejects.toThrow("Data-Feeds has no backups");
  expect([...tables.keys()].some((name) => name.endsWith("-1"))).toBe(false);
});

test("fails if a restored table doesn't become active", async () => {
  const { tables, restore } = cloud();
  await restore({ only: ["feeds"] });
  tables.get("feedhook-prod-feeds-1")!.status.push("ARCHIVED", "ARCHIVED");
  await expect(restore({ only: ["feeds"] })).rejects.toThrow("feedhook-prod-feeds-1 is ARCHIVED");
});

test("adds the indexes that a restored table lacks, one by one, when it is repeated after a release", async () => {
  const { tables, restore } = cloud();
  await restore();
  const declared = (name: keyof typeof topology) => topology[name].indexes.map((index) => index.name);
  for (const name of ["feeds", "mirror", "events", "subscriptions", "deliveries"] as const) {
    const table = tables.get(`feedhook-prod-${name}-1`)!;
    expect(table.indexes.map(({ IndexName }) => IndexName).sort(), name).toEqual([...declared(name)].sort());
    table.indexes.splice(0);
  }
  await restore();
  expect(tables.get("feedhook-prod-feeds-1")!.indexes).toEqual(
    declared("feeds").map((IndexName) => ({ IndexName, IndexStatus: "ACTIVE" })),
  );
});
