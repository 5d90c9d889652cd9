import { expect, test } from "vitest";
import type { Source } from "../../../../shared/source/source.ts";
import { before } from "../../../support/around.ts";
import { entry, journalWorld, many } from "../support/journal-world.ts";
import { connectedAt } from "../support/polling-fixture.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

test("hazard 37: equal entries are distinguished by their occurrence and never collapsed", async () => {
  const { journal, sink, poll, kept } = journalWorld();
  journal.append(entry("d1"), entry("d1"), entry("d2"));
  await poll();
  journal.append(entry("d1"));
  await poll();
  const equal = kept().filter(({ body }) => body["documentId"] === "d1");
  expect(equal.map(({ occurrence }) => occurrence)).toEqual([0, 1, 2]);
  expect(sink.kept.size).toBe(4);
});

test("hazards 35 and 36: without any cursor the start is read again, and an idle poll of an owner writes nothing", async () => {
  const { fixture, journal, sink, poll, pollAfter } = journalWorld();
  journal.append(entry("d1"));
  expect(await poll()).toMatchObject({ outcome: "done" });
  const stood = await fixture.stands();
  expect(stood.drained).toBe(true);
  await pollAfter(10 * 60_000);
  expect(await fixture.stands()).toEqual(stood);
  // Its period may grow in the meantime; its position doesn't move.
  await pollAfter(2 * day);
  expect(await fixture.checkpoint()).toEqual(stood.checkpoint);
  expect(sink.kept.size).toBe(1);
});

test("an idle poll of a room records only its time and that it found nothing", async () => {
  const { fixture, poll, pollAfter } = journalWorld({ type: "Room" });
  await poll();
  const stood = await fixture.stands();
  await pollAfter(30_000);
  expect(await fixture.stands()).toEqual(stood);
  await pollAfter(60_000);
  const { visits: [visitBefore] = [], ...rest } = stood;
  const { visits, ...after } = await fixture.stands();
  const completeReads = [...(stood.completeReads ?? []), expect.objectContaining({ by: fixture.clock.now() })];
  expect(after).toEqual({ ...rest, rev: stood.rev + 1, polledAt: fixture.clock.now(), completeReads });
  expect(visits).toEqual([[visitBefore?.[0], fixture.clock.now(), 2, 0, expect.any(Number), 0, 0, "done"]]);
});

test("hazard 38: the anchor passes a cursor only with a pass that began two minutes after it was seen", async () => {
  const { journal, poll, pollAfter, keptIds, position } = journalWorld({ pageSize: 10 });
  journal.append(...many(0, 5));
  const commit = journal.reserve(entry("late"));
  journal.append(...many(5, 15));
  await poll();
  await pollAfter(100_000);
  commit();
  await poll();
  expect(keptIds()).toContain("late");
  expect(await position()).toMatchObject({ anchor: 0 });
  await pollAfter(125_000);
  expect(await position()).toMatchObject({ anchor: 1 });
});

test("hazard 38: a new cursor behind entries that an older pass counted is as young as that pass, not as the ring's start", async () => {
  const { fixture, journal, poll, keptIds, position } = journalWorld({ pageSize: 10 });
  await poll();
  fixture.clock.advance(10 * 60_000);
  journal.append(...many(0, 5));
  const commit = journal.reserve(entry("late"));
  journal.append(...many(5, 10));
  await poll();
  fixture.clock.advance(10_000);
  journal.append(entry("d10"));
  await poll();
  expect(await position()).toMatchObject({ anchor: 0, ring: [{}, {}] });
  fixture.clock.advance(30_000);
  commit();
  await poll();
  expect(keptIds()).toContain("late");
});

test("hazards 38 and 41: a replay that starts over because its own cursor is lost keeps the anchor before what it had found", async () => {
  const { fixture, journal, sink, poll, pollAfter, keptIds } = journalWorld({ pageSize: 5 });
  journal.append(...many(0, 12));
  await poll();
  await pollAfter(3 * 60_000);
  fixture.clock.advance(2 * 3_600_000);
  const commit = journal.reserve(entry("late"));
  journal.append(...many(12, 18));
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
  expect(keptIds()).toContain("late");
});

test("the daily re-read finds an entry that was committed half an hour behind the anchor", async () => {
  const { fixture, journal, sink, poll, pollAfter } = journalWorld({ pageSize: 10 });
  journal.append(...many(0, 5));
  const commit = journal.reserve(entry("late"));
  journal.append(...many(5, 15));
  await poll();
  await pollAfter(125_000);
  await poll();
  fixture.clock.advance(28 * 60_000);
  commit();
  await poll();
  expect(sink.kept.size).toBe(15);
  await pollAfter(day);
  expect(sink.kept.size).toBe(16);
});

test("hazard 41: a lost cursor replays the feed and counts against the stored entries", async () => {
  const { journal, sink, poll, pollAfter } = journalWorld({ pageSize: 10 });
  journal.append(...many(0, 25), entry("d3"));
  await poll();
  await pollAfter(3 * 60_000);
  await poll();
  const reported = sink.kept.size;
  journal.loseCursors();
  journal.append(entry("d3"), entry("new"));
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(sink.kept.size).toBe(reported + 2);
  expect(sink.kept.size).toBe(28);
});

