import { expect, test } from "vitest";
import { connectedAt } from "../support/polling-fixture.ts";
import { at, hour, minute, noon, timelineWorld } from "../support/timeline-world.ts";

const full = { key: "created", view: "full" };

test("first contact reads everything without since, page by page, and is then drained", async () => {
  const { fixture, source, poll, addMany } = timelineWorld();
  addMany(8, noon - 60_000);
  expect(await poll(2)).toEqual({ outcome: "yielded" });
  expect((await fixture.stands()).drained).toBe(false);
  expect(fixture.records.pages.every(({ draining }) => draining)).toBe(true);
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(new Set(fixture.records.ids).size).toBe(8);
  expect(source.requests.some(({ query }) => query?.["since"] !== undefined)).toBe(false);
  expect(await fixture.stands()).toMatchObject({ drained: true, watermark: noon - 53_000 });
  expect(fixture.wanted).toEqual(["project"]);
  const swept = { sweptAt: noon, deepSweptAt: noon, tolerates: { since: 60_000 } };
  expect(await fixture.checkpoint()).toEqual({ drained: true, ties: [], watermark: noon - 53_000, ...swept });
});

test("a first contact's pages are counted until its end, and from zero when it starts over", async () => {
  const { fixture, source, poll, add, addMany } = timelineWorld();
  addMany(8, noon - 60_000);
  await poll(2);
  expect((await fixture.stands()).stats).toMatchObject({ pages: 2 });
  await poll();
  const { stats } = await fixture.stands();
  expect(stats?.pages).toBe(source.requests.length);
  add("new", noon - 1_000);
  await poll();
  const { stats: after } = await fixture.stands();
  expect(after).toMatchObject({ pages: stats?.pages });
  expect(after?.rows).toBeGreaterThan(stats?.rows ?? 0);
  await fixture.store.rewind(fixture.feed.feedId, { anew: true });
  await poll(1);
  expect((await fixture.stands()).stats).toMatchObject({ pages: 1 });
});

test("hazard 1: a poll without news writes only its time, at most once a minute", async () => {
  const { fixture, poll, add } = timelineWorld();
  add("p1", noon - 10_000);
  await poll();
  const before = await fixture.stands();
  await poll();
  await poll();
  expect(await fixture.stands()).toEqual(before);
});

test("hazard 4: the fast pass rereads from behind the watermark, in UTC (hazard 22)", async () => {
  const { fixture, source, poll, add } = timelineWorld();
  add("p1", noon - 10_000);
  await poll();
  add("late", noon - 100_000);
  await poll();
  expect(fixture.records.ids).toContain("late");
  expect(source.requests.at(-1)?.query).toEqual({ limit: "1000", since: "2026-01-05T11:57:50.000Z" });
});

test("hazard 4: the sweep finds what was committed later than the overlap reaches, and says so", async () => {
  const { fixture, source, poll, add, lastSince } = timelineWorld();
  add("p1", noon - 10_000);
  await poll();
  add("later", noon - 30 * minute);
  source.now = noon + 30 * minute;
  await poll();
  expect(fixture.records.ids).not.toContain("later");
  source.now = noon + 61 * minute;
  await poll();
  const found = fixture.records.pages.find(({ rows }) => rows.some(({ id }) => id === "later"));
  expect(found?.detectedBy).toBe("sweep");
  expect(lastSince()).toBe(noon - hour);
});

test.each([
  ["created", noon - 9_000],
  ["modified", noon - 3_000],
])("the watermark of a timeline by %s is the last such time", async (key, watermark) => {
  const { fixture, source, poll } = timelineWorld("person-timeline", { key, view: "full" });
  source.rows.push({ id: "p1", at: at(noon - 9_000), body: { modified: at(noon - 3_000), changed: at(noon) } });
  await poll();
  expect((await fixture.stands()).watermark).toBe(watermark);
});

test("hazard 7: a row dated ahead is passed on and doesn't move the watermark", async () => {
  const { fixture, source, poll } = timelineWorld();
  source.rows.push({ id: "now", at: at(noon - 5_000) }, { id: "ahead", at: at(noon + 86_400_000) });
  await poll();
  expect(fixture.records.ids).toEqual(["now", "ahead"]);
  expect((await fixture.stands()).watermark).toBe(noon - 5_000);
});

