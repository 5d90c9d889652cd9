import { expect, test } from "vitest";
import type { OwnerType } from "../../../../shared/kernel/envelope.ts";
import { createJournalReader } from "../../../../shared/polling/journal/journal-reader.ts";
import { journalLimits } from "../../../../shared/polling/journal/read-journal.ts";
import type { Source } from "../../../../shared/source/source.ts";
import { FakeJournal } from "../support/fake-journal.ts";
import { MemoryJournalSink } from "../support/memory-journal-sink.ts";
import { connectedAt, PollingFixture } from "../support/polling-fixture.ts";

const day = 24 * 3_600_000;

function setUp(type: OwnerType = "Company", pageSize = 1_000, limits = journalLimits) {
  const fixture = new PollingFixture(type === "Room" ? "room" : "owner", {}, { type, id: "o1" });
  const journal = new FakeJournal({ pageSize, now: () => fixture.clock.now() });
  const sink = new MemoryJournalSink();
  const reader = createJournalReader({ ...fixture.parts, journal: sink, limits });
  const poll = (requests?: number, source: Source = journal) => fixture.visit(reader, source, requests);
  return { fixture, journal, sink, poll };
}

const entry = (documentId: string, changed = "2026-01-05T09:00:00Z") => ({
  operation: "DOCUMENT_INSERT",
  documentId,
  changed,
});
const many = (count: number, from = 0) => Array.from({ length: count }, (_, index) => entry(`d${from + index}`));

test("hazard 37: equal entries are distinguished by their occurrence and never collapsed", async () => {
  const { journal, sink, poll } = setUp();
  journal.append(entry("d1"), entry("d1"), entry("d2"));
  await poll();
  journal.append(entry("d1"));
  await poll();
  const kept = [...sink.kept.values()].filter(({ body }) => body["documentId"] === "d1");
  expect(kept.map(({ occurrence }) => occurrence)).toEqual([0, 1, 2]);
  expect(sink.kept.size).toBe(4);
});

test("hazards 35 and 36: without any cursor the start is read again, and an idle poll of an owner writes nothing", async () => {
  const { fixture, journal, sink, poll } = setUp();
  journal.append(entry("d1"));
  expect(await poll()).toMatchObject({ outcome: "done" });
  const before = await fixture.stands();
  expect(before.drained).toBe(true);
  fixture.clock.advance(10 * 60_000);
  await poll();
  expect(await fixture.stands()).toEqual(before);
  // Its period may grow in the meantime; its position doesn't move.
  fixture.clock.advance(2 * day);
  await poll();
  expect(await fixture.checkpoint()).toEqual(before.checkpoint);
  expect(sink.kept.size).toBe(1);
});

test("an idle poll of a room records only its time and that it found nothing", async () => {
  const { fixture, poll } = setUp("Room");
  await poll();
  const before = await fixture.stands();
  fixture.clock.advance(30_000);
  await poll();
  expect(await fixture.stands()).toEqual(before);
  fixture.clock.advance(60_000);
  await poll();
  const { visits: [visitBefore] = [], ...rest } = before;
  const { visits, ...after } = await fixture.stands();
  const completeReads = [...(before.completeReads ?? []), expect.objectContaining({ by: fixture.clock.now() })];
  expect(after).toEqual({ ...rest, rev: before.rev + 1, polledAt: fixture.clock.now(), completeReads });
  expect(visits).toEqual([[visitBefore?.[0], fixture.clock.now(), 2, 0, expect.any(Number), 0, 0, "done"]]);
});

test("hazard 38: the anchor passes a cursor only with a pass that began two minutes after it was seen", async () => {
  const { fixture, journal, sink, poll } = setUp("Company", 10);
  journal.append(...many(5));
  const commit = journal.reserve(entry("late"));
  journal.append(...many(10, 5));
  await poll();
  fixture.clock.advance(100_000);
  await poll();
  commit();
  await poll();
  expect([...sink.kept.values()].map(({ body }) => body["documentId"])).toContain("late");
  expect(await fixture.checkpoint()).toMatchObject({ journal: { anchor: 0 } });
  fixture.clock.advance(125_000);
  await poll();
  expect(await fixture.checkpoint()).toMatchObject({ journal: { anchor: 1 } });
});

