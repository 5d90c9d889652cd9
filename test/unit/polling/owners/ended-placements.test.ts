import { expect, test } from "vitest";
import { acme, inBoth, other, ownersWorld, types } from "../support/owners-fixture.ts";

test.each([true, false])(
  "a document that left two owners at once is removed without ended placements (recorded: %s)",
  async (recorded) => {
    const { fixture, source } = ownersWorld();
    const placements = inBoth("f");
    for (const owner of [acme, other]) source.add(`of ${owner.id}`, owner);
    source.add("d1", acme, { placements });
    await fixture.see();
    await fixture.see(other);
    source.lose("d1");
    for (const owner of recorded ? [acme, other] : [])
      source.record(owner, { operation: "DOCUMENT_DELETE", documentId: "d1" });
    fixture.clock.advance(fixture.timings.snapshotPeriod);
    const before = fixture.events.length;
    for (let round = 0; round < 4; round += 1) for (const owner of [other, acme]) await fixture.confirm(owner);
    const reported = fixture.events.slice(before).filter(({ subject }) => subject.type === "document");
    expect(types(reported)).toEqual(["document.removed"]);
    expect([...fixture.placements(acme), ...fixture.placements(other)]).toEqual(["of a#", "of b#"]);
  },
);

test("the event of an ended placement shows the document without it", async () => {
  const { fixture, source } = ownersWorld();
  const placements = inBoth("f");
  const document = source.add("d1", acme, { placements });
  await fixture.see();
  await fixture.see(other);
  document.description = "read by id";
  fixture.clock.advance(fixture.timings.snapshotPeriod);
  await fixture.see();
  document.placements = placements.slice(0, 1);
  source.record(other, { operation: "DOCUMENT_DELETE", documentId: "d1", changed: "2026-01-05T15:00:00Z" });
  const [ended, ...more] = await fixture.see(other);
  expect(more).toEqual([]);
  expect(ended).toMatchObject({
    ...{ type: "document.placement_removed", owner: other, timestamp: "2026-01-05T15:00:00Z" },
    data: { id: "d1", placements: [{ entityType: "Company", entityId: "a", folderId: "f" }] },
  });
});
