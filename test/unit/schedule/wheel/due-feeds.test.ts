import { expect, test } from "vitest";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import type { IndexQuery } from "../../../../shared/kernel/ports/table.ts";
import type { RequestedFeed } from "../../../../shared/schedule/feeds/feed.ts";
import { FeedStore } from "../../../../shared/schedule/feeds/feed-store.ts";
import type { Leaving } from "../../../../shared/schedule/feeds/feed-write.ts";
import { laterBucketOf, laterWidth } from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { ownerPeriods } from "../../../../shared/schedule/rates/owner-levels.ts";
import { DueFeeds } from "../../../../shared/schedule/wheel/due-feeds.ts";
import { newOwnersWheel, type OwnersWheel } from "../../../../shared/schedule/wheel/owners-wheel.ts";
import { newWheel } from "../../../../shared/schedule/wheel/wheel.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";

const now = Date.UTC(2026, 10, 21, 12);

/** An index whose partitions hold feeds by name, with pages of up to `pageSize`. */
function indexed(partitions: Readonly<Record<string, readonly string[]>>, pageSize = 1_000) {
  const rows = new Map(Object.entries(partitions).map(([name, feeds]) => [name, [...feeds]]));
  const feeds = new Map<string, Partial<RequestedFeed>>();
  const reads: string[] = [];
  const limits: number[] = [];
  const done: string[] = [];
  const state = { failing: Number.POSITIVE_INFINITY, lagging: false };
  const table = faked(MemoryTable, {
    async queryIndex({ index, partition, limit = 1_000, after }: IndexQuery) {
      if (index !== "wheel") throw new Error(`the feeds have no index ${index}`);
      if (after !== undefined && !(after.sk === "feed" && after.pk === after.indexSort)) throw new Error("no position");
      reads.push(partition);
      limits.push(limit);
      if (reads.length > state.failing) throw new EngineUnavailableError("the index is throttled");
      const all = rows.get(partition) ?? [];
      const place = after === undefined ? -1 : all.indexOf(after.pk);
      const isGone = after !== undefined && place === -1;
      const from = isGone ? all.filter((pk) => pk <= after.pk).length : place + 1;
      const size = Math.min(limit, pageSize);
      const items = all.slice(from, from + size).map((pk) => ({ pk, sk: "feed", indexSort: pk }));
      return { items, more: from + size < all.length };
    },
  });
  const partitionOf = (id: string): string => [...rows].find(([, ids]) => ids.includes(id))?.[0] ?? "";
  const requested = (id: string): RequestedFeed => ({
    ...{ feedId: id, instance: "acme", class: "owners", status: "active", wheel: partitionOf(id) },
    ...{ nowRev: 7, level: 10, drained: true },
    ...feeds.get(id),
  });
  const leave = (what: string, id: string): void => {
    done.push(`${what} ${id}`);
    if (state.lagging) return;
    const standing = rows.get(partitionOf(id));
    standing?.splice(standing.indexOf(id), 1);
  };
  const store = {
    loadRequested: async (ids: readonly string[]) => ids.map(requested),
    leave: async ({ feedId }: { feedId: string }, leaving: Leaving) => {
      if (leaving.to === "slot") done.push(`slot ${feedId} ${leaving.nowRevAtStart}`);
    },
    postpone: async ({ feedId }: { feedId: string }, until: number) => void done.push(`later ${feedId} ${until - now}`),
    recall: async ({ feedId }: { feedId: string }, when: string) => {
      leave(when, feedId);
    },
  };
  return { due: new DueFeeds(table, faked(FeedStore, store)), feeds, reads, limits, done, state };
}

const names = (count: number, prefix = "f"): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(at).padStart(4, "0")}`);
const idsOf = (page: { readonly due: readonly { readonly feedId: string }[] }): string[] =>
  page.due.map(({ feedId }) => feedId);

test("a wheel passes as many virtual ticks as it was given, and stops within one when the limit is reached", async () => {
  const { due, reads } = indexed({ "acme#rooms#16#0": ["a", "b"], "acme#rooms#16#1": ["c", "d", "e"] });
  const first = await due.onWheel("acme", "rooms", { ...newWheel(now), credit: 1 }, 10, now);
  expect(idsOf(first)).toEqual(["a", "b"]);
  expect(first.end).toMatchObject({ tick: 1, credit: 0 });
  const second = await due.onWheel("acme", "rooms", { ...newWheel(now), credit: 2 }, 4, now);
  expect(idsOf(second)).toEqual(["a", "b", "c", "d"]);
  expect(second.end).toMatchObject({ tick: 1, credit: 1, after: "d" });
  const third = await due.onWheel("acme", "rooms", second.end, 1, now);
  expect(idsOf(third)).toEqual(["e"]);
  expect(third.end).toMatchObject({ tick: 2, credit: 0 });
  expect(third.end.after).toBeUndefined();
  expect(reads).toEqual(["0", "0", "1", "1"].map((tick) => `acme#rooms#16#${tick}`));
  expect((await due.onWheel("acme", "rooms", { ...newWheel(now), credit: 0.9 }, 10, now)).due).toEqual([]);
});

