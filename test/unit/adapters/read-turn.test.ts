import { expect, test } from "vitest";
import { Database } from "../../../shared/adapters/sqlite/database.ts";
import { SqliteTable } from "../../../shared/adapters/sqlite/sqlite-table.ts";
import { queryAll } from "../../../shared/kernel/query-all.ts";
import { tables } from "../../../shared/kernel/topology.ts";
import { FakeClock } from "../../support/fake-clock.ts";

/** 100 items of 30 KB, and how often the event loop turns while `read` reads them. */
async function turnsOf(read: (table: SqliteTable, keys: { pk: string; sk: string }[]) => Promise<number>) {
  const database = new Database(":memory:");
  const table = new SqliteTable(database, tables.events, new FakeClock(0));
  const keys = Array.from({ length: 100 }, (_, n) => ({ pk: "p", sk: String(n).padStart(3, "0") }));
  await table.put(keys.map((key) => ({ item: { ...key, body: "x".repeat(30_000) } })));
  let turns = 0;
  let over = false;
  const turn = () => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  turn();
  const found = await read(table, keys);
  over = true;
  database.close();
  return { found, turns };
}

test.each([
  [
    "page after page",
    async (table: SqliteTable) => {
      let found = 0;
      for await (const { sk } of queryAll(table, { pk: "p" })) found += sk.length / 3;
      return found;
    },
  ],
  ["key by key", async (table: SqliteTable, keys: { pk: string; sk: string }[]) => (await table.getAll(keys)).length],
  [
    "many at once",
    async (table: SqliteTable, keys: { pk: string; sk: string }[]) =>
      (await Promise.all(keys.map(async (key) => table.get(key)))).length,
  ],
] as const)("reading 3 MB %s leaves event-loop turns to others", async (_, read) => {
  const { found, turns } = await turnsOf(read);
  expect(found).toBe(100);
  expect(turns).toBeGreaterThan(15);
});
