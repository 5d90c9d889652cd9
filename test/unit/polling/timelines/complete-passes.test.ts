import { expect, test } from "vitest";
import { createTimelineReader } from "../../../../shared/polling/timelines/timeline-reader.ts";
import { FakeRecords } from "../support/fake-timeline.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const noon = Date.UTC(2026, 0, 5, 12);
const minute = 60_000;
const at = (ms: number): string => `${new Date(ms).toISOString().slice(0, -1)}000Z`;

function setUp() {
  const fixture = new PollingFixture("project-timeline", {});
  const source = new FakeRecords(noon);
  source.rows.push({ id: "p1", at: at(noon - minute) });
  const poll = async () => {
    const end = await fixture.visit(createTimelineReader(fixture.parts), source);
    return end.outcome === "done" ? end.complete : end;
  };
  const advance = (ms: number) => {
    fixture.clock.advance(ms);
    source.now += ms;
  };
  return { fixture, source, poll, advance };
}

test("a pass says when it began, and how late a row may be", async () => {
  const { fixture, source, poll, advance } = setUp();
  expect(await poll()).toEqual({ from: noon, lateness: minute });
  advance(2 * minute);
  expect(await poll()).toEqual({ from: source.now, lateness: minute });
  expect((await fixture.stands()).completeReads?.map(({ from }) => from)).toEqual([noon, noon + 2 * minute]);
});

test("after a pass that took long, nothing is complete before a sweep", async () => {
  const { source, poll, advance } = setUp();
  await poll();
  for (let row = 0; row < 8; row += 1) source.rows.push({ id: `q${row}`, at: at(source.now + row * 1_000) });
  advance(minute);
  source.intercept = () => {
    source.now += 40_000;
    return undefined;
  };
  expect(await poll()).toBeUndefined();
  source.answerAsUsual();
  advance(minute);
  expect(await poll()).toBeUndefined();
  advance(60 * minute);
  expect(await poll()).toMatchObject({ from: source.now });
});

test("a checkpoint of an earlier version says nothing before a sweep", async () => {
  const { fixture, source, poll, advance } = setUp();
  await poll();
  const feed = await fixture.stands();
  const { tolerates: _, ...checkpoint } = (await fixture.checkpoint()) as { tolerates?: unknown };
  await fixture.store.save(feed, { checkpoint });
  expect(await poll()).toBeUndefined();
  advance(61 * minute);
  expect(await poll()).toMatchObject({ from: source.now });
});