test("hazard 38: a new cursor behind entries that an older pass counted is as young as that pass, not as the ring's start", async () => {
  const { fixture, journal, sink, poll } = setUp("Company", 10);
  await poll();
  fixture.clock.advance(10 * 60_000);
  journal.append(...many(5));
  const commit = journal.reserve(entry("late"));
  journal.append(...many(5, 5));
  await poll();
  fixture.clock.advance(10_000);
  journal.append(entry("d10"));
  await poll();
  expect(await fixture.checkpoint()).toMatchObject({ journal: { anchor: 0, ring: [{}, {}] } });
  fixture.clock.advance(30_000);
  commit();
  await poll();
  expect([...sink.kept.values()].map(({ body }) => body["documentId"])).toContain("late");
});

test("hazards 38 and 41: a replay that starts over because its own cursor is lost keeps the anchor before what it had found", async () => {
  const { fixture, journal, sink, poll } = setUp("Company", 5);
  journal.append(...many(12));
  await poll();
  fixture.clock.advance(3 * 60_000);
  await poll();
  fixture.clock.advance(2 * 3_600_000);
  const commit = journal.reserve(entry("late"));
  journal.append(...many(6, 12));
  journal.loseCursors();
  // The lost cursor, the check whether it is lost, and three pages of the replay, which show d12 to d14.
  expect(await poll(5)).toEqual({ outcome: "yielded" });
  expect(sink.kept.size).toBe(15);
  journal.loseCursors();
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(sink.kept.size).toBe(18);
  fixture.clock.advance(30_000);
  commit();
  await poll();
  expect([...sink.kept.values()].map(({ body }) => body["documentId"])).toContain("late");
});

test("the daily re-read finds an entry that was committed half an hour behind the anchor", async () => {
  const { fixture, journal, sink, poll } = setUp("Company", 10);
  journal.append(...many(5));
  const commit = journal.reserve(entry("late"));
  journal.append(...many(10, 5));
  await poll();
  fixture.clock.advance(125_000);
  await poll();
  await poll();
  fixture.clock.advance(28 * 60_000);
  commit();
  await poll();
  expect(sink.kept.size).toBe(15);
  fixture.clock.advance(day);
  await poll();
  expect(sink.kept.size).toBe(16);
});

test("hazard 41: a lost cursor replays the feed and counts against the stored entries", async () => {
  const { fixture, journal, sink, poll } = setUp("Company", 10);
  journal.append(...many(25), entry("d3"));
  await poll();
  fixture.clock.advance(3 * 60_000);
  await poll();
  await poll();
  const told = sink.kept.size;
  journal.loseCursors();
  journal.append(entry("d3"), entry("new"));
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(sink.kept.size).toBe(told + 2);
  expect(sink.kept.size).toBe(28);
});

test("hazard 40: a 400 that remains without a cursor is our mistake and parks the feed", async () => {
  const { fixture, journal, poll } = setUp("Company", 10);
  journal.append(...many(25));
  await poll();
  fixture.clock.advance(3 * 60_000);
  await poll();
  journal.answers.push({ outcome: "badRequest" }, { outcome: "badRequest" });
  expect(await poll()).toEqual({ outcome: "parked", reason: "bad_request" });
  expect(await fixture.stands()).toMatchObject({ status: "parked", lastError: "bad_request" });
});

test.each([
  [
    "a 404 with a problem document: the owner is gone",
    { outcome: "notFound", problem: true, moment: { beganAt: 0, asOf: 0 } },
    { outcome: "parked", reason: "owner_gone" },
  ],
  [
    "200: access to its documents is lost",
    { outcome: "ok", value: { id: "o1" }, moment: { beganAt: 0, asOf: 0 } },
    { outcome: "parked", reason: "access_lost" },
  ],
  [
    "a 404 without one: nothing is known",
    { outcome: "notFound", problem: false, moment: { beganAt: 0, asOf: 0 } },
    { outcome: "failed", reason: "not_found" },
  ],
] as const)("hazard 68: an unresolved owner is read by id; %s", async (_, single, end) => {
  const { journal, poll } = setUp();
  journal.answers.push({ outcome: "unprocessable" });
  expect(await poll(9, { page: (request) => journal.page(request), one: async () => single })).toEqual(end);
});

