import { describe, expect, test } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { JournalSink } from "../../../../shared/mirror/journal/journal-sink.ts";
import { OwnerMirror } from "../../../../shared/polling/documents/owner-mirror.ts";
import { testContext } from "../../../support/test-context.ts";
import { acme, listed, other, third } from "../../mirror/documents/document-parts.ts";
import { sinksWith } from "../../mirror/documents/sinks-fixture.ts";

const room: Owner = { type: "Room", id: "r" };

/** The mirror of owners, in which each named owner holds the named documents. */
async function mirrorOf(held: readonly (readonly [owner: Owner, ids: readonly string[]])[] = []) {
  const fixture = sinksWith();
  const { parts, source, mirror, listOf } = fixture;
  // A room's entries are read without consistency, because their last documents were marked dirty when they were read.
  const owners = new OwnerMirror({ ...parts, mirror });
  for (const [owner, ids] of held) {
    const bodies = ids.map((id) => ({ ...listed, id, entityType: owner.type, entityId: owner.id }));
    await owners.observeDocuments(listOf(bodies, { owner, draining: true }), source);
  }
  fixture.dirty.length = 0;
  source.asked.length = 0;
  return { ...fixture, owners };
}

describe("documents named in another owner's journal", () => {
  test("make their owners dirty; only unknown owners are looked up", async () => {
    const { owners, source, dirty } = await mirrorOf([[acme, ["d1"]]]);
    source.records.set("/document/d2", { id: "d2", entityType: "Person", entityId: "b" });
    source.records.set("/document/d3", { id: "d3" });
    await owners.touchOwnersOf("acme", ["d1", "d2", "d3", "gone"], source);
    expect(dirty).toEqual([acme, other]);
    expect(source.asked.map(({ path }) => path)).toEqual(["/document/d2", "/document/d3", "/document/gone"]);
  });

  test("aren't looked up without a source, and eight at most", async () => {
    const { owners, source, dirty } = await mirrorOf();
    const ids = Array.from({ length: 12 }, (_, index) => `d${index}`);
    for (const id of ids) source.records.set(`/document/${id}`, { id, entityType: "Person", entityId: "b" });
    await owners.touchOwnersOf("acme", ids);
    expect([source.asked, dirty]).toEqual([[], []]);
    await owners.touchOwnersOf("acme", ids, source);
    expect(source.asked).toHaveLength(8);
    expect(dirty).toEqual(Array.from({ length: 8 }, () => other));
  });

  test("make dirty the owners of all documents that a room ever named, but not by its folders", async () => {
    const { owners, mirror, clock, dirty } = await mirrorOf([
      [acme, ["d1"]],
      [third, ["d2"]],
    ]);
    const bodies = [{ documentId: "d1" }, { operation: "FOLDER_INSERT" }, { documentId: "d1" }];
    const entries = bodies.map((body, index) => ({ fingerprint: `f${index}`, occurrence: 0, body, baseline: false }));
    await new JournalSink({ ...testContext({ clock }), mirror }).record("acme", room, entries, 1);
    await owners.touchOwnersUnder("acme", room);
    expect(dirty).toEqual([acme]);
  });

  test("hint the others that hold them, and none if there are none", async () => {
    const { owners, hinted } = await mirrorOf([
      [acme, ["d1", "d2"]],
      [other, ["d2"]],
    ]);
    await owners.hintSharers("acme", acme, ["d1", "nobody knows it"]);
    expect(hinted).toEqual([]);
    await owners.hintSharers("acme", acme, ["d1", "d2"]);
    expect(hinted).toEqual([[other]]);
  });
});
