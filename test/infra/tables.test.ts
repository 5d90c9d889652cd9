import { describe, expect, test } from "vitest";
import { tableOutput } from "../../infra/aws/commands/deployed-stage.ts";
import { entriesOf } from "../../infra/aws/entries-of.ts";
import { tables } from "../../shared/kernel/topology.ts";
import { productionContext, type Resource, synthesise } from "./support/deployment.ts";

const production = synthesise(productionContext);
const development = synthesise({ ...productionContext, stage: "dev" });

const nameOf = ({ path }: Resource) => path.replace("Data/", "").toLowerCase();
const byName = Object.fromEntries(production.of("AWS::DynamoDB::Table").map((table) => [nameOf(table), table]));

test("the tables are those of the topology", () => {
  expect(Object.keys(byName).sort()).toEqual(Object.keys(tables).sort());
});

describe.each(Object.values(tables))("table $name", ({ name, indexes, expiry, streamed }) => {
  const { properties, deletionPolicy, replacePolicy } = byName[name]!;

  test("can be restored to any second and isn't deleted with its stack in production", () => {
    expect(properties).toMatchObject({
      BillingMode: "PAY_PER_REQUEST",
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    expect([deletionPolicy, replacePolicy]).toEqual(["Retain", "Retain"]);
  });

  test("has string keys pk and sk, and keys-only indexes", () => {
    const keys = (partition: string, sort: string) => [
      { AttributeName: partition, KeyType: "HASH" },
      { AttributeName: sort, KeyType: "RANGE" },
    ];
    expect(properties.KeySchema).toEqual(keys("pk", "sk"));
    const expected = indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keys(index.partition, index.sort.attribute),
      Projection: { ProjectionType: "KEYS_ONLY" },
    }));
    expect(properties.GlobalSecondaryIndexes ?? []).toEqual(expected);
    const types = indexes.flatMap(({ partition, sort }) => [
      { AttributeName: partition, AttributeType: "S" },
      { AttributeName: sort.attribute, AttributeType: sort.type === "number" ? "N" : "S" },
    ]);
    expect(properties.AttributeDefinitions).toEqual(expect.arrayContaining(types));
  });

  test("expires and streams as the topology says", () => {
    expect(properties.TimeToLiveSpecification).toEqual(
      expiry === undefined ? undefined : { AttributeName: expiry, Enabled: true },
    );
    expect(properties.StreamSpecification).toEqual(streamed ? { StreamViewType: "NEW_AND_OLD_IMAGES" } : undefined);
  });
});

test("a development stage doesn't protect its tables from deletion", () => {
  for (const table of development.all("AWS::DynamoDB::Table")) expect(table.DeletionProtectionEnabled).not.toBe(true);
});

test("operators' commands find tables, key, bus, topics and failed changes in the outputs", () => {
  const outputs = [
    "AlarmTopicArn",
    "TicketTopicArn",
    "BusName",
    ...entriesOf(tables).map(([name]) => tableOutput(name)),
  ];
  expect(Object.keys(production.outputs("Data"))).toEqual(expect.arrayContaining(outputs));
  expect(production.outputs("Data")).toMatchObject({
    KeyArn: "Data/Key.Arn",
    SubscriptionsTable: "Data/Subscriptions",
  });
  expect(production.outputs("Ingest")).toEqual({
    FailedChanges: "Ingest/Stream/Failures",
    FailureNotices: "Ingest/Stream/Notices",
    PublishFunction: "Ingest/Publish/Function:live",
  });
});
