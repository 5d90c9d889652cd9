import { expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { createJournalReader } from "../../../../shared/polling/journal/journal-reader.ts";
import { journalLimits } from "../../../../shared/polling/journal/read-journal.ts";
import { FakeJournal } from "../support/fake-journal.ts";
import { MemoryJournalSink } from "../support/memory-journal-sink.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const day = 24 * 3_600_000;

function setUp(pageSize = 1_000) {
  const fixture = new PollingFixture("owner", {}, { type: "Company", id: "o1" });
  const journal = new FakeJournal({ pageSize, now: () => fixture.clock.now() });
  const sink = new MemoryJournalSink();
  const reader = createJournalReader({ ...fixture.parts, journal: sink, limits: journalLimits });
  const poll = (requests?: number) => fixture.visit(reader, journal, requests);
  return { fixture, journal, sink, poll };
}

const entry = (number: number, rest: JsonObject = {}): JsonObject => ({
  operation: "DOCUMENT_UPDATE",
  changedField: "FILE_CONTENT",
  changed: new Date(Date.UTC(2026, 0, 5, 9) + number * 1_000).toISOString(),
  changedBy: "Ann Berg",
  documentId: `d${number % 40}`,
  ...rest,
});

const renamed = (body: JsonObject): JsonObject => ({ ...body, changedBy: "Ann Dahl" });

test("hazard 70: 440 entries whose person is rendered by another name are the same entries", async () => {
  const { fixture, journal, sink, poll } = setUp();
  journal.append(...Array.from({ length: 440 }, (_, number) => entry(number)));
  await poll();
  expect(sink.kept.size).toBe(440);
  for (const changedBy of ["Ann Dahl", "Ann Dahl Berg"]) {
    journal.render((body) => ({ ...body, changedBy }));
    journal.append(entry(1_000 + sink.kept.size, { changedBy }));
    await poll();
    await poll();
    // Also the daily read from the ring's start.
    fixture.clock.advance(2 * day);
    await poll();
  }
  expect(sink.kept.size).toBe(442);
});

test("entries with a changed rendering are recognised in a replay, under both names", async () => {
  const { fixture, journal, sink, poll } = setUp(100);
  journal.append(...Array.from({ length: 440 }, (_, number) => entry(number)));
  await poll();
  for (const changedBy of ["Ann Dahl", "Ann Berg", "Ann Dahl"]) {
    journal.render((body) => ({ ...body, changedBy }));
    journal.loseCursors();
    for (let visit = 0; visit < 4; visit += 1) {
      fixture.clock.advance(5 * 60_000);
      await poll(3);
    }
  }
  expect(sink.kept.size).toBe(440);
});

test("an entry beside a known one that it equals except for a label is another one", async () => {
  const { journal, sink, poll } = setUp();
  journal.append(entry(1));
  await poll();
  journal.append(renamed(entry(1)));
  await poll();
  expect([...sink.kept.values()].map(({ body }) => body["changedBy"])).toEqual(["Ann Berg", "Ann Dahl"]);
  journal.render(renamed);
  await poll();
  expect(sink.kept.size).toBe(2);
});

test("an entry whose body an earlier version dropped is recognised by its document, if the feed is completely read", async () => {
  const { journal, sink, poll } = setUp();
  journal.append(entry(1), entry(2));
  await poll();
  sink.forget = true;
  journal.render(renamed);
  journal.append(entry(41, { changedBy: "Ann Dahl" }));
  await poll();
  expect(sink.kept.size).toBe(3);
});

test("equal entries with different spellings are two, each as the feed gave it", async () => {
  const { journal, sink, poll } = setUp();
  journal.append(entry(1, { x: null }), entry(1));
  await poll();
  journal.append(entry(1, { x: null }));
  await poll();
  expect([...sink.kept.values()].map(({ body, occurrence }) => [occurrence, Object.hasOwn(body, "x")])).toEqual([
    [0, true],
    [1, false],
    [2, true],
  ]);
  // The same entry with another spelling isn't another one.
  journal.render((body) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== "x")));
  await poll();
  expect(sink.kept.size).toBe(3);
});
