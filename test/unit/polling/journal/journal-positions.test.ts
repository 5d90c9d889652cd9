import { expect, test } from "vitest";
import type { JournalCheckpoint } from "../../../../shared/polling/journal/journal-checkpoint.ts";
import { createJournalReader } from "../../../../shared/polling/journal/journal-reader.ts";
import { journalLimits } from "../../../../shared/polling/journal/read-journal.ts";
import { resolveJournalPass } from "../../../../shared/polling/journal/resolve-journal-pass.ts";
import type { Source } from "../../../../shared/source/source.ts";
import { FakeJournal } from "../support/fake-journal.ts";
import { MemoryJournalSink } from "../support/memory-journal-sink.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const now = Date.UTC(2026, 0, 12, 8);
const hour = 3_600_000;

test("a daily pass that ends at the anchor moves the ring's start, so the next visit continues there", () => {
  const segment = (cursor: string, age: number) => ({ cursor, seenAt: now - age, counts: { [`f-${cursor}`]: 1 } });
  const checkpoint: JournalCheckpoint = {
    ring: [segment("c1", 9 * hour), segment("c2", 8 * hour), segment("c3", 0)],
    ...{ anchor: 1, foundAt: now, first: false, rereadAt: now - 24 * hour },
  };
  const pages = [{ cursor: "c1", fingerprints: ["f-c1"], nextCursor: "c2" }];
  const known = new Map([
    ["f-c1", 1],
    ["f-c2", 1],
    ["f-c3", 1],
  ]);
  const resolved = resolveJournalPass(
    checkpoint,
    { mode: "reread", pages, known, beganAt: now, endedAt: now },
    { limits: journalLimits, timings: { anchorLag: 120_000, journalRereadAge: hour } },
  );
  expect(resolved).toMatchObject({
    ...{ moved: true, fresh: new Map() },
    checkpoint: { anchor: 0, ring: [{ cursor: "c2" }], rereadAt: now - 24 * hour },
  });
});

test("a first pass over an empty feed is saved, because later entries aren't baseline", () => {
  const ring = [{ cursor: null, seenAt: now, counts: {} }];
  const checkpoint: JournalCheckpoint = { ring, anchor: 0, foundAt: now, first: true, rereadAt: now };
  const pages = [{ cursor: null, fingerprints: [], nextCursor: undefined }];
  const resolved = resolveJournalPass(
    checkpoint,
    { mode: "usual", pages, known: new Map(), beganAt: now, endedAt: now },
    { limits: journalLimits, timings: { anchorLag: 120_000, journalRereadAge: hour } },
  );
  expect(resolved).toMatchObject({ moved: true, checkpoint: { first: false } });
});

/** Visits of an owner whose journal comes in pages of two entries. */
function setUp(hidden: readonly string[] = []) {
  const fixture = new PollingFixture("owner", {}, { type: "Company", id: "o1" });
  const { clock } = fixture;
  const journal = new FakeJournal({ pageSize: 2, now: () => clock.now() });
  const sink = new MemoryJournalSink();
  const reader = createJournalReader({ ...fixture.parts, journal: sink, limits: journalLimits });
  const source: Source = {
    one: () => journal.one(),
    page: async (request) => {
      const answer = await journal.page(request);
      if (answer.outcome !== "ok") return answer;
      const items = answer.value.items.filter((item) => !hidden.includes(String(Object(item)["documentId"])));
      return { ...answer, value: { ...answer.value, items } };
    },
  };
  return { fixture, clock, journal, sink, poll: () => fixture.visit(reader, source) };
}

const entry = (documentId: string) => ({ operation: "DOCUMENT_INSERT", documentId, changed: "2026-01-05T09:00:00Z" });

test("a new entry that equals one before the anchor is another one", async () => {
  const { fixture, clock, journal, sink, poll } = setUp();
  journal.append(entry("same"), ...["d1", "d2", "d3", "d4"].map(entry));
  await poll();
  clock.advance(3 * 60_000);
  await poll();
  expect(await fixture.checkpoint()).toMatchObject({ journal: { anchor: 2 } });
  journal.append(entry("same"));
  await poll();
  const kept = [...sink.kept.values()].filter(({ body }) => body["documentId"] === "same");
  expect(kept.map(({ occurrence }) => occurrence)).toEqual([0, 1]);
});

test("an entry that the feed omits for a while isn't new when it reappears", async () => {
  const hidden: string[] = [];
  const { journal, sink, poll } = setUp(hidden);
  journal.append(entry("d1"), entry("d2"));
  await poll();
  hidden.push("d2");
  journal.append(entry("d3"));
  await poll();
  hidden.pop();
  await poll();
  expect(sink.kept.size).toBe(3);
});

test("pending entries that are no longer counted from their cursor on are each put as the feed gave them", async () => {
  const fixture = new PollingFixture("owner", {}, { type: "Company", id: "o1" });
  const { clock } = fixture;
  const journal = new FakeJournal({ pageSize: 2, now: () => clock.now() });
  const sink = new MemoryJournalSink();
  const limits = { idlePage: 2, largePage: 2, fresh: 100, counted: 5, replayed: 100 };
  const reader = createJournalReader({ ...fixture.parts, journal: sink, limits });
  const poll = () => fixture.visit(reader, journal);
  const same = entry("same");
  journal.append(same, entry("d1"), entry("d2"), entry("d3"), { x: null, ...same }, entry("d4"), { y: null, ...same });
  const asked = Promise.withResolvers<unknown>();
  sink.record = () => new Promise(asked.resolve);
  await Promise.race([poll(), asked.promise]);
  const { journal: stands } = (await fixture.checkpoint()) as { journal: JournalCheckpoint };
  expect(stands.pending?.cursor).toBe(null);
  expect(stands.ring.map(({ counts }) => Object.keys(counts).length)).toEqual([2, 2, 1]);
  Reflect.deleteProperty(sink, "record");
  await poll();
  const kept = [...sink.kept.values()].filter(({ body }) => body["documentId"] === "same");
  expect(kept.map(({ body }) => ["x", "y"].filter((name) => name in body))).toEqual([[], ["x"], ["y"]]);
});
