import { describe, expect, it } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { entryIdentity } from "../../../../shared/mirror/journal/bare-entry.ts";
import { type JournalEntry, JournalSink } from "../../../../shared/mirror/journal/journal-sink.ts";
import { hasChangeLog, storedItem } from "../../../../shared/mirror/mirror-item.ts";
import { recordKey } from "../../../../shared/mirror/mirror-key.ts";
import { before } from "../../../support/around.ts";
import { incompressible } from "../../../support/incompressible.ts";
import { testContext } from "../../../support/test-context.ts";
import { LaggingTable } from "../lagging-table.ts";
import { mirrorWith } from "../mirror-fixture.ts";

const owner: Owner = { type: "Company", id: "c1" };
const body = { operation: "DOCUMENT_INSERT", changed: "2026-01-05T08:00:00+01:00", documentId: "d1" };

const entryOf = (fingerprint: string, rest: Partial<JournalEntry> = {}): JournalEntry => ({
  ...{ fingerprint, occurrence: 0, body, baseline: false },
  ...rest,
});

function journal() {
  const parts = mirrorWith();
  return {
    ...parts,
    sink: new JournalSink({ ...testContext({ clock: parts.clock }), mirror: parts.mirror }),
    records: parts.sink,
  };
}

const recordedKey = (fingerprint: string) => ({
  pk: "acme#document_change#Company#c1",
  sk: `${fingerprint}#${"0".repeat(12)}`,
});