test("hazard 51: an unresolved room is unreachable, and is read again later", async () => {
  const { fixture, journal, sink, poll } = setUp("Room");
  journal.answers.push({ outcome: "unprocessable" });
  expect(await poll()).toEqual({ outcome: "parked", reason: "unreachable" });
  expect(await poll()).toEqual({ outcome: "skipped" });
  journal.append(entry("d1"));
  fixture.clock.advance(day + 1);
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(sink.kept.size).toBe(1);
  expect((await fixture.stands()).status).toBe("active");
});

test("hazard 55: normal pages have 100 rows, and later pages of a pass 1000", async () => {
  const { journal, poll } = setUp();
  journal.append(...many(600));
  const limits: (string | undefined)[] = [];
  await poll(9, {
    page: (request) => {
      limits.push(request.query?.["limit"]);
      return journal.page(request);
    },
    one: () => journal.one(),
  });
  expect(limits).toEqual(["100", "1000"]);
});

test("baseline is what the first pass read of a baseline owner and is older than the connection", async () => {
  const { journal, sink, poll } = setUp("Company", 10);
  const older = new Date(connectedAt - 1_000).toISOString();
  journal.append(...many(12), entry("old", older));
  await poll();
  // Uploaded now and dated back: not baseline.
  journal.append(entry("backdated", older));
  await poll();
  const baseline = [...sink.kept.values()].filter((one) => one.baseline).map(({ body }) => body["documentId"]);
  expect(baseline).toEqual(["old"]);
  const other = setUp();
  other.sink.baseline = false;
  other.journal.append(entry("old", older));
  await other.poll();
  expect([...other.sink.kept.values()].map((one) => one.baseline)).toEqual([false]);
});

test("entries that were counted and not put are put by the next visit, even when it must read them again", async () => {
  const { fixture, journal, sink, poll } = setUp();
  journal.append(entry("d1"), entry("d1"));
  const asked = Promise.withResolvers<unknown>();
  sink.record = () => new Promise(asked.resolve);
  await Promise.race([poll(), asked.promise]);
  expect(await fixture.checkpoint()).toMatchObject({ journal: { pending: { first: true } } });
  Reflect.deleteProperty(sink, "record");
  await poll();
  expect(sink.kept.size).toBe(2);
  expect(await fixture.checkpoint()).not.toHaveProperty("journal.pending");
});

test("a long history fits: counts stop at 2,000 entries, the checkpoint stays below 350 KB, and a day later it is replayed", async () => {
  const { fixture, journal, sink, poll } = setUp();
  journal.append(...many(4_500));
  const sizes: number[] = [];
  const save = fixture.store.save.bind(fixture.store);
  fixture.store.save = (feed, patch) => {
    sizes.push(JSON.stringify(patch).length);
    return save(feed, patch);
  };
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(sink.kept.size).toBe(4_500);
  expect(Math.max(...sizes)).toBeLessThan(350_000);
  const late = journal.reserve(entry("late"));
  late();
  fixture.clock.advance(day + 1);
  const before = journal.requests;
  await poll();
  expect(journal.requests - before).toBe(5);
  expect(sink.kept.size).toBe(4_501);
});

test("hazard 41: a replay of a long history advances however few requests a visit has", async () => {
  const limits = { idlePage: 10, largePage: 10, fresh: 20, counted: 20, replayed: 30 };
  const { journal, sink, poll } = setUp("Company", 10, limits);
  journal.append(...many(200));
  await poll();
  expect(sink.kept.size).toBe(200);
  journal.loseCursors();
  journal.append(entry("new"));
  for (let visit = 0; visit < 20 && (await poll(4)).outcome !== "done"; visit += 1);
  expect(sink.kept.size).toBe(201);
});

test("a feed that was dropped and put again records none of its history twice, and new entries once", async () => {
  const { fixture, journal, sink, poll } = setUp("Room");
  journal.append(entry("d1"), entry("d1"), entry("d2"));
  await poll();
  await fixture.store.drop(fixture.feed.feedId);
  journal.render((body) => ({ ...body, changedBy: "Ann" }));
  journal.append(entry("d3"), entry("d1"));
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(sink.kept.size).toBe(5);
  expect(await fixture.stands()).toMatchObject({ drained: true });
});
