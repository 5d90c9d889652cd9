import { SqliteTable } from "../../shared/adapters/sqlite/sqlite-table.ts";
import { tables } from "../../shared/kernel/topology.ts";
import { openTestDatabase } from "../support/sqlite-database.ts";
import { describeTable } from "./table-contract.ts";

for (const where of ["file", ":memory:"] as const) {
  describeTable(`SQLite (${where})`, async (clock) => {
    const { database, close } = openTestDatabase(where);
    return {
      table: (name) => new SqliteTable(database, tables[name], clock),
      close: async () => {
        close();
      },
    };
  });
}
