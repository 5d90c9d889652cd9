import { describe, expect, it } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { MirrorJournalSink } from "../../../../shared/mirror/journal/journal-sink.ts";
import { hasChangeLog } from "../../../../shared/mirror/mirror-item.ts";
import { incompressible } from "../../../support/incompressible.ts";
import { mirrorWith } from "../mirror-fixture.ts";

const owner: Owner = { type: "Company", id: "c1" };
const body = { operation: "DOCUMENT_INSERT", changed: "2026-01-05T08:00:00+01:00", documentId: "d1" };

function journal() {
  const parts = mirrorWith();
  return { ...parts, sink: new MirrorJournalSink(parts), records: parts.sink };
}

const recordedKey = (fingerprint: string) => ({
  pk: "acme#document_change#Company#c1",
  sk: `${fingerprint}#${"0".repeat(12)}`,
});

describe("the journal in the mirror", () => {
  it("tells an entry as the feed gave it, with its owner, once however often it is recorded", async () => {
    const { sink, events } = journal();
    const entry = { fingerprint: "f", occurrence: 0, body, baseline: false };
    await sink.record("acme", owner, [entry], 1);
    await sink.record("acme", owner, [entry], 2);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: "document_change.recorded",
      subject: { type: "document_change", id: "Company:c1:f:0", seq: 1 },
      timestamp: "2026-01-05T07:00:00Z",
      timestampFrom: "source",
      detectedBy: "journal",
      owner,
      data: body,
    });
    expect(events[0]).not.toHaveProperty("baseline");
  });

  it("hazard 37: equal entries stay several, and occurrences go on behind the highest one", async () => {
    const { sink, events } = journal();
    const entries = Array.from({ length: 12 }, (_, occurrence) => ({
      fingerprint: "f",
      occurrence,
      body,
      baseline: true,
    }));
    await sink.record("acme", owner, entries.slice(0, 9).concat(entries.slice(10)), 1);
    expect(new Set(events.map(({ id }) => id)).size).toBe(11);
    expect(events.every(({ baseline }) => baseline)).toBe(true);
    expect(await sink.holdsAny("acme", owner)).toBe(true);
    expect(await sink.holdsAny("acme", { ...owner, id: "other" })).toBe(false);
    const kept = await sink.keptOccurrences("acme", owner, ["f", "other", "f"]);
    expect([...kept]).toEqual([
      ["f", 12],
      ["other", 0],
    ]);
  });

  it("keeps of an entry that no item can hold what is short, and tells it", async () => {
    const { sink, mirror, events } = journal();
    const body = { documentId: "d1", name: "x".repeat(500_000), size: 1e200, folderPath: "/a/b" };
    await sink.record("acme", owner, [{ fingerprint: "f", occurrence: 0, body, baseline: false }], 1);
    expect(mirror.items).toHaveLength(1);
    expect(events).toMatchObject([{ type: "document_change.recorded", data: { documentId: "d1" } }]);
    expect(events[0]).toMatchObject({ truncated: true, omitted: ["name"], data: { folderPath: "/a/b" } });
    expect(JSON.stringify(events[0]!.data!["size"])).toBe("1e+200");
  });

  it.each([300_000, 5_000_000])(
    "keeps size and folder path of an entry of %s bytes that nothing makes shorter",
    async (length) => {
      const { sink, mirror, events } = journal();
      const short = { documentId: "d1", changed: "2026-01-05T08:00:00Z", size: 12, folderPath: "/a/b" };
      const body = { ...short, name: incompressible(length) };
      await sink.record("acme", owner, [{ fingerprint: "f", occurrence: 0, body, baseline: false }], 1);
      expect(mirror.items).toHaveLength(1);
      expect(events).toMatchObject([{ data: short, truncated: true, omitted: ["name"] }]);
    },
  );

  it("drops the bodies of old entries portion by portion, keeps what is counted, and tells nothing of it", async () => {
    const { sink, mirror, clock, events } = journal();
    const entries = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ fingerprint: `f${String(from + index).padStart(4, "0")}`, occurrence: 0, body, baseline: false },
      }));
    await sink.record("acme", owner, entries(0, 1_200), 1);
    const storedBefore = clock.now() + 1;
    clock.advance(60_000);
    await sink.record("acme", owner, entries(1_200, 1), 1);
    const told = events.length;

    let after = await sink.dropBodies("acme", owner, { storedBefore, after: undefined });
    expect(after).toBe(`f0049#${"0".repeat(12)}`);
    expect(mirror.items.filter((item) => hasChangeLog(item))).toHaveLength(1_151);
    while (after !== undefined) after = await sink.dropBodies("acme", owner, { storedBefore, after });
    expect(mirror.items.filter((item) => hasChangeLog(item))).toMatchObject([{ sk: `f1200#${"0".repeat(12)}` }]);
    expect(mirror.items[0]).toEqual({ ...recordedKey("f0000"), documentId: "d1" });
    expect(mirror.items).toHaveLength(1_201);
    expect(events).toHaveLength(told);

    expect([...(await sink.keptOccurrences("acme", owner, ["f0000"]))]).toEqual([["f0000", 1]]);
    expect(await sink.holdsAny("acme", owner)).toBe(true);
    await sink.record("acme", owner, entries(0, 1), 2);
    expect(events).toHaveLength(told);
  });

  it("tells which owners first contact found; a room counts as one", async () => {
    const { sink, see } = journal();
    await see("company", [{ id: "c1", created: "2025-01-01T00:00:00Z" }], { draining: true });
    await see("company", [{ id: "c2", created: "2026-01-05T07:30:00Z" }]);
    expect(await sink.ownerIsBaseline("acme", owner)).toBe(true);
    expect(await sink.ownerIsBaseline("acme", { type: "Company", id: "c2" })).toBe(false);
    expect(await sink.ownerIsBaseline("acme", { type: "Person", id: "c1" })).toBe(false);
    expect(await sink.ownerIsBaseline("acme", { type: "Room", id: "r" })).toBe(true);
  });
});
