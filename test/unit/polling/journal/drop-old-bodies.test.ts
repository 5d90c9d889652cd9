import { expect, test } from "vitest";
import { definedJson } from "../../../../shared/kernel/defined-json.ts";
import { journalCheckpointOf } from "../../../../shared/polling/journal/journal-checkpoint.ts";
import { createJournalReader } from "../../../../shared/polling/journal/journal-reader.ts";
import { journalLimits } from "../../../../shared/polling/journal/read-journal.ts";
import { FakeJournal } from "../support/fake-journal.ts";
import { MemoryJournalSink } from "../support/memory-journal-sink.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const day = 24 * 3_600_000;

function setUp() {
  const fixture = new PollingFixture("owner", {}, { type: "Company", id: "o1" });
  const { clock } = fixture;
  const journal = new FakeJournal({ pageSize: 1_000, now: () => clock.now() });
  const sink = new MemoryJournalSink();
  const reader = createJournalReader({ ...fixture.parts, journal: sink, limits: journalLimits });
  return { fixture, journal, sink, poll: () => fixture.visit(reader, journal) };
}

const entry = (documentId: string) => ({ operation: "DOCUMENT_INSERT", documentId, changed: "2026-01-05T09:00:00Z" });

test("the bodies of entries are dropped after their retention, a portion per visit, and the round starts over later", async () => {
  const { fixture, journal, sink, poll } = setUp();
  journal.append(entry("d1"));
  await poll();
  fixture.clock.advance(8 * day);
  await poll();
  expect(sink.dropped).toEqual([]);

  fixture.clock.advance(day);
  sink.dropsEndAt = "f#7";
  await poll();
  const first = fixture.clock.now();
  expect(sink.dropped).toEqual([{ storedBefore: first - 90 * day, after: undefined }]);

  // The round continues at the next visit, however soon it comes, and ends there.
  fixture.clock.advance(60_000);
  sink.dropsEndAt = undefined;
  await poll();
  expect(sink.dropped.slice(1)).toEqual([{ storedBefore: first + 60_000 - 90 * day, after: "f#7" }]);
  journal.append(entry("d2"));
  fixture.clock.advance(8 * day);
  await poll();
  expect(sink.dropped).toHaveLength(2);
  fixture.clock.advance(day);
  await poll();
  expect(sink.dropped.at(2)).toEqual({ storedBefore: fixture.clock.now() - 90 * day, after: undefined });
});

test("an owner with an older version's checkpoint starts its first round at the next visit", async () => {
  const { fixture, sink, poll } = setUp();
  await poll();
  const feed = await fixture.stands();
  const journal = { ...journalCheckpointOf(feed.checkpoint, feed.feedId, 0), bodies: undefined };
  await fixture.table.update({ key: { pk: feed.feedId, sk: "feed" }, set: { checkpoint: definedJson({ journal }) } });
  sink.dropsEndAt = "f#7";
  await poll();
  sink.dropsEndAt = undefined;
  await poll();
  await poll();
  expect(sink.dropped.map(({ after }) => after)).toEqual([undefined, "f#7"]);
});
