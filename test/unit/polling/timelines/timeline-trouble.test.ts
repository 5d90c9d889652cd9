import { expect, test, vi } from "vitest";
import { drainedTimelines } from "../../../../shared/polling/timelines/timeline-reader.ts";
import { fixedFeeds } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import type { SourceAnswer } from "../../../../shared/source/source.ts";
import { down } from "../support/answers.ts";
import { PollingFixture } from "../support/polling-fixture.ts";
import { hour, minute, noon, timelineWorld } from "../support/timeline-world.ts";

function largePages() {
  const world = timelineWorld();
  world.source.pageSize = 10_000;
  return world;
}

test("hazard 4: late rows widen the fast pass's overlap", async () => {
  const { poll, lastSince, add } = largePages();
  add("p1", noon - 10_000);
  await poll();
  add("late", noon - 110_000);
  await poll();
  expect(lastSince()).toBe(noon - 130_000);
  await poll();
  expect(lastSince()).toBe(noon - 10_000 - 240_000);
});

test("hazard 4: many punctual rows narrow the overlap to 15 seconds, and the sweep finds a later row, which widens it", async () => {
  const { fixture, source, poll, lastSince, add } = largePages();
  add("p0", noon - hour);
  await poll();
  for (let row = 1; row <= 300; row += 1) add(`p${row}`, noon - hour + row * 1_000);
  await poll();
  await poll();
  const watermark = noon - hour + 300_000;
  expect(lastSince()).toBe(watermark - 15_000);
  add("late", watermark - 40_000);
  await poll();
  expect(fixture.records.ids).not.toContain("late");
  source.now = noon + hour;
  await poll();
  expect(fixture.records.ids).toContain("late");
  await poll();
  expect(lastSince()).toBe(watermark - 90_000);
});

test("hazard 4: once a day the sweep reaches more than a day back", async () => {
  const { fixture, source, poll, add } = largePages();
  add("p1", noon - 10_000);
  await poll();
  add("yesterday", noon - 90 * minute);
  for (let passed = 1; passed <= 24; passed += 1) {
    source.now = noon + passed * hour + passed * minute;
    await poll();
  }
  const swept = source.requests.filter(({ query }) => Date.parse(query?.["since"] ?? "") < noon - hour - minute);
  expect(swept).toHaveLength(1);
  expect(fixture.records.ids).toContain("yesterday");
});

test("hazard 4: a sweep that doesn't fit into a visit continues in the next ones", async () => {
  const { fixture, source, poll, add } = largePages();
  source.pageSize = 3;
  for (let row = 0; row < 8; row += 1) add(`p${row}`, noon - 30 * minute + row * minute);
  add("now", noon);
  await poll();
  source.now = noon + 61 * minute;
  source.requests.splice(0);
  const saves = vi.spyOn(fixture.store, "save");
  expect(await poll(2)).toEqual({ outcome: "yielded" });
  expect(saves, "the fast pass's last page is saved with the sweep's first one").toHaveBeenCalledTimes(1);
  expect(await fixture.checkpoint()).toMatchObject({ sweptAt: noon, sweep: { since: noon - hour } });
  source.now += minute;
  for (let visits = 0; visits < 6; visits += 1) await poll(2);
  const swept = source.requests.filter(({ query }) => query?.["since"] === new Date(noon - hour).toISOString());
  expect(new Set(swept.map(({ query }) => query?.["cursor"])).size).toBe(swept.length);
  expect(swept.length).toBeGreaterThan(3);
  expect(await fixture.checkpoint()).toMatchObject({ sweptAt: noon + 61 * minute, deepSweptAt: noon });
  expect(await fixture.checkpoint()).not.toHaveProperty("sweep");
});

test("the sweep counts what the fast pass missed, but not what it will find", async () => {
  const { fixture, source, poll, add } = largePages();
  add("p1", noon - 10_000);
  await poll();
  add("missed", noon - 30 * minute);
  source.now = noon + 61 * minute;
  await poll();
  expect((await fixture.stands()).stats).toMatchObject({ rows: 4, missed: 1 });
  expect(fixture.measured).toEqual([{ "polling.rows_missed": 1 }]);
  await poll();
  expect(fixture.measured).toHaveLength(1);
});

test("hazard 3: more rows in one millisecond than a page holds are first requested in a larger page", async () => {
  const { fixture, poll, add, limits } = largePages();
  for (let row = 0; row < 1_500; row += 1) add(`t${row}`, noon - 30_000);
  add("z", noon - 20_000);
  for (let visit = 0; visit < 6; visit += 1) await poll(1);
  expect(limits()).toContain("5000");
  expect(new Set(fixture.records.ids).size).toBe(1_501);
  // Only the end of first contact wants a walk: nothing was left to one.
  expect(fixture.wanted).toEqual(["project"]);
});

test.each<SourceAnswer<never>>([{ outcome: "badRequest" }, down])(
  "hazard 3: if the larger page is refused, the millisecond is skipped and left to the walk: %o",
  async (refused) => {
    const { fixture, source, poll, add, addTie, limits } = largePages();
    source.pageSize = 3;
    add("a", noon - 40_000);
    await poll();
    fixture.wanted.length = 0;
    addTie(7, noon - 30_000);
    add("z", noon - 20_000);
    source.intercept = ({ query }) => (Number(query?.["limit"]) > 1_000 ? refused : undefined);
    expect(await poll()).toMatchObject({ outcome: "done" });
    expect(new Set(limits())).toEqual(new Set(["1000", "5000"]));
    expect(fixture.records.ids).toContain("z");
    expect(fixture.wanted).toEqual(["project"]);
  },
);

test("hazard 3: pages that repeat and show no time fail their feed, though their cursors differ", async () => {
  const { source, poll } = largePages();
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
  const { fixture, source, poll } = largePages();
  source.intercept = () => ({ outcome: "badRequest" });
  expect(await poll()).toEqual({ outcome: "parked", reason: "bad_request" });
  expect(source.requests.at(-1)?.query).toMatchObject({ limit: "1" });
  expect(await fixture.stands()).toMatchObject({ status: "parked", lastError: "bad_request" });
  expect(fixture.reported).toEqual([{ reason: "bad_request", since: fixture.clock.now() }]);
  fixture.clock.advance(25 * hour);
  await poll();
  expect(fixture.reported).toHaveLength(1);
  source.answerAsUsual();
  fixture.clock.advance(25 * hour);
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(fixture.reported.at(-1)).toBe("recovered");
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
