import { expect, test } from "vitest";
import { FanoutLedger } from "../../../shared/fanout/fanout-ledger.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { testContext } from "../../support/test-context.ts";

// A version that looked for its entries under another key would redeliver everything that is repeated after a
// deployment.
test.each([
  ["a first chunk", {}, "after#"],
  ["a continuation", { after: "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }, "after#sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"],
])("the ledger key of %s never changes", async (_, fields, sk) => {
  const table = new MemoryTable("events");
  const ledger = new FanoutLedger({ ...testContext(), table });
  const id = "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB";
  const message = { instance: "acme", id, type: "person.updated", ...fields };
  await ledger.record([{ message, sent: 1 }]);
  expect(table.items).toMatchObject([{ pk: `ledger#${id}`, sk }]);
  expect(await ledger.areDone([message])).toEqual([true]);
});
