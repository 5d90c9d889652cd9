import { expect, test } from "vitest";
import { minute, noon, timelineWorld } from "../support/timeline-world.ts";

function setUp() {
  const { fixture, source, add, addMany, poll: visit } = timelineWorld();
  add("p1", noon - minute);
  const poll = async () => {
    const end = await visit();
    return end.outcome === "done" ? end.complete : end;
  };
  const advance = (ms: number) => {
    fixture.clock.advance(ms);
    source.now += ms;
  };
  return { fixture, source, addMany, poll, advance };
}

test("a pass says when it began, and how late a row may be", async () => {
  const { fixture, source, poll, advance } = setUp();
  expect(await poll()).toEqual({ from: noon, lateness: minute });
  advance(2 * minute);
  expect(await poll()).toEqual({ from: source.now, lateness: minute });
  expect((await fixture.stands()).completeReads?.map(({ from }) => from)).toEqual([noon, noon + 2 * minute]);
});

test("after a pass that took long, nothing is complete before a sweep", async () => {
  const { source, addMany, poll, advance } = setUp();
  await poll();
  addMany(8, source.now);
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
