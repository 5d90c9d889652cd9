import { expect, test } from "vitest";
import { type FeedReader, stepTo } from "../../../../shared/polling/feed-reader.ts";
import { changeRateAfter } from "../../../../shared/polling/visits/feed-status.ts";
import { ownerFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { slotPartition } from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const day = 24 * 3_600_000;
const owner = { type: "Person", id: "p1" } as const;
const nobody = {
  page: async () => ({ outcome: "exhausted" }) as const,
  one: async () => ({ outcome: "exhausted" }) as const,
};

/** A reader that finds something at these times, in one step, the first of them as history. */
function finding(times: readonly number[], history: boolean, at: number): FeedReader {
  const position = { checkpoint: { at }, drained: true, observedChanges: { times, history } };
  const step = stepTo(position, async () => ({ outcome: "observed", changed: times.length }));
  return {
    async *read() {
      if (times.length > 0) yield step;
      return { outcome: "done" };
    },
  };
}

test("a first pass's finds decide the owner's level, and the visit ends in its slot", async () => {
  const world = new PollingFixture("owner", {}, owner);
  const now = world.clock.now();
  const busy = Array.from({ length: 300 }, (_, n) => now - n * 0.1 * day);
  await world.visit(finding(busy, true, 1), nobody);
  const feed = await world.stands();
  expect(feed.changeRate?.moments).toBeGreaterThan(200);
  expect(feed.level).toBeLessThan(world.feed.level);
  expect(feed.wheel).toBe(slotPartition("acme", "owners", feed.level, feed.feedId));
});

test("an idle visit writes nothing until quiet time has moved the owner to the next level", async () => {
  const world = new PollingFixture("owner", {}, owner);
  const now = world.clock.now();
  await world.visit(finding([now - 3 * day, now - 2 * day], true, 1), nobody);
  const idle = finding([], false, 1);
  const writes: number[] = [];
  let before = await world.stands();
  for (let visit = 0; visit < 120; visit += 1) {
    world.clock.advance(day);
    await world.visit(idle, nobody);
    const after = await world.stands();
    expect(after.changeRate).toEqual(before.changeRate);
    expect(after.rev).toBe(before.rev);
    if (after.wheel !== before.wheel) writes.push(after.level - before.level);
    else expect(after).toEqual(before);
    before = after;
  }
  expect(writes.length).toBeGreaterThan(0);
  expect(writes.length).toBeLessThan(8);
  for (const step of writes) expect(step).toBeGreaterThan(0);
});

test("an owner much older than its feed counts as quiet for all that time", async () => {
  const known = new PollingFixture("owner", {}, owner);
  const fresh = new PollingFixture("owner", {}, owner);
  await known.store.putIfAbsent([{ ...known.feed, knownSince: known.clock.now() - 300 * day }]);
  await known.visit(finding([], false, 1), nobody);
  await fresh.visit(finding([], false, 1), nobody);
  expect((await known.stands()).level).toBeGreaterThan((await fresh.stands()).level);
});

test("a hint is judged by what its visit found, and is gone after it", async () => {
  for (const times of [[], [1]]) {
    const world = new PollingFixture("owner", {}, owner);
    const { feedId } = await world.stands();
    await world.store.hint([feedId], "activity");
    await world.visit(finding(times, false, 1), nobody);
    expect(world.learned).toEqual([["activity", times.length > 0]]);
    expect(await world.stands()).not.toHaveProperty("hint");
  }
});

test("a rate by a clock that was ahead is corrected with the next write, though nothing was found", async () => {
  const world = new PollingFixture("owner", {}, owner);
  world.clock.advance(30 * day);
  const ahead = world.clock.now();
  await world.visit(finding([ahead], true, 1), nobody);
  expect((await world.stands()).changeRate).toMatchObject({ at: ahead, last: ahead });
  world.clock.advance(-30 * day);
  const moved = stepTo({ checkpoint: { at: 2 }, drained: true });
  await world.visit(
    {
      async *read() {
        yield moved;
        return { outcome: "done" };
      },
    },
    nobody,
  );
  const now = world.clock.now();
  expect((await world.stands()).changeRate).toMatchObject({ at: now, since: now });
  expect((await world.stands()).changeRate).not.toHaveProperty("last");
});

test.each([
  { knownSince: 5, since: 5 },
  { knownSince: undefined, since: 100 },
])("an owner is watched since it is known ($knownSince), or since its first visit", ({ knownSince, since }) => {
  const feed = ownerFeed("acme", { ...owner, ...(knownSince !== undefined && { knownSince }) });
  expect(changeRateAfter(feed, undefined, 100, 200)?.since).toBe(since);
});