test("hazard 3: more rows in one millisecond than a page holds are skipped once, and left to the walk", async () => {
  const { fixture, poll, add, addTie } = timelineWorld();
  const tie = noon - 30_000;
  add("a", tie - 1_000);
  addTie(7, tie);
  add("z", tie + 1_000);
  expect(await poll(20)).toMatchObject({ outcome: "done" });
  expect(fixture.records.ids).toContain("z");
  const wishes = fixture.wanted.length;
  expect(fixture.wanted).toContain("project");
  await poll(20);
  expect(fixture.wanted).toHaveLength(wishes);
});

test("hazard 3: a stall is noticed even when every visit has a single request", async () => {
  const { fixture, poll, add, addTie } = timelineWorld();
  addTie(5, noon - 30_000);
  add("z", noon - 20_000);
  for (let visit = 0; visit < 6; visit += 1) await poll(1);
  expect(fixture.records.ids).toContain("z");
});

test("hazard 2: rows that the previous page showed are not passed on again", async () => {
  const { fixture, poll, addMany } = timelineWorld();
  addMany(5, noon - 60_000);
  await poll();
  expect(fixture.records.ids).toEqual(["p0", "p1", "p2", "p3", "p4"]);
});

test("hazard 5: two changes of one record on neighbouring pages are both passed on", async () => {
  const { fixture, source, poll } = timelineWorld();
  source.pageSize = 2;
  source.rows.push({ id: "x", at: at(noon - 9_000) }, { id: "p", at: at(noon - 8_000), body: { name: "old" } });
  source.rows.push({ id: "p", at: at(noon - 7_000), body: { name: "new" } });
  await poll();
  expect(fixture.records.ids.filter((id) => id === "p")).toHaveLength(2);
});

test("hazard 14: an expired cursor restarts the pass after the last complete page", async () => {
  const { fixture, source, poll, addMany } = timelineWorld();
  addMany(6, noon - 60_000);
  await poll(1);
  source.intercept = ({ query }) => (query?.["cursor"] === undefined ? undefined : { outcome: "badRequest" });
  source.pageSize = 10;
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(source.requests.at(-1)?.query).toEqual({ limit: "1000", since: new Date(noon - 59_000).toISOString() });
  expect(new Set(fixture.records.ids).size).toBe(6);
});

test("a permanently refused cursor backs off instead of repeating for ever", async () => {
  const { fixture, source, poll, addTie } = timelineWorld();
  addTie(9, noon - 60_000, "p");
  source.intercept = ({ query }) => (query?.["cursor"] === undefined ? undefined : { outcome: "badRequest" });
  expect((await poll()).outcome).toBe("failed");
  expect(await fixture.stands()).toMatchObject({ status: "backing_off", lastError: "bad_request", failures: 1 });
  expect(source.requests.length).toBeLessThan(10);
  expect(await poll()).toEqual({ outcome: "skipped" });
});

test("hazard 13: page sizes are tried downwards and remembered; under view=full they start at 100", async () => {
  const { source, poll, add, limits } = timelineWorld();
  add("p1", noon - 10_000);
  source.intercept = ({ query }) => (Number(query?.["limit"]) > 200 ? { outcome: "badRequest" } : undefined);
  await poll();
  expect(limits()).toEqual(["1000", "500", "200"]);
  await poll();
  expect(limits().slice(3)).toEqual(["200"]);
  const fullRows = timelineWorld("person-timeline", full);
  await fullRows.poll();
  expect(fullRows.source.requests[0]?.query).toEqual({ key: "created", view: "full", limit: "100" });
});

test("hazards 10 and 12: every page has the frozen query, and only a missing cursor ends the pass", async () => {
  const { source, poll, addMany } = timelineWorld("person-timeline", full);
  addMany(7, noon - 60_000);
  await poll();
  expect(source.requests.length).toBeGreaterThan(2);
  for (const { query } of source.requests) expect(query).toMatchObject({ key: "created", view: "full", limit: "100" });
});

test("hazard 15: a page that stays 404 under view=full is read lean with a GET per id, without the deleted row", async () => {
  const { fixture, source, poll, add } = timelineWorld("person-timeline", full);
  for (const [row, id] of ["a", "b", "c"].entries()) add(id, noon - 9_000 + row * 1_000);
  const moment = { beganAt: noon, asOf: noon };
  source.intercept = ({ path, query }) =>
    query?.["view"] === "full" || path === "/person/b" ? { outcome: "notFound", problem: true, moment } : undefined;
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(fixture.records.ids).toEqual(["a", "c"]);
  expect(fixture.records.pages[0]?.form).toBe("full");
});

