import { expect, test } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { PageSizes } from "../../../../shared/polling/rows/page-sizes.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { ownersWorld } from "../support/owners-fixture.ts";

const day = 24 * 3_600_000;
const owners: readonly Owner[] = Array.from({ length: 50 }, (_, index) => ({ type: "Company", id: `c${index}` }));
const refused = { outcome: "badRequest" } as const;

/** 50 owners with a document each, at a source whose lists of documents give at most `most` rows on a page. */
function setUp(most: number) {
  const { fixture, source } = ownersWorld();
  for (const owner of owners) source.add(`d-${owner.id}`, owner);
  const allowed = { most };
  const refusals: string[] = [];
  source.intercept = ({ path, query = {} }) => {
    const isList = path === "/document/cursor" || path === "/document/timeline";
    if (!isList || Number(query["limit"]) <= allowed.most) return undefined;
    refusals.push(`${path} ${query["limit"]}`);
    return refused;
  };
  const seeAll = async () => {
    for (const owner of owners) expect(await fixture.poll(owner)).toEqual({ outcome: "done" });
    return refusals.splice(0);
  };
  const limits = (path: string) =>
    source.requests.splice(0).flatMap((request) => (request.path === path ? [request.query?.["limit"]] : []));
  return { fixture, allowed, seeAll, limits };
}

test("hazard 13: a list's maximum is found once for all owners, and each pass starts with it", async () => {
  const { fixture, seeAll } = setUp(200);
  expect(await seeAll()).toEqual(["/document/cursor 1000", "/document/cursor 500"]);
  fixture.clock.advance(fixture.timings.documentTimelinePeriod);
  expect(await seeAll()).toEqual(["/document/timeline 1000", "/document/timeline 500"]);
  fixture.clock.advance(fixture.timings.documentTimelinePeriod);
  expect(await seeAll()).toEqual([]);
  expect(fixture.poison).toEqual([]);
});

test("after a day the largest page is tried again, and kept if the source allows it now", async () => {
  const { fixture, allowed, seeAll, limits } = setUp(200);
  await seeAll();
  fixture.clock.advance(day);
  expect((await seeAll()).filter((refusal) => refusal.startsWith("/document/cursor"))).toEqual([
    "/document/cursor 1000",
    "/document/cursor 500",
  ]);
  allowed.most = 1_000;
  fixture.clock.advance(day);
  limits("");
  expect(await seeAll()).toEqual([]);
  expect(new Set(limits("/document/cursor"))).toEqual(new Set(["1000"]));
});

test("a visit that is refused at every size proves nothing about the list, and tries no size twice", async () => {
  const { fixture, seeAll, limits } = setUp(200);
  await seeAll();
  limits("");
  const { intercept } = fixture.source;
  fixture.source.intercept = (request) => (request.path === "/document/cursor" ? refused : intercept(request));
  fixture.clock.advance(day / 2);
  expect(await fixture.poll(owners[0]!)).toMatchObject({ outcome: "failed", reason: "bad_request" });
  expect(limits("/document/cursor")).toEqual(["200", "100", "50", "20", "10"]);
  fixture.source.intercept = intercept;
  await fixture.poll(owners[1]!);
  expect(limits("/document/cursor")).toEqual(["200"]);
});

test("another process reads what was learned, and one that knew nothing learns it within a minute", async () => {
  const clock = new FakeClock();
  const table = new MemoryTable("feeds");
  const [one, other] = [new PageSizes(table, clock), new PageSizes(table, clock)];
  const list = { path: "/person/timeline" };
  const full = { path: "/person/timeline", query: { view: "full" } };
  expect(await other.of("acme", list)).toBeUndefined();
  await one.learn("acme", list, 200);
  await one.learn("acme", full, 50);
  expect([await one.of("acme", list), await one.of("acme", full)]).toMatchObject([{ size: 200 }, { size: 50 }]);
  expect(await other.of("acme", list)).toBeUndefined();
  clock.advance(60_000);
  expect([await other.of("acme", list), await other.of("acme", full)]).toMatchObject([{ size: 200 }, { size: 50 }]);
  expect(await other.of("beta", list)).toBeUndefined();
  expect(await other.of("acme", { path: "/company/timeline" })).toBeUndefined();
});

test("what two processes learn one after the other is kept, and known to both at once", async () => {
  const clock = new FakeClock();
  const table = new MemoryTable("feeds");
  const [one, other] = [new PageSizes(table, clock), new PageSizes(table, clock)];
  const [people, companies] = ["person", "company"].map((name) => ({
    path: `/${name}/cursor`,
    query: { view: "full" },
  }));
  await other.of("acme", companies!);
  await one.learn("acme", people!, 50);
  await other.learn("acme", companies!, 20);
  const known = await Promise.all([people!, companies!].map((list) => other.of("acme", list)));
  expect(known).toMatchObject([{ size: 50 }, { size: 20 }]);
});
