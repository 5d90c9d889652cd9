import { expect, test, vi } from "vitest";
import type { PassEnd } from "../../../../shared/polling/feed-reader.ts";
import { down } from "../support/answers.ts";
import { FakeRecords } from "../support/fake-timeline.ts";
import { type ScriptedStep, scriptedVisits } from "../support/scripted-visits.ts";

const done: PassEnd = { outcome: "done" };
const failed: PassEnd = { outcome: "failed", reason: "unavailable_500" };

test("what a step reached and counted is stored with it, and a step that found nothing new writes nothing", async () => {
  const { fixture, visit } = scriptedVisits("person-timeline");
  const counts = { rows: 5, duplicates: 1, missed: 2, quarantined: 0 };
  const position = { checkpoint: { page: 1 }, drained: true, watermark: 7 };
  const observe = async () => ({ outcome: "observed", changed: 2, counts }) as const;
  await visit([{ ...position, requestsWalk: "person", observe, asks: true }, position]);
  const { rev, ...stands } = await fixture.stands();
  expect(stands).toMatchObject({ ...position, stats: { ...counts, pages: 1 } });
  expect([fixture.wanted, fixture.measured]).toEqual([["person"], [{ "polling.rows_missed": 2 }]]);
  fixture.clock.advance(1_000);
  await visit([position]);
  expect((await fixture.stands()).rev).toBe(rev);
  await visit([{ ...position, watermark: 8 }]);
  expect(await fixture.stands()).toMatchObject({ watermark: 8, stats: { ...counts, pages: 1 } });
});

test("a paused feed isn't read", async () => {
  const { fixture, visit, reads } = scriptedVisits("person-timeline");
  await fixture.stands();
  await fixture.store.pause(fixture.feed.feedId);
  expect(await visit([])).toEqual({ outcome: "skipped" });
  expect(reads()).toBe(0);
  expect(await fixture.stands()).toMatchObject({ status: "paused", wheel: expect.not.stringContaining("#now#") });
});

test("an owner's visit that fails after it read on doesn't count with the failures before it", async () => {
  const { fixture, visit } = scriptedVisits("owner", { type: "Company", id: "a" });
  const failures: number[] = [];
  for (const step of [{}, {}, { further: true }, {}] satisfies ScriptedStep[]) {
    await visit([{ checkpoint: { at: failures.length }, ...step }], failed);
    failures.push((await fixture.stands()).failures);
    fixture.clock.advance(3_600_000);
  }
  expect(failures).toEqual([1, 2, 1, 2]);
});

test("rows that an operator marked are tried first, and once", async () => {
  const { fixture, visit, reads } = scriptedVisits("person-timeline");
  const { feedId } = await fixture.stands();
  await fixture.store.retryQuarantined(feedId);
  const steps = [{ checkpoint: { page: 1 } }];
  const lost = vi.spyOn(fixture.store, "save").mockResolvedValueOnce({ outcome: "conflict" });
  expect(await visit(steps)).toEqual({ outcome: "conflict" });
  lost.mockRestore();
  const item = { pk: feedId, sk: "poison#a", instance: "acme", keptAt: 1, body: {}, recordId: "p1", wanted: true };
  await fixture.table.put([{ item }]);
  const faulty = new FakeRecords(0);
  faulty.answer(/./, down);
  expect(await visit(steps, done, faulty)).toMatchObject({ outcome: "failed" });
  expect([reads(), (await fixture.stands()).retryQuarantined]).toEqual([0, true]);
  fixture.clock.advance(3_600_000);
  expect(await visit(steps)).toEqual(done);
  expect(await fixture.stands()).toMatchObject({ checkpoint: { page: 1 } });
  expect([reads(), (await fixture.stands()).retryQuarantined]).toEqual([1, undefined]);
});

test("a worker that loses the feed to another one while it rewinds it reads nothing", async () => {
  const { fixture, visit, reads } = scriptedVisits("person-timeline");
  await fixture.store.rewind((await fixture.stands()).feedId, {});
  vi.spyOn(fixture.store, "save").mockResolvedValueOnce({ outcome: "conflict" });
  expect(await visit([])).toEqual({ outcome: "conflict" });
  expect(reads()).toBe(0);
});

test("a walk that waits after a fault keeps its place among the feeds that are due", async () => {
  const { fixture, visit } = scriptedVisits("person-walk");
  await visit([], failed);
  expect(await visit([])).toEqual({ outcome: "skipped" });
  expect((await fixture.stands()).wheel).toContain("#now#");
});
