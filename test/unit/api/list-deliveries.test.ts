import { expect, test, vi } from "vitest";
import { listDeliveries } from "../../../shared/api/deliveries/list-deliveries.ts";
import { newDeliveryRow } from "../../../shared/delivery/rows/delivery-row.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { eventAt } from "./api-fixture.ts";

const day = 86_400_000;
const now = Date.UTC(2026, 10, 21, 12);

test("a page reads only its own days, from the end of the previous page", async () => {
  const table = new MemoryTable("deliveries");
  for (let ago = 0; ago < 6; ago += 1) {
    const event = eventAt(now - ago * day).envelope.id;
    const message = { subscription: "sub_1", partner: "prt_1", instance: "acme", event, run: "0", attempt: 1 };
    await table.put([{ item: { ...newDeliveryRow(message, now, 1_000), type: "person.updated", attempt: 1 } }]);
  }
  const query = vi.spyOn(table, "query");
  const asked = {
    subscription: "sub_1",
    isWanted: undefined,
    after: undefined,
    newestMs: now,
    oldestMs: now - 9 * day,
  };
  const page = async (more: Partial<Parameters<typeof listDeliveries>[1]> & { readonly limit: number }) => {
    query.mockClear();
    const { next } = await listDeliveries(table, { ...asked, ...more });
    const days = new Set(query.mock.calls.map(([{ pk }]) => pk.split("#")[1]));
    return { next, days: [...days] };
  };
  const first = await page({ limit: 3 });
  expect(first.days).toEqual(["2026-11-21", "2026-11-20", "2026-11-19", "2026-11-18"]);
  expect((await page({ limit: 2, after: first.next })).days).toEqual([
    "2026-11-19",
    "2026-11-18",
    "2026-11-17",
    "2026-11-16",
  ]);
  const earlier = await page({ limit: 1, after: first.next, newestMs: now - 4 * day });
  expect(earlier.days).toEqual(["2026-11-17", "2026-11-16"]);
});

test("a filter examines fewer deliveries that store responses, because these are large", async () => {
  const table = new MemoryTable("deliveries", { pageSize: 1_000 });
  const failures = Array.from({ length: 5 }, (_, at) => ({ at, excerpt: "no" }));
  for (let n = 0; n < 400; n += 1) {
    const event = eventAt(now - n, String(n)).envelope.id;
    const message = { subscription: "sub_1", partner: "prt_1", instance: "acme", event, run: "0", attempt: 5 };
    const row = { ...newDeliveryRow(message, now, 1_000), attempt: 5, ...(n % 2 === 0 && { failures }) };
    await table.put([{ item: row }]);
  }
  let examined = 0;
  const isWanted = () => {
    examined += 1;
    return false;
  };
  const asked = { subscription: "sub_1", isWanted, limit: 10, newestMs: now, oldestMs: now - day };
  const { next } = await listDeliveries(table, { ...asked, after: undefined });
  expect([examined, typeof next]).toEqual([271, "string"]);
  expect(await listDeliveries(table, { ...asked, after: next })).toEqual({ rows: [], next: undefined });
  expect(examined).toBe(400);
});
