import { describe, expect, it, vi } from "vitest";
import type { IncomingDelivery } from "../../../../shared/delivery/attempt/attempt-answer.ts";
import { backlogRow } from "../../../../shared/delivery/backlog/backlog.ts";
import { orderPositionOf } from "../../../../shared/delivery/ordered/record-lock.ts";
import { deliveryShards } from "../../../../shared/delivery/rows/delivery-row.ts";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import { bucketOf } from "../../../../shared/kernel/hash.ts";
import { around } from "../../../support/around.ts";
import { anEvent } from "../../fanout/an-event.ts";
import { answered, type DeliveryWorld, endpoint, subscribed } from "../delivery-world.ts";

/** Subject `record` at change `seq`, as event number `n`. */
const change = (world: DeliveryWorld, n: number, seq: number, record = "7", part = 1): IncomingDelivery =>
  world.message(n, { subject: { type: "person", id: record, seq, part } });

const subjectsPosted = (world: DeliveryWorld): { seq: number; part: number }[] =>
  world.posts.map(({ body }) => JSON.parse(Buffer.from(body).toString("utf8")).subject);
const seqsPosted = (world: DeliveryWorld): number[] => subjectsPosted(world).map(({ seq }) => seq);

const lateMarks = (world: DeliveryWorld) => world.posts.map(({ headers }) => headers["webhook-late"]);

/** Advances by `ms` and delivers all messages of the queues, until nothing moves. */
async function settle(world: DeliveryWorld, ms: number): Promise<void> {
  world.clock.advance(ms);
  for (let queued = world.queued(); queued.length > 0; queued = world.queued()) {
    await world.run(...queued.map(({ message }) => message));
  }
}

function orderedWorld(): DeliveryWorld {
  return subscribed({ ordered: true });
}