test("a wheel that was stopped for long reads 256 virtual ticks at once", async () => {
  const { due, reads } = indexed({});
  const { end } = await due.onWheel("acme", "rooms", { ...newWheel(now), tick: 5, credit: 1_000 }, 10, now);
  expect(reads).toHaveLength(256);
  expect(end).toMatchObject({ tick: 261, credit: 744 });
});

test("reads before an index failure count; if the index fails at once, the tick fails", async () => {
  const { due, state } = indexed({ "acme#rooms#16#0": ["a"] });
  state.failing = 1;
  const page = await due.onWheel("acme", "rooms", { ...newWheel(now), credit: 3 }, 10, now);
  expect(idsOf(page)).toEqual(["a"]);
  expect(page.end).toMatchObject({ tick: 1, credit: 2 });
  await expect(due.onWheel("acme", "rooms", { ...newWheel(now), credit: 3 }, 10, now)).rejects.toThrow("throttled");
});

/** A wheel that may move only level 0, with its one slot, this often. */
const ownersOn = (free: number, reads: number): OwnersWheel => {
  const wheel = newOwnersWheel(now);
  return { ...wheel, reads, levels: wheel.levels.map((one, level) => ({ ...one, free: level === 0 ? free : 0 })) };
};

test("the owners' wheel leaves a slot half read if the limit is reached, and counts what it saw of it", async () => {
  const { due, reads } = indexed({ "acme#owners#1#0": ["a", "b", "c"] });
  const half = await due.onOwnersWheel("acme", ownersOn(1, 10), 2, now);
  expect(idsOf(half)).toEqual(["a", "b"]);
  expect(half.end).toMatchObject({ reads: 9, reading: { level: 0, after: "b", seen: 2 } });
  expect(half.due[0]?.wheel).toMatchObject({ reading: { after: "a", seen: 1 } });
  const rest = await due.onOwnersWheel("acme", half.end, 2, now);
  expect(idsOf(rest)).toEqual(["c"]);
  expect(rest.end.reading).toBeUndefined();
  expect(rest.end.levels[0]).toMatchObject({ slot: 1, foundBefore: 3 });
  expect(reads).toHaveLength(2);
});

test("the owners' wheel reads no more pages than it may, and none if every level has to wait", async () => {
  const { due, reads } = indexed({});
  expect((await due.onOwnersWheel("acme", ownersOn(5, 2.5), 10, now)).end.reads).toBeCloseTo(0.5);
  expect(reads).toHaveLength(2);
  expect((await due.onOwnersWheel("acme", ownersOn(1, 1), 10, now)).end.reads).toBe(0);
  const waiting = ownersOn(0.5, 5);
  expect((await due.onOwnersWheel("acme", waiting, 10, now)).end).toBe(waiting);
  expect(reads).toHaveLength(3);
  expect((await due.onOwnersWheel("acme", ownersOn(1, 5), 0, now)).due).toEqual([]);
  expect(reads).toHaveLength(3);
});

test("the owners' wheel continues from its level's slot, and keeps what it read before the index failed", async () => {
  const { due, state } = indexed({ "acme#owners#2#1": ["a"] });
  const wheel = newOwnersWheel(now);
  const levels = wheel.levels.map((one, level) => ({ ...one, free: level === 1 ? 2 : 0, slot: level === 1 ? 3 : 0 }));
  state.failing = 1;
  const page = await due.onOwnersWheel("acme", { ...wheel, reads: 9, levels }, 10, now);
  expect(idsOf(page)).toEqual(["a"]);
  expect(page.end.levels[1]).toMatchObject({ slot: 4 });
  await expect(due.onOwnersWheel("acme", { ...wheel, reads: 9, levels }, 10, now)).rejects.toThrow("throttled");
  expect(ownerPeriods[1]).toBe(2);
});

