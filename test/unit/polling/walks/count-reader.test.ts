import { expect, test } from "vitest";
import { Arrivals } from "../../../../shared/mirror/arrivals.ts";
import { createCountReader } from "../../../../shared/polling/walks/count-reader.ts";
import { storedWalk, type WalkCheckpoint } from "../../../../shared/polling/walks/walk-checkpoint.ts";
import { toSlot } from "../../../../shared/schedule/feeds/feed-write.ts";
import { fixedFeeds } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import type { SourceAnswer } from "../../../../shared/source/source.ts";
import { unavailable } from "../support/answers.ts";
import { FakeRecords } from "../support/fake-timeline.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const at = "2026-01-05T06:00:00.000000Z";
const rowsOf = (count: number) => Array.from({ length: count }, (_, row) => ({ id: `c${row}`, at }));

/** Companies, of which a walk saw `walked`; their timelines are read when a test says so. */
async function setUp({ walked = 10, hidesInactive = false, arrived = 0 } = {}) {
  const fixture = new PollingFixture("company-count");
  const source = new FakeRecords(fixture.clock.now());
  source.rows.push(...rowsOf(10));
  const arrivals = new Arrivals(fixture.table);
  const measured: unknown[] = [];
  const metrics = { record: (...given: readonly unknown[]) => void measured.push(given) };
  const reader = createCountReader({ ...fixture.parts, metrics, feeds: fixture.store, arrivals });
  await fixture.store.putIfAbsent(fixedFeeds("acme"));
  const feedOf = (kind: string) =>
    fixture.store.loadAll(fixedFeeds("acme").flatMap((feed) => (feed.kind === kind ? [feed.feedId] : [])));
  const walkIsAt = async (stored: Partial<WalkCheckpoint>) => {
    const checkpoint = storedWalk({ generation: 1, phase: { name: "idle" }, ...stored });
    for (const feed of await feedOf("company-walk")) await fixture.store.save(feed, { checkpoint });
  };
  const walk = (rows: number, arrived = 0) =>
    walkIsAt({ hidesInactive, completedAt: fixture.clock.now(), completedRows: rows, completedArrived: arrived });
  const drain = async () => {
    fixture.clock.advance(60_000);
    for (const feed of await feedOf("company-timeline")) {
      await fixture.store.save(feed, { polledAt: fixture.clock.now() });
    }
    fixture.clock.advance(60_000);
  };
  /** Takes the timelines off the wheel. */
  const settle = async () => {
    for (const feed of await feedOf("company-timeline"))
      await fixture.store.leave(feed, toSlot({ ...feed, nowRev: 0 }));
  };
  const isRequested = async () => (await feedOf("company-timeline")).every(({ wheel }) => wheel.includes("#now#"));
  await settle();
  await walk(walked, arrived);
  const poll = () => fixture.visit(reader, source);
  /** Both looks at a total, with the timelines read to their end in between. */
  const probe = async () => {
    expect((await poll()).outcome).toBe("waiting");
    await drain();
    return poll();
  };
  return { fixture, source, arrivals, measured, walk, walkIsAt, drain, settle, isRequested, poll, probe, feedOf };
}

test("hazard 24: a total below what is known, seen twice, requests a walk within minutes", async () => {
  const { fixture, source, drain, poll } = await setUp();
  expect(await poll()).toEqual({ outcome: "done" });
  source.rows.pop();
  fixture.clock.advance(300_000);
  const missedAt = fixture.clock.now();
  expect(await poll()).toEqual({ outcome: "waiting", until: missedAt + fixture.timings.polledAtGap });
  expect(fixture.wanted).toEqual([]);
  await drain();
  expect(await poll()).toEqual({ outcome: "done" });
  expect(fixture.wanted).toEqual(["company"]);
  expect(source.requests).toEqual(Array.from({ length: 3 }, () => ({ path: "/company", query: { limit: "1" } })));
  const fields = { instance: "acme", resource: "company", difference: -1 };
  expect(fixture.logger.lines).toContainEqual({ level: "info", event: "count.differs", fields });
  expect(fixture.clock.now() - missedAt).toBeLessThanOrEqual(180_000);
});

test("arrivals since the walk are expected, and a probe that finds nothing writes nothing", async () => {
  const { fixture, source, arrivals, poll } = await setUp();
  await poll();
  await arrivals.add("acme", "company", 2);
  source.rows.push({ id: "d1", at }, { id: "d2", at });
  const stands = await fixture.checkpoint();
  expect(await poll()).toEqual({ outcome: "done" });
  expect(await fixture.checkpoint()).toEqual(stands);
  expect(fixture.wanted).toEqual([]);
});

test("a creation that the timelines haven't shown yet is no difference: they are drained first", async () => {
  const { fixture, source, arrivals, drain, settle, isRequested, poll, feedOf } = await setUp();
  source.rows.push({ id: "d1", at });
  const seenAt = fixture.clock.now();
  const requests = () => source.requests.length;
  expect(await isRequested()).toBe(false);
  expect((await poll()).outcome).toBe("waiting");
  expect(await isRequested()).toBe(true);
  fixture.clock.advance(60_000);
  // Neither a timeline read in the same millisecond nor one of two counts as drained.
  for (const [polledAt, many] of [
    [seenAt, 2],
    [seenAt + 1, 1],
  ] as const) {
    for (const feed of (await feedOf("company-timeline")).slice(0, many)) await fixture.store.save(feed, { polledAt });
    await settle();
    expect(await poll()).toEqual({ outcome: "waiting", until: fixture.clock.now() + fixture.timings.polledAtGap });
    expect(await isRequested()).toBe(true);
    fixture.clock.advance(60_000);
  }
  expect(requests()).toBe(1);
  await arrivals.add("acme", "company", 1);
  await drain();
  // Another one, created after the drain.
  source.rows.push({ id: "d2", at });
  expect(await poll()).toEqual({ outcome: "done" });
  expect(fixture.wanted).toEqual([]);
});

