import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { SqliteTable } from "../../shared/adapters/sqlite/sqlite-table.ts";
import { tables } from "../../shared/kernel/topology.ts";
import { FakeClock } from "../support/fake-clock.ts";
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

it("returns the room of shrinking items, so that a store gets smaller when its entries lose their bodies", async () => {
  const { database, close } = openTestDatabase(":memory:");
  onTestFinished(close);
  const table = new SqliteTable(database, tables.mirror, new FakeClock());
  const pages = z.object({ page_count: z.int() }).or(z.object({ freelist_count: z.int() }));
  const count = (name: string) => Object.values(pages.parse(database.first(`PRAGMA ${name}`)))[0] ?? 0;
  const used = () => count("page_count") - count("freelist_count");
  const keys = Array.from({ length: 3_000 }, (_, place) => ({ pk: `owner${place % 50}`, sk: `entry${place}` }));
  await table.put(keys.map((key) => ({ item: { ...key, body: "x".repeat(800) } })));
  const full = used();
  const when = [{ attribute: "body", is: "present" } as const];
  await table.put(keys.map((key) => ({ item: { ...key, documentId: "d" }, when })));
  expect(used()).toBeLessThan(full / 4);
  expect(await table.get(keys[0]!)).toEqual({ ...keys[0], documentId: "d" });
});