test("the owners' wheel takes from its second slot no more than the first one left of the limit", async () => {
  const { due } = indexed({ "acme#owners#1#0": ["a", "b"], "acme#owners#2#0": ["c", "d", "e"] });
  const wheel = newOwnersWheel(now);
  const levels = wheel.levels.map((one, level) => ({ ...one, free: level < 2 ? 1 : 0 }));
  const page = await due.onOwnersWheel("acme", { ...wheel, reads: 9, levels }, 3, now);
  expect(idsOf(page)).toEqual(["a", "b", "c"]);
  expect(page.end.reading).toMatchObject({ level: 1, after: "c", seen: 1 });
});

const queue = (shard: number): string => `acme#owners#now#${shard}`;

test("poll requests of all partitions come in the order of their ids, behind the last granted one, up to the limit", async () => {
  const { due, reads } = indexed({ [queue(0)]: ["a1", "a2", "a3"], [queue(2)]: ["b1"], [queue(3)]: ["c1", "c2"] });
  const ids = async (limit: number, after?: string) =>
    (await due.requested("acme", "owners", "now", limit, now, after)).map(({ feedId }) => feedId);
  expect(await ids(10)).toEqual(["a1", "a2", "a3", "b1", "c1", "c2"]);
  expect(reads.toSorted()).toEqual([0, 1, 2, 3].map(queue));
  expect(await ids(4)).toEqual(["a1", "a2", "a3", "b1"]);
  expect(await ids(10, "b1")).toEqual(["c1", "c2", "a1", "a2", "a3", "b1"]);
  expect(await ids(3, "a2")).toEqual(["a3", "b1", "c1"]);
  expect(await ids(2, "z")).toEqual(["a1", "a2"]);
});

test("behind the last granted request, pages are read to the end and then from the beginning, each once", async () => {
  const { due } = indexed({ [queue(0)]: names(50) }, 7);
  const after = names(50)[29];
  const found = await due.requested("acme", "owners", "now", 45, now, after);
  expect(found.map(({ feedId }) => feedId)).toEqual([...names(50).slice(30), ...names(50).slice(0, 25)]);
  expect(await due.requested("acme", "owners", "now", 100, now, after)).toHaveLength(50);
});

test("of each partition no more requests are read than needed, and 250 at most", async () => {
  const many = indexed({ [queue(0)]: names(1_000) }, 100);
  const found = await many.due.requested("acme", "owners", "now", 120, now);
  expect(found).toHaveLength(120);
  expect(found.map(({ feedId }) => feedId)).toEqual(names(120));
  expect(many.reads.filter((name) => name === queue(0))).toHaveLength(2);
  expect(new Set(many.limits)).toEqual(new Set([120]));
  const enough = indexed({ [queue(0)]: names(1_000) }, 100);
  expect(await enough.due.requested("acme", "owners", "now", 100, now)).toHaveLength(100);
  expect(enough.reads.toSorted()).toEqual([0, 1, 2, 3].map(queue));
  const backing = indexed({ [queue(0)]: names(1_000) }, 100);
  for (const id of names(1_000)) backing.feeds.set(id, { retryAt: now + 1 });
  expect(await backing.due.requested("acme", "owners", "now", 120, now)).toEqual([]);
  expect(backing.reads.filter((name) => name === queue(0))).toHaveLength(3);
  const halves = indexed({ [queue(0)]: names(1_000) }, 125);
  for (const id of names(1_000)) halves.feeds.set(id, { retryAt: now + 1 });
  expect(await halves.due.requested("acme", "owners", "now", 1_000, now)).toEqual([]);
  expect(halves.reads.filter((name) => name === queue(0))).toHaveLength(2);
  expect(new Set(halves.limits)).toEqual(new Set([250]));
});

test("a request that the index still shows and the feed no longer has isn't followed", async () => {
  const { due, feeds } = indexed({ [queue(1)]: ["a", "b"] });
  feeds.set("a", { wheel: "acme#owners#48#3" });
  expect((await due.requested("acme", "owners", "now", 10, now)).map(({ feedId }) => feedId)).toEqual(["b"]);
});

test("a request that has to wait is put aside, unless its time comes with the next tick; a parked feed goes to its slot", async () => {
  const { due, feeds, done } = indexed({ [queue(1)]: ["over", "just", "soon", "late", "parked", "idle"] });
  feeds.set("over", { retryAt: now - 1 });
  feeds.set("just", { retryAt: now });
  feeds.set("soon", { retryAt: now + laterWidth - 1 });
  feeds.set("late", { retryAt: now + laterWidth });
  feeds.set("parked", { retryAt: now + 1, status: "parked" });
  const found = await due.requested("acme", "owners", "now", 10, now);
  expect(found.map(({ feedId }) => feedId)).toEqual(["idle", "just", "over"]);
  expect(done.toSorted()).toEqual([`later late ${laterWidth}`, "slot parked 7"]);
});

