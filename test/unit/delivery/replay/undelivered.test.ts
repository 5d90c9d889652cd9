import { expect, it, vi } from "vitest";
import { undeliveredOf } from "../../../../shared/delivery/replay/undelivered.ts";
import { newDeliveryRow } from "../../../../shared/delivery/rows/delivery-row.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { anEvent, detectedAt, idOf } from "../../fanout/an-event.ts";

it("reads an event's first delivery and its newest replays, however often it was replayed", async () => {
  const table = new MemoryTable("deliveries", { pageSize: 100 });
  const envelope = anEvent();
  const message = { partner: "prt_1", instance: "acme", subscription: "sub_1", event: idOf(1), attempt: 1 };
  const put = (run: string, state: string) =>
    table.put([{ item: { ...newDeliveryRow({ ...message, run }, detectedAt, 1_000), state } }]);
  await put("0", "expired");
  for (let n = 0; n < 300; n += 1) await put(`rpl_01KAJ3N6Q0V5Y1R8C4T7W2X${1_000 + n}`, "held");
  const query = vi.spyOn(table, "query");
  const of = () => undeliveredOf(table, { id: "sub_1", kind: "push" }, [{ envelope, body: "{}" }]);
  expect(await of()).toMatchObject([{ state: "held" }]);
  const pages = await Promise.all(query.mock.results.map(({ value }) => value));
  expect(pages.flatMap(({ items }) => items).length).toBeLessThan(20);
  await put("0", "delivered");
  expect(await of()).toEqual([]);
});
