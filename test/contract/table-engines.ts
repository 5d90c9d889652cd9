import { DynamoTable } from "../../shared/adapters/aws/dynamo-table.ts";
import { SqliteTable } from "../../shared/adapters/sqlite/sqlite-table.ts";
import type { Clock, Sleeper } from "../../shared/kernel/ports/clock.ts";
import { tables } from "../../shared/kernel/topology.ts";
import { startDynamo } from "../support/dynamo.ts";
import type { FakeClock } from "../support/fake-clock.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { openTestDatabase } from "../support/sqlite-database.ts";
import type { TableHarness } from "./table-contract.ts";

type Engine = { readonly name: string; readonly open: (clock: FakeClock) => Promise<TableHarness> };

async function openSqliteTables(clock: Clock): Promise<TableHarness> {
  const { database, close } = openTestDatabase(":memory:");
  return {
    table: (name) => new SqliteTable(database, tables[name], clock),
    close: async () => {
      close();
    },
  };
}

export async function openDynamoTables(clock: Clock & Sleeper): Promise<TableHarness> {
  const { client, close } = await startDynamo();
  const parts = { client, clock, sleeper: clock, randomness: new SeededRandomness() };
  return { table: (name) => new DynamoTable({ ...parts, tableName: name, declaration: tables[name] }), close };
}

/** The tables of both engines, for suites of the code that uses them. */
export const engines: readonly Engine[] = [
  { name: "SQLite", open: openSqliteTables },
  { name: "DynamoDB", open: openDynamoTables },
];
