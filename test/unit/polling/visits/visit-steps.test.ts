import { expect, test, vi } from "vitest";
import {
  type FeedReader,
  type PassEnd,
  type Position,
  type Step,
  stepTo,
} from "../../../../shared/polling/feed-reader.ts";
import type { ObserveOutcome } from "../../../../shared/polling/observe/observed.ts";
import { down } from "../support/answers.ts";
import { FakeRecords } from "../support/fake-timeline.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const source = new FakeRecords(0);
const done: PassEnd = { outcome: "done" };
const failed: PassEnd = { outcome: "failed", reason: "unavailable_500" };

type Given = Partial<Position> & Pick<Step, "further"> & { readonly observed?: ObserveOutcome };

/** A reader that asks for a page before each of its steps. */
function readerOf(steps: readonly Given[], end: PassEnd = done): FeedReader & { readonly reads: () => number } {
  let reads = 0;
  return {
    reads: () => reads,
    async *read(visit) {
      reads += 1;
      for (const { observed, further, ...position } of steps) {
        await visit.source.page({ path: "/person/timeline", query: { limit: "10" } });
        const step = stepTo(
          { checkpoint: {}, ...position },
          async () => observed ?? { outcome: "observed", changed: 0 },
        );
        yield { ...step, ...(further && { further }) };
      }
      return end;
    },
  };
}

test("what a step reached and counted is stored with it, and a step that found nothing new writes nothing", async () => {
  const fixture = new PollingFixture("person-timeline", { key: "created" });
  const counts = { rows: 5, duplicates: 1, missed: 2, quarantined: 0 };
  const position = { checkpoint: { page: 1 }, drained: true, watermark: 7 };
  const observed = { outcome: "observed", changed: 2, counts } as const;
  await fixture.visit(readerOf([{ ...position, requestsWalk: "person", observed }, position]), source);
  const { rev, ...stands } = await fixture.stands();
  expect(stands).toMatchObject({ ...position, stats: { ...counts, pages: 1 } });
  expect([fixture.wanted, fixture.measured]).toEqual([["person"], [{ "polling.rows_missed": 2 }]]);
  fixture.clock.advance(1_000);
  await fixture.visit(readerOf([position]), source);
  expect((await fixture.stands()).rev).toBe(rev);
  await fixture.visit(readerOf([{ ...position, watermark: 8 }]), source);
  expect(await fixture.stands()).toMatchObject({ watermark: 8, stats: { ...counts, pages: 1 } });
});

test("a paused feed isn't read", async () => {
  const fixture = new PollingFixture("person-timeline");
  await fixture.stands();
  await fixture.store.pause(fixture.feed.feedId);
  const reader = readerOf([]);
  expect(await fixture.visit(reader, source)).toEqual({ outcome: "skipped" });
  expect(reader.reads()).toBe(0);
  expect(await fixture.stands()).toMatchObject({ status: "paused", wheel: expect.not.stringContaining("#now#") });
});

test("an owner's visit that fails after it read on doesn't count with the failures before it", async () => {
  const fixture = new PollingFixture("owner", {}, { type: "Company", id: "a" });
  const failures: number[] = [];
  for (const step of [{}, {}, { further: true }, {}] satisfies Given[]) {
    await fixture.visit(readerOf([{ checkpoint: { at: failures.length }, ...step }], failed), source);
    failures.push((await fixture.stands()).failures);
    fixture.clock.advance(3_600_000);
  }
  expect(failures).toEqual([1, 2, 1, 2]);
});

test("rows that an operator marked are tried first, and once", async () => {
  const fixture = new PollingFixture("person-timeline");
  const { feedId } = await fixture.stands();
  await fixture.store.retryQuarantined(feedId);
  const reader = readerOf([{ checkpoint: { page: 1 } }]);
  const lost = vi.spyOn(fixture.store, "save").mockResolvedValueOnce({ outcome: "conflict" });
  expect(await fixture.visit(reader, source)).toEqual({ outcome: "conflict" });
  lost.mockRestore();
  const item = { pk: feedId, sk: "poison#a", instance: "acme", keptAt: 1, body: {}, recordId: "p1", wanted: true };
  await fixture.table.put([{ item }]);
  const faulty = new FakeRecords(0);
  faulty.intercept = () => down;
  expect(await fixture.visit(reader, faulty)).toMatchObject({ outcome: "failed" });
  expect([reader.reads(), (await fixture.stands()).retryQuarantined]).toEqual([0, true]);
  fixture.clock.advance(3_600_000);
  expect(await fixture.visit(reader, source)).toEqual(done);
  expect(await fixture.stands()).toMatchObject({ checkpoint: { page: 1 } });
  expect([reader.reads(), (await fixture.stands()).retryQuarantined]).toEqual([1, undefined]);
});

test("a worker that loses the feed to another one while it rewinds it reads nothing", async () => {
  const fixture = new PollingFixture("person-timeline");
  await fixture.store.rewind((await fixture.stands()).feedId, {});
  vi.spyOn(fixture.store, "save").mockResolvedValueOnce({ outcome: "conflict" });
  const reader = readerOf([]);
  expect(await fixture.visit(reader, source)).toEqual({ outcome: "conflict" });
  expect(reader.reads()).toBe(0);
});

test("a walk that waits after a fault keeps its place among the feeds that are due", async () => {
  const fixture = new PollingFixture("person-walk");
  await fixture.visit(readerOf([], failed), source);
  expect(await fixture.visit(readerOf([]), source)).toEqual({ outcome: "skipped" });
  expect((await fixture.stands()).wheel).toContain("#now#");
});