test("a difference that a walk doesn't remove is normal, and requests no more walks", async () => {
  const { fixture, source, walk, drain, poll, probe } = await setUp({ walked: 12 });
  for (let round = 0; round < 3; round += 1) {
    await poll();
    await drain();
    await poll();
    await walk(12);
    fixture.clock.advance(300_000);
  }
  expect(fixture.wanted).toEqual(["company"]);
  const fields = { instance: "acme", resource: "company", difference: -2 };
  expect(fixture.logger.lines).toContainEqual({ level: "info", event: "count.unexplained", fields });
  expect(await poll()).toEqual({ outcome: "done" });
  expect(await fixture.checkpoint()).toEqual({ usual: -2 });
  // A difference from what is usual requests a walk again.
  source.rows.pop();
  await probe();
  expect(fixture.wanted).toEqual(["company", "company"]);
  expect(await fixture.checkpoint()).toMatchObject({ usual: -2, asked: { difference: -1 } });
});

test("only the same difference after another walk is normal", async () => {
  const { fixture, source, walk, drain, poll, probe } = await setUp({ walked: 12 });
  await probe();
  await probe();
  expect(fixture.wanted).toHaveLength(2);
  await walk(12);
  source.rows.pop();
  await probe();
  expect(fixture.wanted).toHaveLength(3);
  // A total that was compared with an earlier walk proves nothing about this one.
  await walk(12);
  await poll();
  await drain();
  await walk(13);
  expect((await poll()).outcome).toBe("waiting");
  expect(fixture.wanted).toHaveLength(3);
});

test("what had arrived before the walk's comparison is in its rows, and another instance's arrivals aren't expected", async () => {
  const { fixture, arrivals, poll } = await setUp({ arrived: 5 });
  await arrivals.add("acme", "company", 5);
  await arrivals.add("other", "company", 3);
  expect(await poll()).toEqual({ outcome: "done" });
  expect(fixture.wanted).toEqual([]);
});

test.each<[SourceAnswer<never>, unknown]>([
  [unavailable(503), { outcome: "failed", reason: "unavailable_503" }],
  [
    { outcome: "ok", value: { items: [], nextCursor: undefined } as never, moment: { beganAt: 0, asOf: 0 } },
    { outcome: "done" },
  ],
])("without a total, a probe concludes nothing: %o", async (answer, end) => {
  const { fixture, source, poll } = await setUp({ walked: 12 });
  source.intercept = () => answer;
  expect(await poll()).toEqual(end);
  expect(await fixture.checkpoint()).toBeUndefined();
});

test.each<[Partial<WalkCheckpoint>]>([
  [{}],
  [{ completedAt: 0 }],
  [{ completedRows: 3 }],
  [{ completedAt: 0, completedRows: 3, phase: { name: "probing", totals: [] } }],
])("beside a walk that is at %j, a probe asks nothing", async (stored) => {
  const { fixture, source, measured, poll, walkIsAt } = await setUp();
  fixture.connected = fixture.clock.now();
  await walkIsAt({ ...stored, ...(stored.completedAt !== undefined && { completedAt: fixture.connected }) });
  fixture.clock.advance(3_600_000);
  expect(await poll()).toEqual({ outcome: "done" });
  expect(source.requests).toEqual([]);
  expect(measured).toEqual([["walk.age_seconds", 3_600, "acme"]]);
});

test("before first contact, a walk has no age", async () => {
  const fixture = new PollingFixture("company-count");
  const source = new FakeRecords(fixture.clock.now());
  fixture.connected = undefined;
  const arrivals = new Arrivals(fixture.table);
  const reader = createCountReader({ ...fixture.parts, feeds: fixture.store, arrivals });
  expect(await fixture.visit(reader, source)).toEqual({ outcome: "done" });
  expect(fixture.measured.filter((one) => "walk.age_seconds" in one)).toEqual([]);
});

test("hazard 28: if lists leave out inactive rows, both kinds are counted", async () => {
  const { source, fixture, poll } = await setUp({ hidesInactive: true });
  source.rows.splice(0, 4, ...rowsOf(4).map((row) => ({ ...row, body: { isActive: false } })));
  expect(await poll()).toEqual({ outcome: "done" });
  expect(fixture.wanted).toEqual([]);
});

test("a record that is created while a probe reads is no difference", async () => {
  const { fixture, source, arrivals, poll } = await setUp();
  source.intercept = () => {
    source.answerAsUsual();
    source.rows.push({ id: "new", at });
    void arrivals.add("acme", "company", 1);
    return undefined;
  };
  expect((await poll()).outcome).toBe("waiting");
  expect(fixture.wanted).toEqual([]);
});

test("a total above what is known, seen twice, requests a walk", async () => {
  const { fixture, source, probe } = await setUp();
  source.rows.push({ id: "unknown", at });
  expect(await probe()).toEqual({ outcome: "done" });
  expect(fixture.wanted).toEqual(["company"]);
});
