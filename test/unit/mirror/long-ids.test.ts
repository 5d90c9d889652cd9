import { describe, expect, it } from "vitest";
import { checkKey } from "../../../shared/adapters/items/item-limits.ts";
import { WalkNotes } from "../../../shared/polling/walks/walk-notes.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { OwnersFixture } from "../polling/support/owners-fixture.ts";
import { sentAndPublished } from "./sent-and-published.ts";

/** Ids of the longest length that a path can hold, which differ in their last character only. */
const longId = (last: string): string => `${"#%/ø".repeat(409)}${last}`;

describe("ids longer than a key", () => {
  it("records are published under their full, distinct ids, and so are their changes and their removal", async () => {
    const { send, mirror, feeds, asserted } = sentAndPublished();
    const row = (last: string, name: string) =>
      JSON.stringify({ id: longId(last), created: "2026-01-05T07:30:00Z", name });
    const first = await send("company", row("1", "A"), row("2", "B"));
    expect(first.outcome).toEqual({
      outcome: "observed",
      changed: 2,
      news: [longId("1"), longId("2")],
    });
    expect(first.events.map(({ type, subject }) => [type, subject.id])).toEqual([
      ["company.created", longId("1")],
      ["company.created", longId("2")],
    ]);
    const second = await send("company", row("1", "A"), row("2", "C"));
    expect(second.events).toMatchObject([
      { type: "company.updated", subject: { id: longId("2") }, data: { id: longId("2"), name: "C" } },
    ]);
    expect(asserted).toEqual([
      { type: "Company", id: longId("1") },
      { type: "Company", id: longId("2") },
    ]);
    expect(mirror.items).toHaveLength(2);
    for (const item of [...mirror.items, ...feeds.items]) checkKey(item);
  });

  it("an activity whose status has such an id is published as closed", async () => {
    const { source, see, events, feeds } = sentAndPublished();
    const activity = (status: string, modified: string) => ({
      ...{ id: longId("a"), name: "A", created: "2026-01-05T07:30:00Z", modified },
      status: { id: longId(status) },
    });
    source.records.set(`/activity/${longId("a")}`, activity("1", "2026-01-05T07:40:00Z"));
    source.active.set(longId("1"), 1);
    source.inactive.set(longId("2"), 1);
    await see("activity", [activity("1", "2026-01-05T07:40:00Z")]);
    source.records.set(`/activity/${longId("a")}`, activity("2", "2026-01-05T07:50:00Z"));
    await see("activity", [activity("2", "2026-01-05T07:50:00Z")]);
    expect(events.map(({ type }) => type)).toEqual(["activity.created", "activity.closed"]);
    for (const item of feeds.items) checkKey(item);
  });

  it("documents, folders and change entries of an owner with such an id are published, including their removal", async () => {
    const fixture = new OwnersFixture();
    const { source, clock, timings } = fixture;
    const owner = { type: "Company", id: longId("c") } as const;
    source.addFolder(longId("f"), owner);
    source.add(longId("d"), owner, { placements: [{ owner, folderId: longId("f") }] });
    source.add(longId("e"), owner);
    expect((await fixture.see(owner)).map(({ subject, owner }) => [subject.type, subject.id, owner?.id])).toEqual([
      ["folder", longId("f"), owner.id],
      ["document", longId("d"), owner.id],
      ["document", longId("e"), owner.id],
    ]);
    source.documents.delete(longId("d"));
    source.record(owner, { operation: "DOCUMENT_DELETE", documentId: longId("d") });
    for (let visit = 0; visit < 3; visit += 1) {
      await fixture.see(owner);
      clock.advance(timings.confirmGap + 1_000);
    }
    expect(fixture.events.slice(3).map(({ type, subject }) => [type, subject.id.slice(-1)])).toEqual([
      ["document_change.recorded", "0"],
      ["document.removed", "d"],
    ]);
    for (const item of [...fixture.mirror.items, ...fixture.table.items]) checkKey(item);
  });

  it("a walk stores a page of such ids in items that engines accept, and reads it back whole", async () => {
    const table = new MemoryTable("feeds");
    const notes = new WalkNotes(table, new FakeClock());
    const ids = Array.from({ length: 1_000 }, (_, row) => longId(String(row).padStart(4, "0")).slice(-1_200));
    await notes.notePage("acme#company-walk", 1, 0, ids);
    await notes.notePage("acme#company-walk", 1, 1, ["short"]);
    const read: string[] = [];
    for await (const page of notes.pages("acme#company-walk", 1)) read.push(...page);
    expect(new Set(read)).toEqual(new Set([...ids, "short"]));
    expect(table.items.length).toBeGreaterThan(3);
    for (const { ids: some } of table.items) expect(JSON.stringify(some).length).toBeLessThan(380_000);
  });
});
