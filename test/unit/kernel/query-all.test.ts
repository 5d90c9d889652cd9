import { expect, test, vi } from "vitest";
import { queryAll } from "../../../shared/kernel/query-all.ts";
import { MemoryTable } from "../../support/memory-table.ts";

test("pages grow fourfold up to a size, and return each item once in order", async () => {
  const table = new MemoryTable("feeds");
  const keys = Array.from({ length: 100 }, (_, n) => ({ pk: "p", sk: String(n).padStart(3, "0") }));
  await table.put(keys.map((item) => ({ item })));
  const query = vi.spyOn(table, "query");
  const found: string[] = [];
  for await (const { sk } of queryAll(table, { pk: "p", limit: 2 }, { growTo: 40 })) found.push(sk);
  expect(found).toEqual(keys.map(({ sk }) => sk));
  expect(query.mock.calls.map(([{ limit }]) => limit)).toEqual([2, 8, 32, 40, 40]);
});
