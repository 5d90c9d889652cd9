import { expect, test } from "vitest";
import { forgetQuarantined } from "../../../../shared/polling/quarantine/forget-quarantined.ts";
import { ownerFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { quarantineWorld } from "../support/quarantine-world.ts";

test("an erasure discards every row of its record and no other", async () => {
  const { keep, table, hashes } = quarantineWorld();
  await keep({ id: "p1", version: 1 }, { id: "p1", version: 2 }, { id: "p2" });
  expect(await hashes()).toHaveLength(3);
  await forgetQuarantined(table, "acme", "person", "p1");
  expect(await hashes()).toHaveLength(3);
  await forgetQuarantined(table, "acme", "project", "p1");
  expect(await hashes()).toHaveLength(1);
});

const long = "x".repeat(400_000);

test.each<[string, unknown]>([
  ["the text of a page that can't be read names it", '[{"id":"p1","name":"An'],
  ["the beginning of a row names it", { id: "p1", long }],
  ["only the end of a row that was shortened names it", { long, id: "p1" }],
])("an erasure discards a row where %s", async (_, row) => {
  const { keep, table } = quarantineWorld();
  await keep(row);
  await forgetQuarantined(table, "acme", "project", "p1");
  expect(table.items).toEqual([]);
});

test("an erasure discards the rows of a document that its owners' feeds quarantined", async () => {
  const { fixture, table, quarantine, hashes, feedId } = quarantineWorld();
  for (const id of ["a", "b"]) {
    fixture.clock.advance(1_000);
    const { feedId } = ownerFeed("acme", { type: "Company", id });
    await quarantine.keep("acme", feedId, [{ id: "d1", name: "old.txt" }, { id: "d2" }], "unanswered");
  }
  await forgetQuarantined(table, "acme", "person", "d1");
  expect(await hashes()).toHaveLength(4);
  await quarantine.keep("acme", feedId, [{ id: "d1", name: "a project with the same id" }]);
  await forgetQuarantined(table, "acme", "document", "d1");
  expect(await hashes()).toHaveLength(3);
  expect(JSON.stringify(table.items.filter(({ pk }) => pk.includes("#owner#")))).not.toContain("d1");
});
