import { expect, test } from "vitest";
import { Database } from "../../../shared/adapters/sqlite/database.ts";
import { SqliteTable } from "../../../shared/adapters/sqlite/sqlite-table.ts";
import { queryAll } from "../../../shared/kernel/query-all.ts";
import { tables } from "../../../shared/kernel/topology.ts";
import { countedTurns } from "../../support/counted-turns.ts";
import { FakeClock } from "../../support/fake-clock.ts";

type Reading = (table: SqliteTable, keys: { pk: string; sk: string }[]) => Promise<number>;

/** How often the event loop turns while `read` reads `count` items with bodies of this `size`. */
async function turnsOf(count: number, size: number, read: Reading) {
  const database = new Database(":memory:");
  const table = new SqliteTable(database, tables.events, new FakeClock(0));
  const keys = Array.from({ length: count }, (_, n) => ({ pk: "p", sk: String(n).padStart(3, "0") }));
  await table.put(keys.map((key) => ({ item: { ...key, subject: "s", body: "x".repeat(size) } })));
  let found = 0;
  const turns = await countedTurns(async () => {
    found = await read(table, keys);
  });
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
  const { found, turns } = await turnsOf(100, 30_000, read);
  expect(found).toBe(100);
  expect(turns).toBeGreaterThan(15);
});

const many = 3_000;
const times = async (read: () => Promise<number>) => {
  const found = await Promise.all(Array.from({ length: many }, read));
  return found.reduce((sum, one) => sum + one, 0);
};
test.each<[string, number, number, Reading]>([
  [
    "absent items",
    0,
    0,
    async (table) => (await table.getAll(Array.from({ length: many }, () => ({ pk: "p", sk: "none" })))).length,
  ],
  ["empty pages", 0, 0, async (table) => times(async () => (await table.query({ pk: "none" })).items.length + 1)],
  [
    "short pages of an index",
    1,
    0,
    async (table) => times(async () => (await table.queryIndex({ index: "subject", partition: "s" })).items.length),
  ],
  [
    "short pages of a scan",
    1,
    0,
    async (table) =>
      times(async () => (await table.scan({ where: { attribute: "n", atLeast: 1 }, limit: 1 })).items.length + 1),
  ],
  ["items that are counted", many, 0, async (table) => (await table.countBy("subject")).get("s") ?? 0],
])("reading thousands of %s leaves event-loop turns to others", async (_, count, size, read) => {
  const { found, turns } = await turnsOf(count, size, read);
  expect(found).toBe(many);
  expect(turns).toBeGreaterThan(15);
});
