import { expect, test, vi } from "vitest";
import { createTimelineReader, drainedTimelines } from "../../../../shared/polling/timelines/timeline-reader.ts";
import { fixedFeeds } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import type { SourceAnswer } from "../../../../shared/source/source.ts";
import { down } from "../support/answers.ts";
import { FakeRecords } from "../support/fake-timeline.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const noon = Date.UTC(2026, 0, 5, 12);
const minute = 60_000;
const hour = 60 * minute;
const at = (ms: number, micros = 0): string =>
  `${new Date(ms).toISOString().slice(0, -1)}${String(micros).padStart(3, "0")}Z`;

function setUp(kind: "project-timeline" | "activity-timeline" = "project-timeline") {
  const fixture = new PollingFixture(kind);
  const source = new FakeRecords(noon);
  source.pageSize = 10_000;
  const reader = createTimelineReader(fixture.parts);
  const poll = (requests?: number) => fixture.visit(reader, source, requests);
  const lastSince = () => Date.parse(source.requests.at(-1)?.query?.["since"] ?? "");
  return { fixture, source, poll, lastSince };
}

test("hazard 4: late rows widen the fast lane's overlap", async () => {
  const { source, poll, lastSince } = setUp();
  source.rows.push({ id: "p1", at: at(noon - 10_000) });
  await poll();
  source.rows.push({ id: "late", at: at(noon - 110_000) });
  await poll();
  expect(lastSince()).toBe(noon - 130_000);
  await poll();
  expect(lastSince()).toBe(noon - 10_000 - 240_000);
});

test("hazard 4: many punctual rows narrow the overlap to 15 seconds, and the sweep finds a later row, which widens it", async () => {
  const { fixture, source, poll, lastSince } = setUp();
  source.rows.push({ id: "p0", at: at(noon - hour) });
  await poll();
  for (let row = 1; row <= 300; row += 1) source.rows.push({ id: `p${row}`, at: at(noon - hour + row * 1_000) });
  await poll();
  await poll();
  const watermark = noon - hour + 300_000;
  expect(lastSince()).toBe(watermark - 15_000);
  source.rows.push({ id: "late", at: at(watermark - 40_000) });
  await poll();
  expect(fixture.records.ids).not.toContain("late");
  source.now = noon + hour;
  await poll();
  expect(fixture.records.ids).toContain("late");
  await poll();
  expect(lastSince()).toBe(watermark - 90_000);
});

test("hazard 4: once a day the sweep reaches more than a day back", async () => {
  const { fixture, source, poll } = setUp();
  source.rows.push({ id: "p1", at: at(noon - 10_000) });
  await poll();
  source.rows.push({ id: "yesterday", at: at(noon - 90 * minute) });
  for (let passed = 1; passed <= 24; passed += 1) {
    source.now = noon + passed * hour + passed * minute;
    await poll();
  }
  const swept = source.requests.filter(({ query }) => Date.parse(query?.["since"] ?? "") < noon - hour - minute);
  expect(swept).toHaveLength(1);
  expect(fixture.records.ids).toContain("yesterday");
});

test("hazard 4: a sweep that doesn't fit into a visit continues in the next ones", async () => {
  const { fixture, source, poll } = setUp();
  source.pageSize = 3;
  for (let row = 0; row < 8; row += 1) source.rows.push({ id: `p${row}`, at: at(noon - 30 * minute + row * minute) });
  source.rows.push({ id: "now", at: at(noon) });
  await poll();
  source.now = noon + 61 * minute;
  source.requests.splice(0);
  const saves = vi.spyOn(fixture.store, "save");
  expect(await poll(2)).toEqual({ outcome: "yielded" });
  expect(saves, "the fast lane's last page is saved with the sweep's first one").toHaveBeenCalledTimes(1);
  expect(await fixture.checkpoint()).toMatchObject({ sweptAt: noon, sweep: { since: noon - hour } });
  source.now += minute;
  for (let visits = 0; visits < 6; visits += 1) await poll(2);
  const swept = source.requests.filter(({ query }) => query?.["since"] === new Date(noon - hour).toISOString());
  expect(new Set(swept.map(({ query }) => query?.["cursor"])).size).toBe(swept.length);
  expect(swept.length).toBeGreaterThan(3);
  expect(await fixture.checkpoint()).toMatchObject({ sweptAt: noon + 61 * minute, deepSweptAt: noon });
  expect(await fixture.checkpoint()).not.toHaveProperty("sweep");
});

