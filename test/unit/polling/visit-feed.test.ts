import { expect, test } from "vitest";
import type { FeedReader, PassEnd, Step } from "../../../shared/polling/feed-reader.ts";
import { statusPatch } from "../../../shared/polling/feed-status.ts";
import { createQuarantine } from "../../../shared/polling/quarantine.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { FakeRecords } from "./support/fake-timeline.ts";
import { PollingFixture } from "./support/polling-fixture.ts";

const readerOf = (steps: readonly Partial<Step>[], end: PassEnd): FeedReader => ({
  async *read() {
    for (const step of steps) {
      yield { observe: async () => ({ outcome: "observed", changed: 0 }), checkpoint: {}, ...step };
    }
    return end;
  },
});
const source = new FakeRecords(0);

test("a worker that lost the feed to another one writes nothing more", async () => {
  const fixture = new PollingFixture("project-timeline");
  const observed: string[] = [];
  const other = async () => {
    await fixture.store.saveCheckpoint(await fixture.stands(), { checkpoint: { by: "the other" } });
    return { outcome: "observed", changed: 0 } as const;
  };
  const reader = readerOf(
    [
      { observe: other, checkpoint: { by: "us" } },
      { observe: async () => (observed.push("more"), { outcome: "observed", changed: 0 }) },
    ],
    { outcome: "done" },
  );
  expect(await fixture.visit(reader, source)).toEqual({ outcome: "lost" });
  expect(observed).toEqual([]);
  expect(await fixture.stands()).toMatchObject({ checkpoint: { by: "the other" }, rev: 1, wheel: fixture.feed.wheel });
});

test("a step is saved only after what it read stands in the mirror", async () => {
  const fixture = new PollingFixture("project-timeline");
  const reader = readerOf(
    [
      { checkpoint: { page: 1 } },
      { checkpoint: { page: 2 }, observe: () => Promise.reject(new Error("the mirror is away")) },
    ],
    { outcome: "done" },
  );
  expect(await fixture.visit(reader, source)).toEqual({ outcome: "failed", reason: "internal_error" });
  expect(await fixture.stands()).toMatchObject({ checkpoint: { page: 1 }, status: "backing_off", failures: 1 });
});

test("a wish that came during the visit isn't undone by its end", async () => {
  const fixture = new PollingFixture("project-timeline");
  const wish = async () => {
    await fixture.store.wantNow([fixture.feed.feedId]);
    return { outcome: "observed", changed: 0 } as const;
  };
  await fixture.visit(readerOf([{ observe: wish }], { outcome: "done" }), source);
  expect((await fixture.stands()).wheel).toContain("#now#");
  await fixture.visit(readerOf([], { outcome: "done" }), source);
  expect((await fixture.stands()).wheel).not.toContain("#now#");
});

test("an unfinished visit asks to go on at once", async () => {
  const fixture = new PollingFixture("project-timeline");
  await fixture.visit(readerOf([], { outcome: "done" }), source);
  await fixture.visit(readerOf([], { outcome: "yielded" }), source);
  expect((await fixture.stands()).wheel).toContain("#now#");
});

test("failures back off longer and longer up to a quarter of an hour, and a good poll forgets them", () => {
  const { feed } = new PollingFixture("project-timeline");
  const input = { now: 1_000_000, polledAtGap: 60_000, jitter: 1 };
  const waits = [0, 1, 2, 20].map((failures) => {
    const { retryAt } = statusPatch({ ...feed, failures }, { outcome: "failed", reason: "unavailable_500" }, input);
    return (retryAt ?? 0) - input.now;
  });
  expect(waits).toEqual([5_000, 10_000, 20_000, 900_000]);
  const asked = statusPatch(feed, { outcome: "failed", reason: "unavailable_429", retryAfterMs: 3_600_000 }, input);
  expect(asked.retryAt).toBe(input.now + 3_600_000);
  const failing = {
    ...feed,
    status: "backing_off",
    failures: 3,
    retryAt: 5,
    lastError: "x",
    polledAt: input.now,
  } as const;
  const recovered = { status: "active", failures: 0, retryAt: undefined, lastError: undefined };
  expect(statusPatch(failing, { outcome: "done" }, input)).toEqual(recovered);
});

test("a poisonous row is kept once, as it came, and counted once", async () => {
  const table = new MemoryTable("feeds");
  const counted: number[] = [];
  const metrics = { record: (_name: string, value: number) => void counted.push(value) };
  const quarantine = createQuarantine({ table, clock: new FakeClock(7), metrics });
  await quarantine.keep("acme", "acme#project-timeline#1", [{ name: "no id" }, 5]);
  await quarantine.keep("acme", "acme#project-timeline#1", [{ name: "no id" }]);
  expect(counted).toEqual([2]);
  expect(table.items.map(({ pk, body }) => [pk, body])).toEqual([
    ["acme#project-timeline#1", { name: "no id" }],
    ["acme#project-timeline#1", 5],
  ]);
});

test("a poisonous row that no item can hold is kept shortened", async () => {
  const table = new MemoryTable("feeds");
  const metrics = { record: () => undefined };
  const quarantine = createQuarantine({ table, clock: new FakeClock(), metrics });
  await quarantine.keep("acme", "f1", [
    { id: "huge", text: "é".repeat(300_000) },
    { id: "number", estimate: 1e200 },
  ]);
  expect(table.items).toHaveLength(2);
});

test("a wish for a feed that is backing off survives a visit that comes too early", async () => {
  const fixture = new PollingFixture("owner", {}, { type: "Company", id: "c1" });
  await fixture.visit(readerOf([], { outcome: "done" }), source);
  await fixture.visit(readerOf([], { outcome: "failed", reason: "unavailable_500" }), source);
  await fixture.store.wantNow([fixture.feed.feedId]);
  expect(await fixture.visit(readerOf([], { outcome: "done" }), source)).toEqual({ outcome: "skipped" });
  expect((await fixture.stands()).wheel).toContain("#now#");
});