describe("the journal in the mirror", () => {
  it("publishes an entry once as the feed gave it, with its owner, however often it is recorded", async () => {
    const { sink, events } = journal();
    const entry = entryOf("f");
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

  it("keeps whole an entry that another worker recorded while its key was noted", async () => {
    const { sink, mirror } = journal();
    let isFirst = true;
    before(mirror, "put", async () => {
      if (isFirst) {
        isFirst = false;
        await sink.record("acme", owner, [entryOf("f")], 1);
      }
    });
    await sink.recordKeys("acme", owner, [{ fingerprint: "f", identity: undefined, documentId: "d1" }]);
    expect(mirror.items.filter(hasChangeLog)).toHaveLength(1);
  });

  it("doesn't restore an entry that was removed while its body was dropped", async () => {
    const { sink, mirror } = journal();
    await sink.record("acme", owner, [entryOf("f")], 1);
    before(mirror, "put", async (puts) => {
      for (const { item } of puts) await mirror.remove({ pk: item.pk, sk: item.sk });
    });
    await sink.dropBodies("acme", owner, { storedBefore: Number.MAX_SAFE_INTEGER, after: undefined });
    expect(mirror.items).toEqual([]);
  });

  it("hazard 37: equal entries stay separate, and occurrences continue after the highest one", async () => {
    const { sink, events } = journal();
    const entries = Array.from({ length: 12 }, (_, occurrence) => entryOf("f", { occurrence, baseline: true }));
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

  it("looks up the occurrences of 100 entries at a time", async () => {
    const { sink, mirror } = journal();
    const query = mirror.query.bind(mirror);
    let running = 0;
    let most = 0;
    mirror.query = async (asked) => {
      running += 1;
      most = Math.max(most, running);
      const answer = await query(asked);
      running -= 1;
      return answer;
    };
    const entries = Array.from({ length: 200 }, (_, n) => entryOf(`f${n}`, { occurrence: n }));
    await sink.record("acme", owner, entries, 1);
    const fingerprints = entries.map(({ fingerprint }) => fingerprint);
    const kept = await sink.keptOccurrences("acme", owner, fingerprints);
    expect([...kept]).toEqual(entries.map(({ fingerprint, occurrence }) => [fingerprint, occurrence + 1]));
    expect(most).toBe(100);
  });

  it("publishes an entry that no item can hold with its short fields only", async () => {
    const { sink, mirror, events } = journal();
    const body = { documentId: "d1", name: "x".repeat(500_000), size: 1e200, folderPath: "/a/b" };
    await sink.record("acme", owner, [entryOf("f", { body })], 1);
    expect(mirror.items).toHaveLength(1);
    expect(events).toMatchObject([{ type: "document_change.recorded", data: { documentId: "d1" } }]);
    expect(events[0]).toMatchObject({ truncated: true, omitted: ["name"], data: { folderPath: "/a/b" } });
    expect(JSON.stringify(events[0]!.data!["size"])).toBe("1e+200");
  });

  it.each([300_000, 5_000_000])(
    "keeps the size and folder path of an entry of %s bytes that can't be shortened",
    async (length) => {
      const { sink, mirror, events } = journal();
      const short = { documentId: "d1", changed: "2026-01-05T08:00:00Z", size: 12, folderPath: "/a/b" };
      const body = { ...short, name: incompressible(length) };
      await sink.record("acme", owner, [entryOf("f", { body })], 1);
      expect(mirror.items).toHaveLength(1);
      expect(events).toMatchObject([{ data: short, truncated: true, omitted: ["name"] }]);
    },
  );

  it("drops the bodies of old entries portion by portion, keeps counts, and publishes nothing", async () => {
    const { sink, mirror, clock, events } = journal();
    const entries = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => entryOf(`f${String(from + index).padStart(4, "0")}`));
    await sink.record("acme", owner, entries(0, 1_200), 1);
    const storedBefore = clock.now() + 1;
    clock.advance(60_000);
    await sink.record("acme", owner, entries(1_200, 1), 1);
    const reported = events.length;

    let after = await sink.dropBodies("acme", owner, { storedBefore, after: undefined });
    expect(after).toBe(`f0049#${"0".repeat(12)}`);
    expect(mirror.items.filter((item) => hasChangeLog(item))).toHaveLength(1_151);
    while (after !== undefined) after = await sink.dropBodies("acme", owner, { storedBefore, after });
    expect(mirror.items.filter((item) => hasChangeLog(item))).toMatchObject([{ sk: `f1200#${"0".repeat(12)}` }]);
    expect(mirror.items[0]).toEqual({ ...recordedKey("f0000"), documentId: "d1", identity: entryIdentity(body) });
    expect(mirror.items).toHaveLength(1_201);
    expect(events).toHaveLength(reported);

    expect([...(await sink.keptOccurrences("acme", owner, ["f0000"]))]).toEqual([["f0000", 1]]);
    expect(await sink.holdsAny("acme", owner)).toBe(true);
    await sink.record("acme", owner, entries(0, 1), 2);
    expect(events).toHaveLength(reported);
  });

  it("keeps keys of entries known under another fingerprint, numbered after the stored ones, without events", async () => {
    const { sink, mirror, events } = journal();
    await sink.recordKeys("acme", owner, []);
    await sink.record("acme", owner, [entryOf("f")], 1);
    const known = { identity: "i", documentId: "d1" };
    const folder = { identity: "j", documentId: undefined };
    await sink.recordKeys("acme", owner, [
      { fingerprint: "g", ...known },
      { fingerprint: "g", ...folder },
      { fingerprint: "f", ...known },
    ]);
    expect(events).toHaveLength(1);
    expect([...(await sink.keptOccurrences("acme", owner, ["f", "g"])).values()]).toEqual([2, 2]);
    const recorded = { fingerprint: "f", identity: entryIdentity(body), documentId: "d1" };
    expect(await sink.knownEntries("acme", owner, ["g", "f", "h"])).toEqual([{ fingerprint: "g", ...known }, recorded]);
    const g = [known, folder].map((one) => ({ fingerprint: "g", ...one }));
    expect(await sink.knownEntries("acme", owner, undefined)).toEqual([recorded, { fingerprint: "f", ...known }, ...g]);
    expect(mirror.items.filter((item) => hasChangeLog(item))).toHaveLength(1);
  });

  it("says which owners first contact found; a room counts as one", async () => {
    const { sink, see } = journal();
    await see("company", [{ id: "c1", created: "2025-01-01T00:00:00Z" }], { draining: true });
    await see("company", [{ id: "c2", created: "2026-01-05T07:30:00Z" }]);
    expect(await sink.ownerIsBaseline("acme", owner)).toBe(true);
    expect(await sink.ownerIsBaseline("acme", { type: "Company", id: "c2" })).toBe(false);
    expect(await sink.ownerIsBaseline("acme", { type: "Person", id: "c1" })).toBe(false);
    expect(await sink.ownerIsBaseline("acme", { type: "Room", id: "r" })).toBe(true);
  });

  it("keeps an entry under one id for good, and one without a readable time under the time it was found", async () => {
    const { sink, mirror, events, clock } = journal();
    await sink.record("acme", owner, [entryOf("f")], 1);
    expect(mirror.items[0]).toMatchObject({ changeLog: [{ facts: [{ type: "document_change.recorded", key: "" }] }] });
    const timeless = { operation: "DOCUMENT_INSERT", changed: 5 };
    await sink.record("acme", owner, [entryOf("g", { body: timeless })], 1);
    const detectedAt = new Date(clock.now()).toISOString();
    expect(events[1]).toMatchObject({ timestamp: detectedAt, timestampFrom: "detected", data: timeless });
  });

  it("counts recent puts, and puts nothing for an empty list", async () => {
    const { mirror, clock } = journal();
    const table = new LaggingTable(mirror);
    const sink = new JournalSink({ ...testContext({ clock }), mirror: table });
    await sink.record("acme", owner, [], 1);
    expect(table.asked.puts).toBe(0);
    await sink.record("acme", owner, [entryOf("f")], 1);
    expect([...(await sink.keptOccurrences("acme", owner, ["f"]))]).toEqual([["f", 1]]);
    expect(await sink.holdsAny("acme", owner)).toBe(true);
  });

  it("keeps the bodies of young entries, and skips entries without one", async () => {
    const { sink, mirror, clock } = journal();
    await sink.record("acme", owner, [entryOf("f")], 1);
    let puts = 0;
    before(mirror, "put", () => void (puts += 1));
    const putsOf = async (storedBefore: number) => {
      puts = 0;
      await sink.dropBodies("acme", owner, { storedBefore, after: undefined });
      return puts;
    };
    expect(await putsOf(clock.now())).toBe(0);
    expect(await putsOf(clock.now() + 1)).toBe(1);
    const bare = mirror.items;
    expect(await putsOf(clock.now() + 1)).toBe(0);
    expect(mirror.items).toEqual(bare);
  });

  it("returns the missing owners: unknown ones and removed ones", async () => {
    const { sink, see, item, mirror } = journal();
    await see("company", [{ id: "c1", created: "2025-01-01T00:00:00Z" }], { draining: true });
    expect(await sink.ownerIsGone("acme", owner)).toBe(false);
    expect(await sink.ownerIsGone("acme", { type: "Company", id: "c2" })).toBe(true);
    expect(await sink.ownerIsGone("acme", { type: "Room", id: "c1" })).toBe(true);
    await mirror.put([{ item: storedItem({ ...item("c1"), state: "deleted" }) }]);
    expect(await sink.ownerIsGone("acme", owner)).toBe(true);
  });

  it("names an owner's unreadable record", async () => {
    const { sink, mirror } = journal();
    await mirror.put([{ item: recordKey("acme", "company", "c1") }]);
    await expect(sink.ownerIsGone("acme", owner)).rejects.toThrow(/^mirror item company c1 has an unknown shape at /);
  });
});
