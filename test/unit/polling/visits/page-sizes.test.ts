import { expect, test } from "vitest";
import { SizedSource } from "../../../../shared/polling/visits/sized-source.ts";
import type { Feed } from "../../../../shared/schedule/feeds/feed.ts";
import { fixedFeeds } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import type { SourceAnswer } from "../../../../shared/source/source.ts";
import { unavailable } from "../support/answers.ts";
import { FakeRecords } from "../support/fake-timeline.ts";
import { PollingFixture } from "../support/polling-fixture.ts";
import { at, hour, noon, timelineWorld } from "../support/timeline-world.ts";

const began = noon - hour;
const heavy = (why: "too_large" | "timeout"): SourceAnswer<never> => ({ ...unavailable(undefined), heavy: why });
const quarantined = [JSON.stringify({ id: "p120", created: at(began + 120_000) })];

/** Whether a page with this query would hold this row. */
function holds(row: number, { cursor, since = "", limit }: { readonly [name: string]: string }): boolean {
  const first = Math.max(0, (Date.parse(cursor ?? since) - began) / 1_000 || 0);
  return first <= row && row < first + Number(limit);
}

/** 200 rows; pages that ask for more than `most` rows don't come, nor does anything whole that has row `giant` in it. */
function setUp(why: "too_large" | "timeout", most: number, giant?: number) {
  const full = { key: "created", view: "full" };
  const world = giant === undefined ? timelineWorld("activity-timeline") : timelineWorld("person-timeline", full);
  const { source } = world;
  source.pageSize = 10_000;
  world.addMany(200, began);
  const weight = { most };
  source.intercept = ({ path, query = {} }) => {
    if (!path.endsWith("/timeline")) return path.endsWith(`/p${giant}`) ? heavy(why) : undefined;
    if (query["view"] === "lean") return undefined;
    const holdsGiant = giant !== undefined && holds(giant, query);
    return Number(query["limit"]) > weight.most || holdsGiant ? heavy(why) : undefined;
  };
  const limits = () => source.requests.splice(0).map(({ query }) => Number(query?.["limit"]));
  return { ...world, weight, limits };
}

test("a page that is too large is requested in smaller ones, and the feed reads on", async () => {
  const { fixture, limits, poll } = setUp("too_large", 99);
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(new Set(fixture.records.ids).size).toBe(200);
  expect(limits().slice(0, 6)).toEqual([1_000, 500, 200, 100, 50, 50]);
  expect((await fixture.stands()).pageLimit?.size).toBe(50);
  await poll();
  expect(new Set(limits())).toEqual(new Set([50]));
});

test("the size is raised by a step an hour, and forgotten at the top", async () => {
  const { fixture, weight, limits, poll } = setUp("too_large", 99);
  await poll();
  weight.most = 10_000;
  const sizes: (number | undefined)[] = [];
  for (let hours = 0; hours < 5; hours += 1) {
    fixture.clock.advance(hour);
    await poll();
    sizes.push((await fixture.stands()).pageLimit?.size);
  }
  expect(sizes).toEqual([100, 200, 500, undefined, undefined]);
  limits();
  await poll();
  expect(limits()).toEqual([1_000]);
});

test("a page that takes too long is requested in a smaller one at the next visit", async () => {
  const { fixture, limits, poll } = setUp("timeout", 150);
  for (const size of [500, 200, 100]) {
    expect(await poll()).toMatchObject({ outcome: "failed" });
    expect((await fixture.stands()).pageLimit?.size).toBe(size);
    fixture.clock.advance(hour / 2);
  }
  expect(limits()).toEqual([1_000, 500, 200]);
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(new Set(fixture.records.ids).size).toBe(200);
});

test("an outage lowers the size to 10 and no further", async () => {
  const { fixture, limits, poll } = setUp("timeout", 0);
  for (let visit = 0; visit < 8; visit += 1) {
    await poll();
    fixture.clock.advance(3 * hour);
  }
  expect(limits()).toEqual([1_000, 500, 200, 100, 50, 20, 10, 10]);
  expect((await fixture.stands()).pageLimit?.size).toBe(10);
});

test("a single record that is too large is quarantined as its list shows it, and the others arrive", async () => {
  const { fixture, poll } = setUp("too_large", 10_000, 120);
  const reasons: (string | undefined)[] = [];
  const { keep } = fixture.quarantine;
  fixture.quarantine.keep = async (
    ...[instance, feedId, rows, reason]: [string, string, readonly unknown[], string?]
  ) => {
    if (rows.length > 0) reasons.push(reason);
    return keep(instance, feedId, rows);
  };
  for (let visit = 0; visit < 5; visit += 1) await poll();
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(new Set(fixture.records.ids).size).toBe(199);
  expect(new Set(fixture.poison.map((row) => JSON.stringify(row)))).toEqual(new Set(quarantined));
  expect(new Set(reasons)).toEqual(new Set(["too_large"]));
});

/** An activity timeline in which no page that holds row 120 comes, however small, unless it is skimmed. */
function leanGiant(skims: boolean) {
  const world = setUp("too_large", 10_000);
  const { source } = world;
  source.intercept = ({ path, query = {}, skim }) => {
    if (!path.endsWith("/timeline") || (skims && skim === true)) return undefined;
    return holds(120, query) ? heavy("too_large") : undefined;
  };
  return world;
}

test("a single lean row that is too large is quarantined by its id, and its list is read on past it", async () => {
  const { fixture, source, poll } = leanGiant(true);
  for (let visit = 0; visit < 6; visit += 1) await poll();
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(new Set(fixture.records.ids).size).toBe(199);
  expect(fixture.records.ids).not.toContain("p120");
  expect(new Set(fixture.poison.map((row) => JSON.stringify(row)))).toEqual(new Set(quarantined));
  expect(new Set(source.requests.filter(({ skim }) => skim).map(({ query }) => query?.["limit"]))).toEqual(
    new Set(["1"]),
  );
});

test("if even skimming doesn't get past it, the feed says why it is stalled, and nothing is skipped", async () => {
  const { fixture, poll } = leanGiant(false);
  const ends = [];
  for (let visit = 0; visit < 6; visit += 1) {
    ends.push(await poll());
    fixture.clock.advance(hour / 2);
  }
  expect(ends.at(-1)).toMatchObject({ outcome: "failed", reason: "too_large" });
  expect(new Set(fixture.records.ids)).toEqual(new Set(Array.from({ length: 120 }, (_, row) => `p${row}`)));
  expect(fixture.poison).toEqual([]);
});

test("a timeline that allows ten rows a page is read with four requests a visit", async () => {
  const { fixture, source, addMany, poll } = timelineWorld("activity-timeline");
  source.pageSize = 10_000;
  addMany(25, began);
  source.intercept = ({ query }) => (Number(query?.["limit"]) > 10 ? { outcome: "badRequest" } : undefined);
  for (let visits = 0; visits < 5; visits += 1) await poll(4);
  expect(new Set(fixture.records.ids).size).toBe(25);
});

test("a list that refuses every size of a page keeps its size", async () => {
  const { clock, pageSizes } = new PollingFixture("activity-timeline");
  const source = new FakeRecords(noon);
  source.intercept = () => ({ outcome: "badRequest" });
  const [feed] = fixedFeeds("acme") as [Feed];
  const sized = new SizedSource({ clock, pageSizes, source }, feed);
  const request = { path: "/document/cursor", query: { limit: "1000" } };
  expect(await sized.page(request)).toEqual({ outcome: "badRequest" });
  expect(sized.requests).toBeGreaterThan(3);
  expect(sized.patch({ outcome: "yielded" })).toBeUndefined();
});