test("hazard 40: a 400 that remains without a cursor is our mistake and parks the feed", async () => {
  const { fixture, journal, poll, pollAfter } = journalWorld({ pageSize: 10 });
  journal.append(...many(0, 25));
  await poll();
  await pollAfter(3 * 60_000);
  journal.answers.push({ outcome: "badRequest" }, { outcome: "badRequest" });
  expect(await poll()).toEqual({ outcome: "parked", reason: "bad_request" });
  expect(await fixture.stands()).toMatchObject({ status: "parked", lastError: "bad_request" });
});

const moment = { beganAt: 0, asOf: 0 };

test.each([
  ["a 404 with a problem document: it is gone", { outcome: "notFound", problem: true, moment }, "parked", "owner_gone"],
  ["200: access to its documents is lost", { outcome: "ok", value: { id: "o1" }, moment }, "parked", "access_lost"],
  ["a 404 without one: nothing is known", { outcome: "notFound", problem: false, moment }, "failed", "not_found"],
] as const)("hazard 68: an unresolved owner is read by id; %s", async (_, single, outcome, reason) => {
  const { journal, poll } = journalWorld();
  journal.answers.push({ outcome: "unprocessable" });
  const source: Source = { page: (request) => journal.page(request), one: async () => single };
  expect(await poll(9, source)).toEqual({ outcome, reason });
});

test("hazard 51: an unresolved room is unreachable, and is read again later", async () => {
  const { fixture, journal, sink, poll } = journalWorld({ type: "Room" });
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
  const { journal, poll } = journalWorld();
  journal.append(...many(0, 600));
  const limits: (string | undefined)[] = [];
  before(journal, "page", ({ query }) => limits.push(query?.["limit"]));
  await poll();
  expect(limits).toEqual(["100", "1000"]);
});

test("baseline is what the first pass read of a baseline owner and is older than the connection", async () => {
  const { journal, poll, kept } = journalWorld({ pageSize: 10 });
  const older = new Date(connectedAt - 1_000).toISOString();
  journal.append(...many(0, 12), entry("old", { changed: older }));
  await poll();
  // Uploaded now and dated back: not baseline.
  journal.append(entry("backdated", { changed: older }));
  await poll();
  expect(kept().flatMap((one) => (one.baseline ? [one.body["documentId"]] : []))).toEqual(["old"]);
  const other = journalWorld();
  other.sink.baseline = false;
  other.journal.append(entry("old", { changed: older }));
  await other.poll();
  expect([...other.sink.kept.values()].map((one) => one.baseline)).toEqual([false]);
});

test("entries that were counted and not put are put by the next visit, even when it must read them again", async () => {
  const { fixture, journal, sink, poll, position, die } = journalWorld();
  journal.append(entry("d1"), entry("d1"));
  await die();
  expect(await position()).toMatchObject({ pending: { first: true } });
  await poll();
  expect(sink.kept.size).toBe(2);
  expect(await fixture.checkpoint()).not.toHaveProperty("journal.pending");
});

test("a long history fits: counts stop at 2,000 entries, the checkpoint stays below 350 KB, and a day later it is replayed", async () => {
  const { fixture, journal, sink, poll, pollAfter } = journalWorld();
  journal.append(...many(0, 4_500));
  const sizes: number[] = [];
  before(fixture.store, "save", (_feed, patch) => sizes.push(JSON.stringify(patch).length));
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(sink.kept.size).toBe(4_500);
  expect(Math.max(...sizes)).toBeLessThan(350_000);
  journal.append(entry("late"));
  const requests = journal.requests;
  await pollAfter(day + 1);
  expect(journal.requests - requests).toBe(5);
  expect(sink.kept.size).toBe(4_501);
});

test("hazard 41: a replay of a long history advances however few requests a visit has", async () => {
  const limits = { idlePage: 10, largePage: 10, fresh: 20, counted: 20, replayed: 30 };
  const { journal, sink, poll } = journalWorld({ pageSize: 10, limits });
  journal.append(...many(0, 200));
  await poll();
  expect(sink.kept.size).toBe(200);
  journal.loseCursors();
  journal.append(entry("new"));
  for (let visit = 0; visit < 20 && (await poll(4)).outcome !== "done"; visit += 1);
  expect(sink.kept.size).toBe(201);
});

test("a feed that was dropped and put again records none of its history twice, and new entries once", async () => {
  const { fixture, journal, sink, poll } = journalWorld({ type: "Room" });
  journal.append(entry("d1"), entry("d1"), entry("d2"));
  await poll();
  await fixture.store.drop(fixture.feed.feedId);
  journal.render((body) => ({ ...body, changedBy: "Ann" }));
  journal.append(entry("d3"), entry("d1"));
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(sink.kept.size).toBe(5);
  expect(await fixture.stands()).toMatchObject({ drained: true });
});