test("the sweep counts what the fast lane missed, but not what it will find", async () => {
  const { fixture, source, poll } = setUp();
  source.rows.push({ id: "p1", at: at(noon - 10_000) });
  await poll();
  source.rows.push({ id: "missed", at: at(noon - 30 * minute) });
  source.now = noon + 61 * minute;
  await poll();
  expect((await fixture.stands()).stats).toMatchObject({ rows: 4, missed: 1 });
  expect(fixture.measured).toEqual([{ "polling.rows_missed": 1 }]);
  await poll();
  expect(fixture.measured).toHaveLength(1);
});

test("hazard 3: more rows in one millisecond than a page holds are first requested in a larger page", async () => {
  const { fixture, source, poll } = setUp();
  for (let row = 0; row < 1_500; row += 1) source.rows.push({ id: `t${row}`, at: at(noon - 30_000) });
  source.rows.push({ id: "z", at: at(noon - 20_000) });
  for (let visit = 0; visit < 6; visit += 1) await poll(1);
  expect(source.requests.map(({ query }) => query?.["limit"])).toContain("5000");
  expect(new Set(fixture.records.ids).size).toBe(1_501);
  // Only the end of first contact wants a walk: nothing was left to one.
  expect(fixture.wanted).toEqual(["project"]);
});

test.each<SourceAnswer<never>>([{ outcome: "badRequest" }, down])(
  "hazard 3: if the larger page is refused, the millisecond is skipped and left to the walk: %o",
  async (refused) => {
    const { fixture, source, poll } = setUp();
    source.pageSize = 3;
    source.rows.push({ id: "a", at: at(noon - 40_000) });
    await poll();
    fixture.wanted.length = 0;
    for (let row = 0; row < 7; row += 1) source.rows.push({ id: `t${row}`, at: at(noon - 30_000, row) });
    source.rows.push({ id: "z", at: at(noon - 20_000) });
    source.intercept = ({ query }) => (Number(query?.["limit"]) > 1_000 ? refused : undefined);
    expect(await poll()).toMatchObject({ outcome: "done" });
    expect(new Set(source.requests.map(({ query }) => query?.["limit"]))).toEqual(new Set(["1000", "5000"]));
    expect(fixture.records.ids).toContain("z");
    expect(fixture.wanted).toEqual(["project"]);
  },
);

test("hazard 3: pages that repeat and show no time fail their feed, though their cursors differ", async () => {
  const { source, poll } = setUp();
  const moment = { beganAt: noon, asOf: noon };
  source.page = async (request) => {
    source.requests.push(request);
    const nextCursor = `c${source.requests.length}`;
    return { outcome: "ok", value: { items: [{ id: "a" }], nextCursor, totalItems: undefined }, moment };
  };
  expect(await poll(1)).toEqual({ outcome: "yielded" });
  expect(await poll(1)).toEqual({ outcome: "failed", reason: "no_progress" });
});

test("hazard 40: a 400 that remains without cursor and with limit=1 is our mistake: the feed is parked and the operators are notified once", async () => {
  const { fixture, source, poll } = setUp();
  source.intercept = () => ({ outcome: "badRequest" });
  expect(await poll()).toEqual({ outcome: "parked", reason: "bad_request" });
  expect(source.requests.at(-1)?.query).toMatchObject({ limit: "1" });
  expect(await fixture.stands()).toMatchObject({ status: "parked", lastError: "bad_request" });
  expect(fixture.told).toEqual([{ reason: "bad_request", since: fixture.clock.now() }]);
  fixture.clock.advance(25 * hour);
  await poll();
  expect(fixture.told).toHaveLength(1);
  source.answerAsUsual();
  fixture.clock.advance(25 * hour);
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(fixture.told.at(-1)).toBe("recovered");
  expect((await fixture.stands()).stalledSince).toBeUndefined();
});

test("first contact has read a resource to its end once all of its timelines are drained", async () => {
  const { store } = new PollingFixture("person-timeline");
  const isDrained = () => drainedTimelines(store, "acme", "person");
  expect(await isDrained()).toBe(false);
  const feeds = fixedFeeds("acme");
  await store.putIfAbsent(feeds);
  expect(await isDrained(), "one of two timelines has first contact").toBe(false);
  const ids = feeds.flatMap(({ kind, feedId }) => (kind === "person-timeline" ? [feedId] : []));
  for (const feed of await store.loadAll(ids)) await store.save(feed, { drained: true });
  expect(await isDrained()).toBe(true);
});
