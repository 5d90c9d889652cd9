import { expect, test } from "vitest";
import { mirrorWith } from "../../mirror/mirror-fixture.ts";
import { down } from "../support/answers.ts";
import { at, hour, templateWorld } from "../support/template-world.ts";

test("the first list is first contact; later ones publish what is new", async () => {
  const { fixture, source, asserted, turn } = templateWorld();
  expect(await turn()).toMatchObject({ outcome: "done" });
  expect(fixture.records.pages.every(({ draining, detectedBy }) => draining && detectedBy === "templates")).toBe(true);
  expect(new Set(fixture.records.ids).size).toBe(7);
  expect((await fixture.stands()).drained).toBe(true);
  // Templates own no documents.
  expect(asserted).toEqual([]);
  source.rows.push({ id: "t8", at });
  await turn();
  expect(fixture.records.pages.at(-1)).toMatchObject({ resource: "company_template", draining: false });
  expect(fixture.records.ids).toContain("t8");
});

test("an unchanged list costs one request and no write; counts of other records don't change it", async () => {
  const { fixture, source, turn } = templateWorld();
  source.pageSize = 1_000;
  await turn();
  await turn();
  const { checkpoint } = await fixture.stands();
  const requests = source.requests.length;
  source.rows.splice(0, 1, { id: "t0", at, body: { name: "t0", numCompanies: 99 } });
  expect(await turn()).toMatchObject({ outcome: "done" });
  expect(source.requests).toHaveLength(requests + 1);
  expect((await fixture.stands()).checkpoint).toEqual(checkpoint);
});

test("an unchanged list is observed again when a disagreeing read by id is due again", async () => {
  const { fixture, source, turn } = templateWorld();
  source.pageSize = 1_000;
  const { clock, records, timings } = fixture;
  const due = clock.now() + 4 * timings.smallPeriod;
  records.outcome = { outcome: "observed", changed: 0, askAgainAt: due };
  await turn();
  const pages = records.pages.length;
  const requests = source.requests.length;
  await turn();
  await turn();
  expect([records.pages.length, source.requests.length], "not before").toEqual([pages, requests + 2]);
  records.outcome = { outcome: "observed", changed: 0 };
  await turn();
  expect(records.pages).toHaveLength(pages + 1);
  await turn();
  await turn();
  expect(records.pages, "they agree by now").toHaveLength(pages + 1);
});

test("a read by id that lags behind its list is repeated, and the change is published when it shows it", async () => {
  const { sink, events, clock } = mirrorWith();
  const { fixture, source, turn, singles } = templateWorld(2, sink);
  source.pageSize = 1_000;
  const pass = async () => {
    clock.advance(fixture.timings.smallPeriod);
    source.now = clock.now();
    await turn();
  };
  await pass();
  const changedAt = clock.now();
  const knownUntil = async () => (await fixture.stands()).completeReads?.at(-1)?.from ?? 0;
  source.rows.splice(0, 1, { id: "t0", at, body: { name: "New" } });
  let lags = true;
  const one = source.one.bind(source);
  source.one = async (request) => {
    const answer = await one(request);
    return lags && answer.outcome === "ok" ? { ...answer, value: { ...answer.value, name: "t0" } } : answer;
  };
  for (let at = 0; at < 4; at += 1) await pass();
  expect(events.map(({ baseline }) => baseline)).toEqual([true, true]);
  expect(await knownUntil(), "the change isn't published").toBeLessThanOrEqual(changedAt);
  lags = false;
  const asked = singles().length;
  for (let at = 0; at < 12; at += 1) await pass();
  expect(events.slice(2).map(({ changes }) => changes)).toEqual([[{ field: "name", from: "t0", to: "New" }]]);
  expect(singles()).toHaveLength(asked + 1);
  expect(await knownUntil()).toBeGreaterThan(changedAt);
});

test("hazard 21: a pass during which the list moved misses nothing: it is repeated until two passes agree", async () => {
  const { source, memory, turn, lose, singles } = templateWorld();
  await turn();
  // While the walk asks for its second page, a row of the first one goes and one comes: the rows between move up.
  // Before it walks, a visit reads the list once to see whether it has changed.
  let asked = 0;
  source.intercept = ({ query }) => {
    if (query?.["offset"] !== "3") return undefined;
    asked += 1;
    if (asked !== 2) return undefined;
    lose("t0");
    source.rows.push({ id: "t9", at });
    return undefined;
  };
  memory.live.delete("t0");
  source.rows.push({ id: "t8", at });
  expect(await turn()).toMatchObject({ outcome: "done" });
  expect(singles()).toEqual([]);
  expect(memory.unlistedPages).toEqual([]);
});