test("a parked feed whose wait is over is polled, and not put back into its slot", async () => {
  const { due, feeds, done } = indexed({ [queue(1)]: ["over", "just", "never waited"] });
  feeds.set("over", { status: "parked", retryAt: now - 1 });
  feeds.set("just", { status: "parked", retryAt: now });
  feeds.set("never waited", { status: "parked" });
  expect(await due.requested("acme", "owners", "now", 10, now)).toHaveLength(3);
  expect(done).toEqual([]);
});

const later = (bucket: number): string => `acme#owners#later#${bucket}`;
const bucket = laterBucketOf(now);

test("a feed set aside is requested again when its time is over, and searched for again one and forty buckets later", async () => {
  const { due, done, reads } = indexed({
    [later(bucket - 3)]: ["a"],
    [later(bucket - 4)]: ["written late"],
    [later(bucket - 43)]: ["shown late"],
    [later(bucket)]: ["not yet"],
  });
  expect(await due.recall("acme", "owners", bucket - 3, now)).toBe(bucket);
  expect(done).toEqual(["after backoff shown late", "after backoff written late", "after backoff a"]);
  expect(reads).toHaveLength(9);
  expect(await due.recall("acme", "owners", bucket, now)).toBe(bucket);
  expect(reads).toHaveLength(9);
});

test("a bucket with more than a page is read again before the next one, and after a pause 64 and the newest in one tick", async () => {
  const full = indexed({ [later(bucket - 2)]: names(600) });
  expect(await full.due.recall("acme", "owners", bucket - 2, now)).toBe(bucket);
  expect(full.done).toHaveLength(600);
  const early = indexed({ [later(bucket - 42)]: names(600) });
  expect(await early.due.recall("acme", "owners", bucket - 2, now)).toBe(bucket);
  expect(early.done).toHaveLength(600);
  const long = indexed({ [later(bucket - 2)]: ["a"], [later(bucket - 1)]: ["b"] });
  expect(await long.due.recall("acme", "owners", bucket - 100, now)).toBe(bucket - 36);
  expect(long.done).toEqual(["after backoff a", "after backoff b"]);
  expect(long.reads).toHaveLength(194);
});

test("a feed that moved since it was set aside isn't requested again", async () => {
  const { due, feeds, done } = indexed({ [later(bucket - 1)]: ["a", "b"] });
  feeds.set("a", { wheel: "acme#owners#48#3" });
  await due.recall("acme", "owners", bucket - 1, now);
  expect(done).toEqual(["after backoff b"]);
});

test("when a clock was set back, a wait for a time in between, or a longer backoff, ends at once", async () => {
  const until = now + 10 * laterWidth;
  const { due, done, reads } = indexed({
    [later(bucket - 1)]: ["before"],
    [later(bucket)]: ["now"],
    [later(bucket + 70)]: names(600),
    [later(bucket + 71)]: ["beyond"],
  });
  await due.recallFromFuture("acme", "owners", now, until);
  expect(done).toHaveLength(601);
  expect(new Set(done.map((line) => line.slice(0, 8)))).toEqual(new Set(["at once "]));
  expect(reads).toHaveLength(71 + 2);
});

test("a feed that backs off by a clock a month ahead is read at once", async () => {
  const until = now + 30 * 24 * 3_600_000;
  const { due, done } = indexed({ [later(Math.floor(until / laterWidth) + 20)]: ["late"] });
  await due.recallFromFuture("acme", "owners", now, until);
  expect(done).toEqual(["at once late"]);
});

test("a clock that was ahead by years costs a day's buckets", async () => {
  const { due, reads } = indexed({});
  await due.recallFromFuture("acme", "owners", now, now + 365 * 24 * 3_600_000);
  expect(reads).toHaveLength(24 * 240 + 1);
});

test("a bucket that the index keeps showing as full is read 64 times, and the next one still comes", async () => {
  const { due, reads, state } = indexed({ [later(bucket)]: names(600), [later(bucket + 1)]: ["b"] });
  state.lagging = true;
  await due.recallFromFuture("acme", "owners", now, now);
  expect(reads.filter((name) => name === later(bucket))).toHaveLength(64);
  expect(reads).toContain(later(bucket + 1));
});
