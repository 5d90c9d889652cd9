import { afterAll, beforeAll } from "vitest";
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

/** Opens tables for all tests of the running suite. Returns how to get one. */
export function tablesOfSuite(open: Engine["open"], clock: FakeClock): TableHarness["table"] {
  let harness: TableHarness | undefined;
  beforeAll(async () => {
    harness = await open(clock);
  });
  afterAll(() => harness?.close());
  return (name) => harness!.table(name);
}

/** The tables of both engines, for suites of the code that uses them. */
export const engines: readonly Engine[] = [
  { name: "SQLite", open: openSqliteTables },
  { name: "DynamoDB", open: openDynamoTables },
];