test("hazards 21 and 24: a missing template is removed after two 404s with a witness", async () => {
  const { fixture, memory, turn, lose, singles } = templateWorld();
  await turn();
  lose("t3");
  expect((await turn()).outcome).toBe("waiting");
  expect(memory.removedIds).toEqual([]);
  fixture.clock.advance(fixture.timings.confirmGap);
  expect(await turn()).toMatchObject({ outcome: "done" });
  expect(memory.removedIds).toEqual(["t3"]);
  expect(singles()).toEqual([
    "/company-template/t3",
    "/company-template/t0",
    "/company-template/t3",
    "/company-template/t0",
  ]);
});

test("once a day each template is read by id, however small the allowance, because a list doesn't show all of it", async () => {
  const { fixture, source, turn, singles } = templateWorld();
  await turn();
  fixture.clock.advance(24 * hour);
  const moment = { beganAt: source.now, asOf: source.now };
  source.answer(/\/t4$/, { outcome: "notFound", problem: true, moment });
  for (let visits = 0; visits < 5; visits += 1) expect(await turn(3)).toEqual({ outcome: "yielded" });
  expect(new Set(singles()).size).toBe(7);
  expect(singles()).toHaveLength(7);
  const full = fixture.records.pages.filter(({ form }) => form === "full");
  expect(full.flatMap(({ rows }) => rows.map(({ id }) => id))).toHaveLength(6);
  expect(fixture.poison, "a later list shows whether it is gone").toEqual([]);
});

test("an unchanged list is walked again when an operator has decided on its held removals", async () => {
  const { fixture, source, memory, operator, turn, lose } = templateWorld(60);
  source.pageSize = 1_000;
  await turn();
  const lost = Array.from({ length: 30 }, (_, at) => `t${at}`);
  lose(...lost);
  for (let visits = 0; visits < 4; visits += 1) await turn();
  expect(memory.heldIds.size).toBe(30);
  await operator.decide("acme", "company_template", "approved");
  fixture.clock.advance(hour);
  for (let visits = 0; visits < 4; visits += 1) {
    await turn();
    fixture.clock.advance(fixture.timings.confirmGap);
  }
  expect(memory.removedIds.toSorted()).toEqual(lost.toSorted());
});

test("templates that never respond by id are quarantined, and the list is read on", async () => {
  const { fixture, source, turn } = templateWorld();
  source.pageSize = 1_000;
  await turn();
  fixture.clock.advance(fixture.timings.walkPeriod);
  const broken = ["t2", "t3", "t6"];
  source.intercept = ({ path }) => (broken.some((id) => path.endsWith(`/${id}`)) ? down : undefined);
  const before = fixture.records.ids.length;
  for (let at = 0; at < 10; at += 1) await turn();
  expect(fixture.records.ids.slice(before)).toEqual(["t0", "t1", "t4", "t5"]);
  expect(fixture.poison).toEqual(broken.map((id) => ({ id })));
  expect(await fixture.stands()).toMatchObject({ status: "active", failures: 0 });
  source.rows.push({ id: "t8", at });
  await turn();
  expect(fixture.records.ids).toContain("t8");
  // The next day they are asked for again.
  source.answerAsUsual();
  fixture.clock.advance(fixture.timings.walkPeriod);
  await turn();
  expect(fixture.records.ids.slice(-8)).toEqual(["t0", "t1", "t2", "t3", "t4", "t5", "t6", "t8"]);
});

test("in an outage of all reads by id no template is skipped, however long it lasts", async () => {
  const { fixture, source, turn } = templateWorld();
  source.pageSize = 1_000;
  await turn();
  fixture.clock.advance(fixture.timings.walkPeriod);
  source.answer(/template\/t\d/, down);
  for (let at = 0; at < 40; at += 1) await turn();
  expect(fixture.poison).toEqual([]);
  const before = fixture.records.ids.length;
  source.answerAsUsual();
  for (let at = 0; at < 10; at += 1) await turn();
  expect(fixture.records.ids.slice(before)).toEqual(["t0", "t1", "t2", "t3", "t4", "t5", "t6"]);
});

test("the only template of an instance is quarantined if a list responds; one that is too large, at once", async () => {
  const { fixture, source, turn } = templateWorld(1);
  source.pageSize = 1_000;
  await turn();
  fixture.clock.advance(fixture.timings.walkPeriod);
  source.answer(/\/t0$/, down);
  for (let at = 0; at < 4; at += 1) await turn();
  expect(fixture.poison).toEqual([]);
  for (let at = 0; at < 4; at += 1) await turn();
  expect(fixture.poison).toEqual([{ id: "t0" }]);
  for (const reading of [{ status: 200, heavy: "too_large" } as const, { status: 414 }]) {
    source.answer(/\/t0$/, { outcome: "unavailable", retryAfterMs: undefined, ...reading });
    fixture.clock.advance(fixture.timings.walkPeriod);
    expect(await turn()).toMatchObject({ outcome: "done" });
  }
  expect(fixture.poison).toHaveLength(3);
});
