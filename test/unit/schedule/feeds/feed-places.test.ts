import { describe, expect, test, vi } from "vitest";
import type { Feed } from "../../../../shared/schedule/feeds/feed.ts";
import { FeedStore } from "../../../../shared/schedule/feeds/feed-store.ts";
import { type Leaving, toSlot } from "../../../../shared/schedule/feeds/feed-write.ts";
import { newFeed, ownerFeed, roomFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import {
  laterPartition,
  nowPartitionOf,
  pausedPartition,
  requestedPartitionOf,
  slotPartition,
} from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { MemoryTable } from "../../../support/memory-table.ts";

const one = ownerFeed("acme", { type: "Person", id: "p1" });
const two = ownerFeed("acme", { type: "Company", id: "c1" });
const [now, slot] = [nowPartitionOf(one.feedId), slotPartition("acme", "owners", one.level, one.feedId)];
const nobody = "acme#owner#Person#nobody";
const until = 1_800_000_000_000;
const aside = laterPartition("acme", "owners", until / 15_000);

/** A store whose first feed has the state `rest`. */
async function storeWith(rest: Partial<Feed> = {}) {
  const table = new MemoryTable("feeds");
  const store = new FeedStore(table);
  await store.putIfAbsent([{ ...one, ...rest }, two]);
  const stands = async () => (await store.load(one.feedId))!;
  return { table, store, stands };
}

describe("finding a feed", () => {
  test("works by id in the requested order, without missing feeds", async () => {
    const { store } = await storeWith();
    const ids = [two.feedId, nobody, one.feedId];
    expect(await store.loadAll(ids)).toEqual([two, one]);
    expect(await store.loadAll(ids, { consistent: false })).toEqual([two, one]);
    expect(await store.load(nobody)).toBeUndefined();
    await store.drop(one.feedId);
    expect(await store.loadAll(ids)).toEqual([two]);
  });

  test("reads only what a tick needs", async () => {
    const { store } = await storeWith({ retryAt: 5, shortVisits: 2, checkpoint: { large: "text" } });
    const { instance, feedId, level, wheel } = one;
    expect(await store.loadRequested([feedId, nobody])).toEqual([
      {
        ...{ instance, feedId, class: "owners", level, wheel, nowRev: 0, status: "active" },
        ...{ drained: false, retryAt: 5, shortVisits: 2 },
      },
    ]);
  });

  test("puts only new ones, even if another worker puts one between the read and the put", async () => {
    const { table, store, stands } = await storeWith();
    await store.save(one, { checkpoint: { at: 1 } });
    const put = vi.spyOn(table, "put");
    const room = roomFeed("acme", "r1");
    await store.putIfAbsent([one, room, two]);
    expect(put.mock.calls.map(([puts]) => puts.length)).toEqual([1]);
    expect(await store.load(room.feedId)).toEqual(room);
    await new FeedStore(Object.assign(new MemoryTable("feeds"), { put: table.put.bind(table) })).putIfAbsent([one]);
    expect(await stands()).toMatchObject({ checkpoint: { at: 1 }, rev: 1 });
  });
});

test("a checkpoint is saved once per revision, whoever requests a poll meanwhile; undefined removes it", async () => {
  const { store, stands } = await storeWith();
  await store.requestPoll([one.feedId]);
  const saved = await store.save(one, { checkpoint: { a: 1 }, lastError: "x", retryAt: 5 });
  expect(saved).toEqual({ outcome: "ok", rev: 1 });
  for (const leaving of [undefined, { to: "now" }, { to: "slot", level: one.level, nowRevAtStart: 0 }] as const)
    expect(await store.save(one, { checkpoint: { a: 2 } }, leaving)).toEqual({ outcome: "conflict" });
  await store.save({ ...one, rev: 1 }, { lastError: undefined, retryAt: undefined });
  expect(await stands()).toEqual({ ...one, wheel: now, nowRev: 1, checkpoint: { a: 1 }, rev: 2 });
});

describe("a poll request", () => {
  test("puts a feed among the requests of its class; one that goes on ahead is among those of the first class", async () => {
    const { store, stands } = await storeWith();
    await store.requestPoll([one.feedId, one.feedId, nobody]);
    expect(await stands()).toEqual({ ...one, wheel: now, nowRev: 1 });
    expect(await store.load(nobody)).toBeUndefined();
    expect(requestedPartitionOf(one.feedId, "ahead")).toMatch(/^acme#timelines#now#[0-3]$/);
    expect(requestedPartitionOf(one.feedId, "now")).toBe(now);
    expect(now).toMatch(/^acme#owners#now#[0-3]$/);
  });

  test("with a hint records why, and one for a snapshot that the owner is dirty", async () => {
    const { store, stands } = await storeWith();
    await store.hint([one.feedId, one.feedId, nobody], "record");
    expect(await stands()).toEqual({ ...one, wheel: now, nowRev: 1, hint: "record" });
    await store.markDirty([one.feedId, one.feedId, nobody]);
    expect(await stands()).toMatchObject({ wheel: now, nowRev: 2, dirtyRev: 1 });
    expect(await store.load(nobody)).toBeUndefined();
    const resting = await storeWith({ wheel: slot });
    await resting.store.markDirty([one.feedId]);
    expect(await resting.stands()).toEqual({ ...one, wheel: now, nowRev: 1, dirtyRev: 1 });
  });
});

describe("the end of a visit", () => {
  test("restores a level's slot and drops the hint, unless a poll was requested meanwhile", async () => {
    const { table, store, stands } = await storeWith({ hint: "record" });
    await store.leave(one, toSlot({ ...one, nowRev: 1 }));
    expect(await stands()).toEqual({ ...one, hint: "record" });
    await store.requestPoll([one.feedId]);
    await store.leave(one, toSlot(one));
    const wanted = { ...one, hint: "record", wheel: now, nowRev: 1 } as const;
    expect(await stands()).toEqual(wanted);
    await store.leave(wanted, toSlot(wanted));
    expect(await stands()).toEqual({ ...one, wheel: slot, nowRev: 1 });
    const update = vi.spyOn(table, "update");
    await store.leave(await stands(), toSlot(await stands()));
    expect(update, "it is there").not.toHaveBeenCalled();
    await store.leave(await stands(), toSlot({ level: 3, nowRev: 1 }));
    expect(await stands()).toMatchObject({ level: 3, wheel: slotPartition("acme", "owners", 3, one.feedId) });
  });

  test("leaves a paused feed where no tick looks", async () => {
    const { store, stands } = await storeWith({ status: "paused" });
    await store.leave(await stands(), toSlot(one));
    expect(await stands()).toMatchObject({ wheel: pausedPartition("acme") });
  });

  test.each<[Leaving, Partial<Feed>]>([
    [
      { to: "slot", level: 3, nowRevAtStart: 0 },
      { wheel: slotPartition("acme", "owners", 3, one.feedId), level: 3, nowRev: 0 },
    ],
    [
      { to: "later", until, nowRevAtStart: 0 },
      { wheel: aside, nowRev: 0, hint: "record" },
    ],
    [{ to: "now" }, { wheel: now, nowRev: 1, hint: "record" }],
    [{ to: "ahead" }, { wheel: requestedPartitionOf(one.feedId, "ahead"), nowRev: 1, hint: "record" }],
  ])("saves and leaves in one write: %j", async (leaving, expected) => {
    const { store, stands } = await storeWith({ hint: "record" });
    expect(await store.save(await stands(), { failures: 2 }, leaving)).toEqual({ outcome: "ok", rev: 1 });
    expect(await stands()).toMatchObject({ ...expected, failures: 2, rev: 1 });
    if (leaving.to === "slot") expect(await stands()).not.toHaveProperty("hint");
  });

  test("saves a feed that is already in its place, or was requested meanwhile, and leaves it there", async () => {
    const { store, stands } = await storeWith({ wheel: slot, hint: "record" });
    const leaving = { to: "slot", level: one.level, nowRevAtStart: 5 } as const;
    expect(await store.save(await stands(), { failures: 2 }, leaving)).toMatchObject({ outcome: "ok" });
    expect(await stands()).toMatchObject({ wheel: slot, failures: 2, hint: "record" });
    const wanted = { to: "later", until, nowRevAtStart: 5 } as const;
    expect(await store.save(await stands(), { failures: 3 }, wanted)).toMatchObject({ outcome: "ok" });
    expect(await stands()).toMatchObject({ wheel: slot, failures: 3 });
    expect(await store.save(one, { failures: 9 }, wanted)).toEqual({ outcome: "conflict" });
    expect(await stands()).toMatchObject({ failures: 3 });
  });
});

describe("a requested feed", () => {
  test("is set aside for its message's time, unless it was requested again or is back in its slot", async () => {
    const { store, stands } = await storeWith();
    await store.postpone({ ...one, nowRev: 1 }, until);
    await store.postpone({ ...one, wheel: slot }, until);
    expect(await stands()).toEqual(one);
    await store.postpone(one, until);
    expect(await stands()).toEqual({ ...one, wheel: aside });
    await store.postpone({ ...one, wheel: aside }, until + 14_999);
    expect(await stands()).toMatchObject({ wheel: aside });
  });

  test("that came too early waits until its next attempt; one in its slot, or requested again, stays there", async () => {
    const { store, stands } = await storeWith();
    await store.waitFor(one, until, 1);
    await store.waitFor({ ...one, wheel: slot }, until, 0);
    expect(await stands()).toEqual(one);
    await store.waitFor(one, until, 0);
    expect(await stands()).toEqual({ ...one, wheel: aside });
  });

  test("whose time aside is over is requested again, and its backoff ends only at once", async () => {
    const { store, stands } = await storeWith({ wheel: aside, retryAt: 5 });
    await store.recall(one, "at once");
    expect(await stands()).toMatchObject({ wheel: aside, retryAt: 5 });
    await store.recall({ ...one, wheel: aside }, "after backoff");
    expect(await stands()).toEqual({ ...one, wheel: now, retryAt: 5 });
    await store.recall({ ...one, wheel: now }, "at once");
    expect(await stands()).toEqual({ ...one, wheel: now });
  });
});

describe("a failing feed", () => {
  const troubled = { failures: 4, retryAt: until, lastError: "gone", failingSince: 7, wheel: slot } as const;

  test("that is parked continues, and only a running visit of it loses", async () => {
    const { store, stands } = await storeWith({ ...troubled, status: "parked" });
    await store.unpark([one.feedId, one.feedId, two.feedId]);
    expect(await stands()).toEqual({ ...one, wheel: slot, failingSince: 7, rev: 1 });
    expect(await store.load(two.feedId)).toEqual(two);
    const backing = await storeWith({ ...troubled, status: "backing_off" });
    await backing.store.unpark([one.feedId]);
    expect(await backing.stands()).toMatchObject({ status: "backing_off", rev: 0 });
  });

  test("that backs off is read at the next tick, and no other is", async () => {
    const { store, stands } = await storeWith({ ...troubled, status: "backing_off" });
    await store.endBackoff([one.feedId, two.feedId]);
    expect(await stands()).toEqual({ ...one, wheel: now, nowRev: 1, failingSince: 7 });
    expect(await store.load(two.feedId)).toEqual(two);
  });

  test("that waits for a time waits no longer", async () => {
    const { store, stands } = await storeWith({ ...troubled, status: "backing_off" });
    await store.endWaits([one.feedId, two.feedId, nobody]);
    expect(await stands()).toMatchObject({ status: "backing_off", failures: 4, wheel: slot });
    expect(await stands()).not.toHaveProperty("retryAt");
    expect(await store.load(nobody)).toBeUndefined();
  });
});

describe("an operator", () => {
  test("pauses a feed, and resumes it at the next tick; a running visit loses", async () => {
    const { store, stands } = await storeWith({ failures: 4, retryAt: until, lastError: "gone" });
    expect(await store.pause(one.feedId)).toBe("changed");
    expect(await stands()).toMatchObject({
      ...{ status: "paused", wheel: pausedPartition("acme"), rev: 1, nowRev: 1 },
      ...{ failures: 4, lastError: "gone" },
    });
    expect(await store.resume(one.feedId)).toBe("changed");
    expect(await stands()).toEqual({ ...one, wheel: now, rev: 2, nowRev: 2 });
  });

  test("has a feed read again, or its quarantine retried, at the next tick", async () => {
    const { store, stands } = await storeWith();
    expect(await store.rewind(one.feedId, { to: 5 })).toBe("changed");
    expect(await stands()).toEqual({ ...one, wheel: now, rev: 1, nowRev: 1, rewind: { to: 5 } });
    expect(await store.retryQuarantined(one.feedId)).toBe("changed");
    expect(await stands()).toMatchObject({ wheel: now, rev: 2, nowRev: 2, retryQuarantined: true });
  });

  test("reports a feed that doesn't exist", async () => {
    const { store } = await storeWith();

    expect(await store.pause(nobody)).toBe("notFound");
    expect(await store.resume(nobody)).toBe("notFound");
    expect(await store.rewind(nobody, {})).toBe("notFound");
    expect(await store.retryQuarantined(nobody)).toBe("notFound");
    expect(await store.load(nobody)).toBeUndefined();
  });
});

test("requests a new feed at once; owners queue separately from known feeds", () => {
  expect(one.wheel).toMatch(/^acme#owners#first#[0-3]$/);
  expect(roomFeed("acme", "r1").wheel).toMatch(/^acme#rooms#now#[0-3]$/);
  const { rev, nowRev, failures, status, level } = newFeed({ instance: "acme", kind: "person-walk", query: {} });
  expect({ rev, nowRev, failures, status, level }).toEqual({
    ...{ rev: 0, nowRev: 0, failures: 0 },
    ...{ status: "active", level: 4 },
  });
  expect(ownerFeed("acme", { type: "Person", id: "p1", knownSince: 5 })).toEqual({ ...one, knownSince: 5 });
  expect(one).not.toHaveProperty("knownSince");
});

describe("during a visit", () => {
  test.each<Leaving>([
    { to: "now" },
    { to: "ahead" },
    { to: "slot", level: 3, nowRevAtStart: 0 },
    { to: "later", until, nowRevAtStart: 0 },
  ])("its feed may be dropped, and doesn't come back: $to", async (leaving) => {
    const { store, stands } = await storeWith({ underWayUntil: 5 });
    const visited = await stands();
    await store.drop(one.feedId);
    await store.leave(visited, leaving);
    expect(await store.load(one.feedId)).toBeUndefined();
  });

  test.each<Leaving>([
    { to: "slot", level: 3, nowRevAtStart: 0 },
    { to: "later", until, nowRevAtStart: 0 },
  ])("a message that was sent since keeps its mark and its place: $to", async (leaving) => {
    const { store, stands } = await storeWith({ underWayUntil: 5, wheel: now });
    const visited = await stands();
    await store.noteSent(visited, until);
    await store.leave(visited, leaving);
    expect(await stands()).toMatchObject({ underWayUntil: until, wheel: aside });
  });

  test("a tick that sent its message later than it began sets nothing aside", async () => {
    const { store, stands } = await storeWith({ wheel: now });
    const sent = await stands();
    await store.take(sent, until);
    await store.noteSent(sent, 5);
    expect(await stands()).toMatchObject({ underWayUntil: until, wheel: now });
  });
});
