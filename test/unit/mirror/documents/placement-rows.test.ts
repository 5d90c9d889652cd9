import { expect, test } from "vitest";
import { PlacementRows } from "../../../../shared/mirror/documents/placement-rows.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";

const owner = { type: "Company", id: "a" } as const;

test("hazard 66: documents and folders whose ids contain the separator have rows of their own", async () => {
  const mirror = new MemoryTable("mirror");
  const rows = new PlacementRows(mirror, new FakeClock());
  await rows.add("acme", "d", {}, { "Company#a": ["1#2"] });
  await rows.add("acme", "d#1", {}, { "Company#a": ["2"] });
  await rows.add("acme", "plain", {}, { "Company#a": ["f"] });
  expect((await rows.under("acme", owner)).map(({ documentId }) => documentId).sort()).toEqual(["d", "d#1", "plain"]);
  expect(mirror.items.map(({ sk }) => sk)).toContain("plain#f");
  await rows.drop("acme", "d#1", { "Company#a": ["2"] }, {});
  expect((await rows.under("acme", owner)).map(({ documentId }) => documentId).sort()).toEqual(["d", "plain"]);
});
