import { expect, test } from "vitest";
import { PlacementRows } from "../../../../shared/mirror/documents/placement-rows.ts";
import { placementsPartition } from "../../../../shared/mirror/mirror-key.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { LaggingTable } from "../lagging-table.ts";

const owner = { type: "Company", id: "a" } as const;

test("hazard 66: documents and folders whose ids contain the separator have separate rows", async () => {
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

test("recent placements are found, once per document, and dropped with all their rows", async () => {
  const mirror = new MemoryTable("mirror");
  const table = new LaggingTable(mirror);
  const clock = new FakeClock();
  const rows = new PlacementRows(table, clock);
  const since = clock.now();
  await rows.add("acme", "d", {}, { "Company#a": ["f1"], "Person#b": [""] });
  clock.advance(5);
  await rows.add("acme", "d", { "Company#a": ["f1"] }, { "Company#a": ["f1", "f2"] });
  await rows.add("acme", "e", {}, { "Company#a": [""] });
  const [d, e] = await rows.under("acme", owner);
  expect(d).toEqual({ documentId: "d", since: since + 5, sortKeys: ["d#f1", "d#f2"] });
  expect(e).toEqual({ documentId: "e", since: since + 5, sortKeys: ["e#"] });
  await rows.dropUnder("acme", owner, d!);
  expect(await rows.under("acme", owner)).toEqual([e]);
  expect(await rows.under("acme", { type: "Person", id: "b" })).toHaveLength(1);
});

test("existing placements aren't put again", async () => {
  const table = new LaggingTable(new MemoryTable("mirror"));
  const rows = new PlacementRows(table, new FakeClock());
  await rows.add("acme", "d", { "Company#a": ["f1"] }, { "Company#a": ["f1"] });
  expect(table.asked.puts).toBe(0);
});

test("an unreadable stored row is named", async () => {
  const mirror = new MemoryTable("mirror");
  await mirror.put([{ item: { pk: placementsPartition("acme", owner), sk: "d#f1", documentId: "d" } }]);
  await expect(new PlacementRows(mirror, new FakeClock()).under("acme", owner)).rejects.toThrow(
    "placement d#f1 has an unknown shape at since",
  );
});

test("a document is under an owner since its newest placement there", async () => {
  const clock = new FakeClock();
  const rows = new PlacementRows(new MemoryTable("mirror"), clock);
  await rows.add("acme", "d", {}, { "Company#a": ["f2"] });
  clock.advance(5);
  await rows.add("acme", "d", { "Company#a": ["f2"] }, { "Company#a": ["f1", "f2"] });
  expect(await rows.under("acme", owner)).toMatchObject([{ since: clock.now(), sortKeys: ["d#f1", "d#f2"] }]);
});