describe("an ordered subscription", () => {
  it("waits seven seconds after the detection, then sends a record's events by change and part", async () => {
    const world = orderedWorld();
    const places = [
      { seq: 10, part: 1 },
      { seq: 9, part: 10 },
      { seq: 9, part: 2 },
      { seq: 11, part: 1 },
    ];
    for (const [n, { seq, part }] of places.entries()) await world.run(change(world, n, seq, "7", part));
    expect(world.posts).toEqual([]);
    const asked = world.queued();
    expect(asked.map(({ delaySeconds }) => delaySeconds)).toEqual([6, 6, 6, 6]);
    world.clock.advance(6_000);
    await world.run(...asked.map(({ message }) => message));
    await settle(world, 0);
    const inOrder = places.toSorted((one, other) => one.seq - other.seq || one.part - other.part);
    expect(subjectsPosted(world)).toMatchObject(inOrder);
    expect(new Set(lateMarks(world))).toEqual(new Set([undefined]));
    expect(world.backlogRows()).toEqual([]);
  });

  it("holds back the later events of a record while an earlier one fails, but not those of other records", async () => {
    const world = orderedWorld();
    world.answer = ({ body }) => answered(Buffer.from(body).toString("utf8").includes('"seq":11') ? 500 : 200);
    await world.run(change(world, 1, 11), change(world, 2, 12), change(world, 3, 40, "8"));
    const asked = world.queued();
    world.clock.advance(6_000);
    await world.run(...asked.map(({ message }) => message));
    expect(seqsPosted(world).sort()).toEqual([11, 40]);
    const [retry] = world.queued();
    expect(retry).toMatchObject({ message: { attempt: 2, event: change(world, 1, 11).event } });
    expect(retry!.delaySeconds).toBeGreaterThanOrEqual(5);
    world.answer = () => answered(200);
    world.clock.advance(6_000);
    await world.run(retry!.message);
    await settle(world, 0);
    expect(seqsPosted(world).slice(2)).toEqual([11, 12]);
    expect(world.backlogRows()).toEqual([]);
  });

  it("doesn't hold back the events of another record in the same shard", async () => {
    const world = orderedWorld();
    const shardOf = (id: string) =>
      bucketOf(orderPositionOf(anEvent({ subject: { type: "person", id, seq: 1, part: 1 } })).record, deliveryShards);
    const others = Array.from({ length: 200 }, (_, n) => String(n + 8)).filter((id) => shardOf(id) === shardOf("7"));
    for (const [n, id] of ["7", ...others].entries()) await world.run(change(world, n + 1, n + 1, id));
    expect(others.length).toBeGreaterThan(3);
    await settle(world, 6_000);
    expect(world.posts).toHaveLength(others.length + 1);
  });

  it("requests nothing while the next event is held for the endpoint, or waits for long", async () => {
    const world = orderedWorld();
    world.answer = () => answered(410);
    await world.run(change(world, 1, 11));
    await settle(world, 6_000);
    expect([world.backlogRows(), world.queued()]).toMatchObject([[{ attempt: 2, held: true }], []]);

    const other = orderedWorld();
    await other.run(change(other, 1, 11), change(other, 2, 12));
    const [first] = other.queued();
    const [, second] = other.backlogRows().map((row) => backlogRow.parse(row));
    await other.backlog.add(second!, { due: other.clock.now() + 3_600_000 });
    other.clock.advance(6_000);
    expect(await other.run(first!.message)).toEqual(["fulfilled"]);
    expect(seqsPosted(other)).toEqual([11]);
    expect(other.queued()).toEqual([]);
  });

  it("requests nothing again that its endpoint's limit postpones", async () => {
    const world = subscribed({ ordered: true, ratePerSecond: 1 });
    await world.run(change(world, 1, 11), change(world, 2, 40, "8"));
    await settle(world, 6_000);
    expect(world.posts).toHaveLength(1);
    expect([world.backlogRows().length, world.queued()]).toEqual([1, []]);
  });

  it("waits for the retry of an event whose worker couldn't schedule it", async () => {
    const world = orderedWorld();
    world.answer = () => answered(500);
    await world.run(change(world, 1, 11), change(world, 2, 12));
    const [first] = world.queued();
    world.clock.advance(6_000);
    vi.spyOn(world.backlog, "add").mockRejectedValueOnce(new EngineUnavailableError("throttled"));
    expect(await world.run(first!.message)).toEqual(["rejected"]);
    const retry = world.backlogRows().find(({ event }) => event === first!.message.event);
    expect(retry).toMatchObject({ attempt: 2, due: world.rows()[0]?.nextAt });
  });

  it("hands a record's event to the slow lane when its lock is free, however soon that lane starts", async () => {
    const world = orderedWorld();
    // Another worker has the message before the one that sends it has gone on.
    around(world.deliverSlow, "send", (send) => async (messages) => {
      await send(messages);
      await world.run(...world.queued().map(({ message }) => message));
    });
    let posts = 0;
    world.answer = () => {
      posts += 1;
      return posts === 1 ? { outcome: "failed", class: "timeout", ms: 3_000, timing: {} } : answered(200);
    };
    await world.run(change(world, 1, 11), change(world, 2, 12));
    await settle(world, 4_000);
    expect(seqsPosted(world)).toEqual([11, 11, 12]);
    expect(world.backlogRows()).toEqual([]);
  });

  it.each([
    { more: 0, posts: 1 },
    { more: -1, posts: 0 },
  ])("makes $posts attempts if its lock lasts $more ms longer than an attempt may take", async ({ more, posts }) => {
    const world = orderedWorld();
    await world.run(change(world, 1, 11));
    world.clock.advance(7_000);
    around(world.deliveries, "put", (put) => async (puts) => {
      const outcomes = await put(puts);
      const isClaim = puts.some(({ item }) => "claimedAt" in item);
      // The claim is slow.
      if (isClaim) world.clock.advance(world.timings.claimRetention - world.timings.fastDeadline - more);
      return outcomes;
    });
    for (const { message } of world.queued())
      expect(await world.run(message)).toEqual([posts === 1 ? "fulfilled" : "rejected"]);
    expect(seqsPosted(world)).toHaveLength(posts);
  });

  it("sends a straggler marked as late", async () => {
    const world = orderedWorld();
    await world.run(change(world, 2, 12));
    await settle(world, 4_000);
    await world.run(change(world, 1, 11));
    await settle(world, 4_000);
    expect([...seqsPosted(world), ...lateMarks(world)]).toEqual([12, 11, undefined, "true"]);
    expect(world.rows().map(({ state, attempts: [one] }) => [state, one?.late])).toContainEqual(["delivered", true]);
  });

  it("continues without the message when a sweep finds it lost", async () => {
    const world = orderedWorld();
    await world.run(change(world, 1, 11), change(world, 2, 12));
    world.deliver.take();
    world.clock.advance(6_000);
    await world.sweep();
    await settle(world, 0);
    expect(seqsPosted(world)).toEqual([11, 12]);
    world.clock.advance(300_000);
    await world.sweep();
    expect(world.endpoint()?.["due"]).toBeUndefined();
  });

  it("finds a record's next event though the previous one was delivered during a drain's read and its worker died", async () => {
    const world = orderedWorld();
    await world.run(change(world, 1, 11));
    await world.run(change(world, 2, 12));
    const [first] = world.queued();
    world.clock.advance(6_000);
    let isRead = false;
    around(world.deliveries, "query", (query) => async (request) => {
      const rows = await query(request);
      if (isRead || rows.items.length < 2) return rows;
      isRead = true;
      await world.run(first!.message);
      // The worker dies before it requests the next one.
      world.queued();
      return rows;
    });
    await world.sweep();
    await settle(world, 0);
    await world.sweep();
    await settle(world, 0);
    expect(seqsPosted(world)).toEqual([11, 12]);
    expect(world.backlogRows()).toEqual([]);
  });

  it("doesn't add to the backlog again what was delivered", async () => {
    const world = orderedWorld();
    const message = change(world, 1, 11);
    await world.run(message);
    await settle(world, 4_000);
    expect(await world.run({ message, receiveCount: 2 }, message)).toEqual(["fulfilled", "fulfilled"]);
    expect(world.queued()).toEqual([]);
    await settle(world, 4_000);
    expect(seqsPosted(world)).toEqual([11]);
    expect(world.backlogRows()).toEqual([]);
  });

  it("puts in order what came while it was disabled when it is enabled", async () => {
    const world = orderedWorld();
    const ordered = world.endpoints.get("sub_1")!;
    world.endpoints.set("sub_1", { ...ordered, status: "disabled" });
    await world.run(change(world, 2, 12), change(world, 1, 11));
    await world.sweep();
    expect(world.backlogRows()).toHaveLength(2);
    world.endpoints.set("sub_1", ordered);
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await world.circuits.resume(endpoint);
      await settle(world, 60_000);
      await world.sweep();
      await settle(world, 0);
    }
    expect(seqsPosted(world)).toEqual([11, 12]);
    expect(world.backlogRows()).toEqual([]);
  });

  it("continues with the next event of a record when one is gone", async () => {
    const world = orderedWorld();
    const gone = change(world, 1, 11);
    await world.run(gone, change(world, 2, 12));
    const [first, second] = world.queued();
    world.events.delete(gone.event);
    world.clock.advance(6_000);
    await world.run({ message: second!.message, receiveCount: 1 }, { message: first!.message, receiveCount: 3 });
    await settle(world, 0);
    expect(seqsPosted(world)).toEqual([12]);
    expect(
      world
        .rows()
        .map(({ state }) => state)
        .sort(),
    ).toEqual(["delivered", "expired"]);
    expect(world.backlogRows()).toEqual([]);
  });

  it("keeps the order through an outage: one event of a record probes, and the rest follow it", async () => {
    const world = orderedWorld();
    let down = true;
    world.answer = () => answered(down ? 503 : 200);
    for (let seq = 1; seq <= 12; seq += 1) await world.run(change(world, seq, seq, String(seq % 3)));
    for (let minute = 0; minute < 30; minute += 1) {
      await settle(world, 60_000);
      await world.sweep();
      await settle(world, 0);
    }
    expect(world.endpoint()).toMatchObject({ health: { state: "open" } });
    const dialled = world.posts.length;
    expect(dialled).toBeLessThan(30);
    down = false;
    for (let minute = 0; minute < 60; minute += 1) {
      await settle(world, 60_000);
      await world.sweep();
      await settle(world, 0);
    }
    const delivered = seqsPosted(world).slice(dialled);
    for (const record of [0, 1, 2]) {
      const own = delivered.filter((seq) => seq % 3 === record);
      expect(own).toEqual([...own].sort((one, other) => one - other));
      expect(own).toHaveLength(4);
    }
    expect(world.backlogRows()).toEqual([]);
  });
});