test("an unknown instance (404 on every call) fails the feed and concludes nothing", async () => {
  const { fixture, source, poll } = timelineWorld("person-timeline", full);
  source.intercept = () => ({ outcome: "notFound", problem: true, moment: { beganAt: noon, asOf: noon } });
  expect(await poll()).toEqual({ outcome: "failed", reason: "not_found" });
  expect(fixture.records.pages).toEqual([]);
});

test("hazard 8: a timeline by modified starts behind the connection and doesn't drain", async () => {
  const { fixture, source, poll } = timelineWorld("person-timeline", { key: "modified", view: "full" });
  await poll();
  expect(source.requests[0]?.query?.["since"]).toBe(new Date(connectedAt - hour).toISOString());
  expect((await fixture.stands()).watermark).toBe(connectedAt - hour);
  const unconnected = timelineWorld("person-timeline", { key: "modified", view: "full" });
  unconnected.fixture.connected = undefined;
  expect(await unconnected.poll()).toEqual({ outcome: "yielded" });
  expect(unconnected.source.requests).toEqual([]);
});

test("first contact fixes when the instance was connected", async () => {
  const { fixture, poll } = timelineWorld();
  fixture.connected = undefined;
  await poll();
  expect(fixture.connected).toBe(noon);
});

test("the checkpoint doesn't move past a page that the mirror couldn't finish", async () => {
  const { fixture, poll, add } = timelineWorld();
  add("a", noon - 9_000);
  fixture.records.outcome = { outcome: "incomplete", reason: "exhausted" };
  expect(await poll()).toEqual({ outcome: "yielded" });
  expect(await fixture.checkpoint()).toBeUndefined();
  fixture.records.outcome = { outcome: "observed", changed: 1 };
  await poll();
  expect(fixture.records.ids).toEqual(["a"]);
});

test("hazard 14: a cursor that expires before a complete page restarts the pass at its beginning", async () => {
  const { fixture, source, poll, add, addTie } = timelineWorld();
  // One millisecond fills the first page, so nothing is complete when the visit ends on its cursor.
  addTie(3, noon - 60_000, "p");
  add("p3", noon - 50_000);
  expect(await poll(1)).toEqual({ outcome: "yielded" });
  const expired = (await fixture.stands()).checkpoint as { readonly fast: { readonly cursor: string } };
  source.pageSize = 100;
  source.intercept = ({ query }) => (query?.["cursor"] === expired.fast.cursor ? { outcome: "badRequest" } : undefined);
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(fixture.records.ids).toContain("p3");
});

test("hazard 15: a 404 from an intermediary, while a page is read row by row, skips no row", async () => {
  const { fixture, source, poll } = timelineWorld("person-timeline", full);
  source.rows.push({ id: "p0", at: at(noon - 60_000) }, { id: "p1", at: at(noon - 50_000) });
  const moment = { beganAt: noon, asOf: noon };
  source.intercept = ({ path, query }) => {
    if (query?.["view"] === "full") return { outcome: "notFound", problem: true, moment };
    return path === "/person/p0" ? { outcome: "notFound", problem: false, moment } : undefined;
  };
  expect(await poll()).toMatchObject({ outcome: "failed" });
  expect(fixture.records.ids).toEqual([]);
});

test("a pass starts by the source's time, if the source's clock is behind the start of its response", async () => {
  const { fixture, source, poll } = timelineWorld();
  const empty = { items: [], nextCursor: undefined, totalItems: 0 } as never;
  source.intercept = () => ({ outcome: "ok", value: empty, moment: { beganAt: noon, asOf: noon - 5_000 } });
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect((await fixture.stands()).checkpoint).toMatchObject({ sweptAt: noon - 5_000 });
});

test("a position without its read end moves the watermark no further back", async () => {
  const { fixture, poll, add } = timelineWorld();
  const watermark = noon - 1_000;
  const swept = { sweptAt: noon, deepSweptAt: noon };
  const checkpoint = { drained: true, ties: [], watermark, fast: { since: noon - 60_000 }, ...swept };
  await fixture.store.save(await fixture.stands(), { checkpoint, drained: true });
  add("p1", noon - 30_000);
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(fixture.records.ids).toContain("p1");
  expect((await fixture.stands()).checkpoint).toMatchObject({ watermark });
});
