import { expect, test } from "vitest";
import { takeOfDay } from "../../../shared/partners/day-allowance.ts";
import { MemoryTable } from "../../support/memory-table.ts";

test("a day's allowance belongs to one partner and purpose, and is never exceeded", async () => {
  const table = new MemoryTable("deliveries");
  const now = Date.UTC(2026, 10, 21, 12);
  const first = { partner: "prt_1", of: "examples", amount: 2, most: 3, now };
  const take = (other: Partial<typeof first> = {}) => takeOfDay(table, { ...first, ...other });
  expect([await take(), await take(), await take({ amount: 1 }), await take({ amount: 1 })]).toEqual([
    ...[true, false],
    ...[true, false],
  ]);
  expect(table.items).toMatchObject([{ expiresAt: now / 1_000 + 2 * 86_400 }]);
  for (const other of [{ partner: "prt_2" }, { of: "audit" }, { now: now + 86_400_000 }])
    expect([other, await take(other)]).toEqual([other, true]);
});
