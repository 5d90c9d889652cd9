import { expect, test, vi } from "vitest";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import { WalkNotes } from "../../../../shared/polling/walks/walk-notes.ts";
import { hour, idsFrom, walkWorld } from "../support/walk-world.ts";

test("a comparison that exceeds a visit continues with the next shard, though nothing is missing", async () => {
  const { fixture, memory, asserted, pollUntilDone } = walkWorld();
  const compared: number[] = [];
  const usual = memory.liveRecords.bind(memory);
  memory.liveRecords = (instance, resource, shard, firstSeenBefore) => {
    compared.push(shard);
    fixture.clock.advance(20_000);
    return usual(instance, resource, shard, firstSeenBefore);
  };
  const ends = await pollUntilDone(0);
  expect(ends).toEqual([...Array.from({ length: 5 }, () => "yielded"), "done"]);
  expect(compared).toEqual(Array.from({ length: 16 }, (_, shard) => shard));
  expect(asserted).toHaveLength(7);
});

test("a comparison continues with the shard at which a visit was cut off", async () => {
  const { memory, poll, pollAfter } = walkWorld();
  const compared: number[] = [];
  const usual = memory.liveRecords.bind(memory);
  memory.liveRecords = (instance, resource, shard, firstSeenBefore) => {
    compared.push(shard);
    if (compared.length === 10) throw new Error("killed");
    return usual(instance, resource, shard, firstSeenBefore);
  };
  expect((await poll()).outcome).toBe("failed");
  expect((await pollAfter(hour)).outcome).toBe("done");
  const all = Array.from({ length: 16 }, (_, shard) => shard);
  expect(compared).toEqual([...all.slice(0, 10), ...all.slice(9)]);
});

/** A completed walk of so many companies, at the beginning of its comparison. */
async function comparing(count: number, rows = count) {
  const world = walkWorld(0);
  const { fixture } = world;
  const notes = new WalkNotes(fixture.table, fixture.clock);
  const feed = await fixture.stands();
  for (let page = 0; page * 1_000 < count; page += 1) {
    await notes.notePage(feed.feedId, 1, page, idsFrom(page * 1_000, Math.min(1_000, count - page * 1_000)));
  }
  const phase = { name: "comparing", beganAt: fixture.clock.now(), rows, shard: 0 };
  await fixture.store.save(feed, { checkpoint: { generation: 1, hidesInactive: false, phase } });
  return world;
}

test("the feeds of very many owners are asserted over several visits, each once", async () => {
  const { fixture, asserted, poll, pollAfter } = await comparing(25_000);
  const { clock } = fixture;
  const together = new Set<number>();
  asserted.push = (...ids: string[]) => {
    together.add(ids.length);
    clock.advance(300);
    return Array.prototype.push.apply(asserted, ids);
  };
  expect(await poll()).toEqual({ outcome: "yielded" });
  expect(asserted).toHaveLength(20_000);
  expect(await fixture.checkpoint()).toMatchObject({ phase: { name: "comparing", shard: 0, asserted: 20_000 } });
  expect((await pollAfter(hour)).outcome).toBe("done");
  expect(new Set(asserted).size).toBe(25_000);
  expect(asserted).toHaveLength(25_000);
  expect(together).toEqual(new Set([100]));
});

test.each([
  [10_000_000, 16],
  [2_000_000, 2],
  [3_000, 1],
])(
  "the missing records of a walk of %d records are found in %d parts, each with its own ids in memory",
  async (rows, parts) => {
    const { fixture, memory, asserted, poll } = await comparing(3_000, rows);
    const { clock, table } = fixture;
    let reads = 0;
    const query = table.query.bind(table);
    table.query = (request) => {
      if (request.prefix?.startsWith("walk#") === true && request.after === undefined) reads += 1;
      return query(request);
    };
    for (const id of idsFrom(0, 3_010)) memory.live.set(id, clock.now() - 2 * hour);
    await poll();
    // Once more for the owners' feeds, and once for a witness.
    expect(reads).toBe(parts + 2);
    expect(new Set(asserted).size).toBe(3_000);
    const candidates = table.items.flatMap(({ pk, sk }) =>
      pk === fixture.feed.feedId && sk.startsWith("candidate#") ? sk.slice("candidate#".length) : [],
    );
    const removed = idsFrom(3_000, 10);
    expect([...candidates, ...memory.removedIds].toSorted()).toEqual(removed);
  },
);

test("a removal that couldn't be stored is stored by the next visit", async () => {
  const { fixture, memory, poll, lose, pollAfter } = walkWorld();
  lose("c003");
  await poll();
  fixture.clock.advance(60_000);
  vi.spyOn(memory, "removed").mockRejectedValueOnce(new EngineUnavailableError("throttled"));
  await poll().catch(() => undefined);
  expect(memory.removedIds).toEqual([]);
  expect(await pollAfter(60_000)).toMatchObject({ outcome: "done" });
  expect(memory.removedIds).toEqual(["c003"]);
});

test("a walk asserts the feeds of the phases it knows", async () => {
  const { memory, asserted, poll } = walkWorld();
  memory.phases.set("c003", { type: "Project", id: "phase-of-c003", subOwner: "phase" });
  await poll();
  expect(asserted).toContain("phase-of-c003");
});

test("a walk of activities asserts each as a project's part, and reads a few to find out whether their ids resolve", async () => {
  const { fixture, source, owners, poll } = walkWorld(12, "activity-walk");
  source.intercept = ({ path }) =>
    path === "/document/changes" || path.startsWith("/project/") ? { outcome: "badRequest" } : undefined;
  await poll();
  const ids = source.rows.map(({ id }) => id);
  expect(owners).toEqual(ids.map((id) => ({ type: "Project", id, subOwner: "activity" })));
  const read = source.requests.filter(({ path }) => path.startsWith("/activity/c0")).map(({ path }) => path);
  // The first one again, because its id was refused.
  expect(read).toEqual(["c000", ...ids.slice(0, 8)].map((id) => `/activity/${id}`));
  const asked = () => source.requests.filter(({ path }) => path === "/document/changes");
  expect(asked()).toHaveLength(1);
  // What is known isn't asked at each step of a long comparison.
  const feed = await fixture.stands();
  const phase = { name: "comparing", beganAt: fixture.clock.now(), rows: 12, shard: 0, asserted: 12 };
  fixture.clock.advance(40 * 24 * hour);
  await fixture.store.save(feed, { checkpoint: { generation: 1, hidesInactive: false, phase } });
  await poll();
  expect(asked()).toHaveLength(1);
});

test("a walk of activities whose list is empty asks nothing about ids", async () => {
  const { source, poll } = walkWorld(0, "activity-walk");
  await poll();
  expect(source.requests.map(({ path }) => path)).toEqual(["/activity", "/activity/cursor"]);
});
