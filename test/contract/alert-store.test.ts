import { DynamoTable } from "../../shared/adapters/aws/dynamo-table.ts";
import { SqliteTable } from "../../shared/adapters/sqlite/sqlite-table.ts";
import { tables } from "../../shared/kernel/topology.ts";
import { startDynamo } from "../support/dynamo.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { openTestDatabase } from "../support/sqlite-database.ts";
import { describeAlertStore } from "./alert-store-contract.ts";

describeAlertStore("SQLite", async (clock) => {
  const { database, close } = openTestDatabase(":memory:");
  return {
    table: (name) => new SqliteTable(database, tables[name], clock),
    close: async () => {
      close();
    },
  };
});

describeAlertStore("DynamoDB", async (clock) => {
  const { client, close } = await startDynamo();
  const parts = { client, clock, sleeper: clock, randomness: new SeededRandomness() };
  return { table: (name) => new DynamoTable({ ...parts, tableName: name, declaration: tables[name] }), close };
});
