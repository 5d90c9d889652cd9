import { expect, test } from "vitest";
import { RequestCounts } from "../../../shared/partners/request-counts.ts";
import { MemoryTable } from "../../support/memory-table.ts";

test("a key's requests in a minute are counted across all workers, from the first one on", async () => {
  const table = new MemoryTable("deliveries");
  const [one, other] = [new RequestCounts(table), new RequestCounts(table)];
  const now = Date.UTC(2026, 10, 21, 12);
  expect([await one.add("key_1", 20, now), await other.add("key_1", 5, now + 59_999)]).toEqual([20, 25]);
  expect(table.items).toMatchObject([{ expiresAt: now / 1_000 + 120 }]);
  expect([await one.add("key_2", 1, now), await one.add("key_1", 1, now + 60_000)]).toEqual([1, 1]);
});
