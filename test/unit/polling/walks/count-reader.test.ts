import { expect, test } from "vitest";
import { Arrivals } from "../../../../shared/polling/walks/arrivals.ts";
import { createCountReader } from "../../../../shared/polling/walks/count-reader.ts";
import { storedWalk } from "../../../../shared/polling/walks/walk-checkpoint.ts";
import { fixedFeeds } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { FakeRecords } from "../support/fake-timeline.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const at = "2026-01-05T06:00:00.000000Z";
const rowsOf = (count: number) => Array.from({ length: count }, (_, row) => ({ id: `c${row}`, at }));

/** Companies, of which a walk saw `walked`; their timelines are read when a test says so. */
async function setUp({ walked = 10, hidesInactive = false } = {}) {
  const fixture = new PollingFixture("company-count");
  const source = new FakeRecords(fixture.clock.now());
  source.rows.push(...rowsOf(10));
  const arrivals = new Arrivals(fixture.table);
  const measured: unknown[] = [];
  const metrics = { record: (...given: readonly unknown[]) => void measured.push(given) };
  const reader = createCountReader({ ...fixture.parts, metrics, feeds: fixture.store, arrivals });
  await fixture.store.putIfAbsent(fixedFeeds("acme"));
  const feedOf = async (kind: string) => {
    const ids = fixedFeeds("acme").flatMap((feed) => (feed.kind === kind ? [feed.feedId] : []));
    return fixture.store.loadAll(ids);
  };
  const walk = async (rows: number, arrived = 0) => {
    const phase = { name: "idle" } as const;
    const completed = { completedAt: fixture.clock.now(), completedRows: rows, completedArrived: arrived };
    for (const feed of await feedOf("company-walk"))
      await fixture.store.saveCheckpoint(feed, {
        checkpoint: storedWalk({ generation: 1, phase, hidesInactive, ...completed }),
      });
  };
  const drain = async () => {
    fixture.clock.advance(60_000);
    for (const feed of await feedOf("company-timeline"))
      await fixture.store.saveCheckpoint(feed, { polledAt: fixture.clock.now() });
    fixture.clock.advance(60_000);
  };
  await walk(walked);
  const poll = () => fixture.visit(reader, source);
  return { fixture, source, arrivals, measured, walk, drain, poll, feedOf };
}

test("hazard 24: a total below what is known, seen twice, requests a walk within minutes", async () => {
  const { fixture, source, drain, poll } = await setUp();
  expect(await poll()).toEqual({ outcome: "done" });
  source.rows.pop();
  fixture.clock.advance(300_000);
  const missedAt = fixture.clock.now();
  expect((await poll()).outcome).toBe("waiting");
  expect(fixture.wanted).toEqual([]);
  await drain();
  expect(await poll()).toEqual({ outcome: "done" });
  expect(fixture.wanted).toEqual(["company"]);
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
  const { fixture, source, arrivals, drain, poll, feedOf } = await setUp();
  source.rows.push({ id: "d1", at });
  expect((await poll()).outcome).toBe("waiting");
  for (const { wheel } of await feedOf("company-timeline")) expect(wheel).toContain("#now#");
  fixture.clock.advance(60_000);
  expect((await poll()).outcome).toBe("waiting");
  await arrivals.add("acme", "company", 1);
  await drain();
  // Another one, created after the drain.
  source.rows.push({ id: "d2", at });
  expect(await poll()).toEqual({ outcome: "done" });
  expect(fixture.wanted).toEqual([]);
});

test("a difference that a walk doesn't remove is normal, and requests no more walks", async () => {
  const { fixture, walk, drain, poll } = await setUp({ walked: 12 });
  for (let round = 0; round < 3; round += 1) {
    await poll();
    await drain();
    await poll();
    await walk(12);
    fixture.clock.advance(300_000);
  }
  expect(fixture.wanted).toEqual(["company"]);
  expect(await poll()).toEqual({ outcome: "done" });
});

test("hazard 28: if lists leave out inactive rows, both kinds are counted", async () => {
  const { source, fixture, poll } = await setUp({ hidesInactive: true });
  source.rows.splice(0, 4, ...rowsOf(4).map((row) => ({ ...row, body: { isActive: false } })));
  expect(await poll()).toEqual({ outcome: "done" });
  expect(fixture.wanted).toEqual([]);
});

test("a count probe asks nothing before the first walk and during one, and records the walk's age", async () => {
  const { fixture, source, measured, feedOf, poll } = await setUp();
  fixture.clock.advance(3_600_000);
  for (const feed of await feedOf("company-walk"))
    await fixture.store.saveCheckpoint(feed, {
      checkpoint: storedWalk({
        generation: 2,
        phase: { name: "probing", totals: [] },
        completedAt: fixture.clock.now() - 3_600_000,
      }),
    });
  expect(await poll()).toEqual({ outcome: "done" });
  expect(source.requests).toEqual([]);
  expect(measured).toEqual([["walk.age_seconds", 3_600, "acme"]]);
});

test("a record that is created while a probe reads is no difference", async () => {
  const { fixture, source, arrivals, poll } = await setUp();
  source.intercept = () => {
    source.intercept = () => undefined;
    source.rows.push({ id: "new", at });
    void arrivals.add("acme", "company", 1);
    return undefined;
  };
  expect((await poll()).outcome).toBe("waiting");
  expect(fixture.wanted).toEqual([]);
});

test("arrivals at one instance aren't expected at another", async () => {
  const { fixture, arrivals, poll } = await setUp();
  await arrivals.add("other", "company", 3);
  expect(await poll()).toEqual({ outcome: "done" });
  expect(fixture.wanted).toEqual([]);
});

test("a total above what is known, seen twice, requests a walk", async () => {
  const { fixture, source, drain, poll } = await setUp();
  source.rows.push({ id: "unknown", at });
  expect((await poll()).outcome).toBe("waiting");
  await drain();
  expect(await poll()).toEqual({ outcome: "done" });
  expect(fixture.wanted).toEqual(["company"]);
});
