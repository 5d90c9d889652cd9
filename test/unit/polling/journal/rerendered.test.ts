import { expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { journalWorld } from "../support/journal-world.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

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
  const { journal, sink, poll, pollAfter } = journalWorld();
  journal.append(...Array.from({ length: 440 }, (_, number) => entry(number)));
  await poll();
  expect(sink.kept.size).toBe(440);
  for (const changedBy of ["Ann Dahl", "Ann Dahl Berg"]) {
    journal.render((body) => ({ ...body, changedBy }));
    journal.append(entry(1_000 + sink.kept.size, { changedBy }));
    await poll();
    await poll();
    // Also the daily read from the ring's start.
    await pollAfter(2 * day);
  }
  expect(sink.kept.size).toBe(442);
});

test("entries with a changed rendering are recognised in a replay, under both names", async () => {
  const { journal, sink, poll, pollAfter } = journalWorld({ pageSize: 10 });
  journal.append(...Array.from({ length: 44 }, (_, number) => entry(number)));
  await poll();
  await pollAfter(5 * 60_000);
  for (const changedBy of ["Ann Dahl", "Ann Berg", "Ann Dahl"]) {
    journal.render((body) => ({ ...body, changedBy }));
    journal.loseCursors();
    for (let visit = 0; visit < 4; visit += 1) {
      await pollAfter(5 * 60_000, 3);
    }
  }
  expect(sink.kept.size).toBe(44);
});

test("an entry beside a known one that it equals except for a label is another one", async () => {
  const { journal, sink, poll, kept } = journalWorld();
  journal.append(entry(1));
  await poll();
  journal.append(renamed(entry(1)));
  await poll();
  expect(kept().map(({ body }) => body["changedBy"])).toEqual(["Ann Berg", "Ann Dahl"]);
  journal.render(renamed);
  await poll();
  expect(sink.kept.size).toBe(2);
});

test.each([9, 3])("so it is in a replay whose visits have %i requests", async (requests) => {
  const { fixture, journal, poll, pollAfter, kept } = journalWorld({ pageSize: 1 });
  journal.append(entry(1), entry(2), entry(3));
  await poll();
  await pollAfter(5 * 60_000);
  journal.append(renamed(entry(1)));
  journal.loseCursors();
  for (let visit = 0; visit < 9; visit += 1) await poll(requests);
  expect(await fixture.checkpoint()).not.toHaveProperty("journal.replay");
  expect(
    kept()
      .map(({ body }) => body["changedBy"])
      .at(3),
  ).toBe("Ann Dahl");
});

test("only a rendered entry's new fingerprint is counted, and it is stored once", async () => {
  const { journal, sink, poll, position } = journalWorld();
  journal.append(entry(1), entry(2), entry(3));
  await poll();
  journal.render(renamed);
  await poll();
  await poll();
  expect(sink.keys.map(({ documentId }) => documentId)).toEqual(["d1", "d2", "d3"]);
  const { ring } = await position();
  expect(ring.map(({ counts }) => counts)).toEqual([
    Object.fromEntries(sink.keys.map(({ fingerprint }) => [fingerprint, 1])),
  ]);
});

test("an entry whose body an earlier version dropped is recognised by its document, if the feed is completely read", async () => {
  const { journal, sink, poll } = journalWorld();
  journal.append(entry(1), entry(2));
  await poll();
  sink.forget = true;
  journal.render(renamed);
  journal.append(entry(41, { changedBy: "Ann Dahl" }));
  await poll();
  expect(sink.kept.size).toBe(3);
});

test("an entry of another document doesn't replace one whose body was dropped", async () => {
  const { journal, sink, poll, kept } = journalWorld();
  const commit = journal.reserve(entry(3));
  journal.append(entry(1), entry(2));
  await poll();
  sink.forget = true;
  commit();
  journal.render(renamed);
  await poll();
  expect(kept().map(({ body }) => body["documentId"])).toEqual(["d1", "d2", "d3"]);
});

test("while the feed isn't read to its end, a new entry doesn't replace one of its document that may come yet", async () => {
  const { journal, sink, poll } = journalWorld({ pageSize: 1 });
  const commit = journal.reserve(entry(41));
  journal.append(entry(1));
  await poll();
  sink.forget = true;
  commit();
  await poll(1);
  expect(sink.kept.size).toBe(2);
});

test("equal entries with different spellings are two, each as the feed gave it", async () => {
  const { journal, sink, poll, kept } = journalWorld();
  journal.append(entry(1, { x: null }), entry(1));
  await poll();
  journal.append(entry(1, { x: null }));
  await poll();
  expect(kept().map(({ body, occurrence }) => [occurrence, Object.hasOwn(body, "x")])).toEqual([
    [0, true],
    [1, false],
    [2, true],
  ]);
  // The same entry with another spelling isn't another one.
  journal.render((body) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== "x")));
  await poll();
  expect(sink.kept.size).toBe(3);
});
