import { beforeEach, describe, expect, it } from "vitest";
import { recordKey } from "../../../shared/mirror/mirror-key.ts";
import type { Feed } from "../../../shared/schedule/feeds/feed.ts";
import { type FeedPatch, toSlot } from "../../../shared/schedule/feeds/feed-write.ts";
import { ownerFeed } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { slotOf } from "../../../shared/schedule/feeds/wheel-partition.ts";
import { newOwnersWheel, periodOf } from "../../../shared/schedule/wheel/owners-wheel.ts";
import { newPlan } from "../../../shared/schedule/wheel/plan.ts";
import { around } from "../../support/around.ts";
import { acmeApi, type apiFixture } from "./api-fixture.ts";

/** A level of 64 slots, and one of dormant owners. */
const [level, dormant] = [11, 18];
const hour = 3_600_000;

let api: ReturnType<typeof apiFixture>;
beforeEach(async () => {
  api = await acmeApi();
});

const path = "/v1/instances/acme/slowest-owners";
const slowest = async (): Promise<readonly string[]> => {
  const { body } = await api.call("GET", path);
  return body.items.map(({ owner }: { owner: { id: string } }) => owner.id);
};

/** Companies in their slots, whose documents were read. */
async function addOwners(ids: readonly string[], at = level, patch: FeedPatch = {}): Promise<readonly Feed[]> {
  const { feeds } = api.services;
  const added = ids.map((id) => ownerFeed("acme", { type: "Company", id }));
  await feeds.putIfAbsent(added);
  await api.tables.mirror.put(ids.map((id) => ({ item: recordKey("acme", "company", id) })));
  for (const one of added) {
    await feeds.leave(one, toSlot({ ...one, level: at }));
    await feeds.save(one, { drained: true, ...patch });
  }
  return added;
}

/** A plan whose levels have passed `done` of their slots in this round, which began an hour ago as the last one took two. */
async function plan(done: number, owners: Readonly<Record<number, number>>): Promise<void> {
  const now = api.clock.now();
  const wheel = newOwnersWheel(now);
  const levels = wheel.levels.map((one, at) => {
    const period = periodOf(at);
    const turn = { slot: period + Math.floor(done * period), turnAt: now - hour, lastTurn: 2 * hour };
    return owners[at] === undefined ? one : { ...one, ...turn, foundBefore: owners[at] };
  });
  await api.services.plans.save("acme", { ...newPlan(now, 5), owners: { ...wheel, levels } }, undefined);
}

/** The slot of an owner after the cursor, as it comes round: 0 comes next, and waits longest. */
const turnsUntil = (id: string, done: number, at = level): number => {
  const period = periodOf(at);
  const { feedId } = ownerFeed("acme", { type: "Company", id });
  return (slotOf("owners", at, feedId) - Math.floor(done * period) + period) % period;
};

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

describe("GET /v1/instances/{name}/slowest-owners", () => {
  it("lists none if there is none, and knows only its own instance", async () => {
    expect(await slowest()).toEqual([]);
    expect((await api.call("GET", "/v1/instances/other/slowest-owners")).status).toBe(404);
  });

  it("lists ten of few owners, the longest wait first", async () => {
    const ids = named("c", 30);
    await addOwners(ids);
    await plan(0.5, { [level]: 30 });
    const found = await slowest();
    expect(found).toHaveLength(10);
    const waits = found.map((id) => turnsUntil(id, 0.5));
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    const rest = ids.filter((id) => !found.includes(id)).map((id) => turnsUntil(id, 0.5));
    expect(Math.min(...rest)).toBeGreaterThanOrEqual(Math.max(...waits));
    const { items } = (await api.call("GET", path)).body;
    expect(items[0]).toMatchObject({ class: "owners", estimated: true, lagSeconds: expect.any(Number) });
    const lags = items.map(({ lagSeconds }: { lagSeconds: number }) => lagSeconds);
    expect(lags).toEqual(lags.toSorted((one: number, other: number) => other - one));
  });

  it.each([
    ["as the schedule knows", 400],
    ["though the schedule has come to few of them", 100],
  ])("reads a bounded number of slots for many owners, %s", async (_, known) => {
    const ids = named("c", 260);
    await addOwners(ids);
    await plan(0.25, { [level]: known });
    let reads = 0;
    const { feeds } = api.tables;
    around(feeds, "queryIndex", (queryIndex) => (query) => {
      reads += 1;
      return queryIndex(query);
    });
    const found = await slowest();
    expect(found).toHaveLength(10);
    expect(reads).toBeLessThanOrEqual(64);
    const waits = found.map((id) => turnsUntil(id, 0.25));
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    const all = ids.map((id) => turnsUntil(id, 0.25)).toSorted((one, other) => one - other);
    expect(waits).toEqual(all.slice(0, 10));
  });

  it("puts never-read owners first, then the longest failing, and dormant ones last", async () => {
    await addOwners(["dormant"], dormant);
    await addOwners(["usual"]);
    const now = api.clock.now();
    const failing = { status: "backing_off", failures: 12 } as const;
    const [late] = await addOwners(["fails"], level, {
      ...failing,
      failingSince: now - 9 * hour,
      stalledSince: now - 8 * hour,
    });
    const [later] = await addOwners(["fails shortly"], level, { ...failing, failingSince: now - 5 * hour });
    await addOwners(["paused"], level, { status: "paused" });
    await addOwners(["gone"], level, { status: "parked", lastError: "owner_gone", drained: false });
    for (const [one, since] of [
      [late!, now - 9 * hour],
      [later!, now - 5 * hour],
    ] as const)
      await api.services.stalledOwners.note(one, since);
    await api.services.feeds.putIfAbsent([ownerFeed("acme", { type: "Company", id: "new" })]);
    await plan(0.5, { [level]: 3, [dormant]: 1 });
    expect(await slowest()).toEqual(["new", "fails", "fails shortly", "usual", "dormant"]);
    const { items } = (await api.call("GET", path)).body;
    expect(items[1]).toMatchObject({ lastPoll: new Date(now - 9 * hour).toISOString(), lagSeconds: 9 * 3_600 });
    expect(items[0]).not.toHaveProperty("lagSeconds");
  });
});
