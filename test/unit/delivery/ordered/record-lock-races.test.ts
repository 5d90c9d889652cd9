import { expect, it, test } from "vitest";
import { type IncomingDelivery, incomingDelivery } from "../../../../shared/delivery/attempt/attempt-answer.ts";
import { RecordLockStore } from "../../../../shared/delivery/ordered/record-lock-store.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { around } from "../../../support/around.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { idOf } from "../../fanout/an-event.ts";
import { type DeliveryWorld, subscribed } from "../delivery-world.ts";

const change = (world: DeliveryWorld, seq: number): IncomingDelivery =>
  world.message(seq, { subject: { type: "person", id: "7", seq, part: 1 } });

function orderedWorld(): DeliveryWorld {
  return subscribed({ ordered: true });
}

/** The messages with which the events `seqs` look for their turn, just before they may go. */
async function asking(world: DeliveryWorld, ...seqs: readonly number[]): Promise<readonly IncomingDelivery[]> {
  for (const seq of seqs) await world.run(change(world, seq));
  const asked = world.queued().map(({ message }) => message);
  world.clock.advance(6_000);
  return asked;
}

it("a message that looks for a turn is sent when the turn is stored, for a worker that has it at once", async () => {
  const world = orderedWorld();
  const kept: number[] = [];
  around(world.deliver, "send", (send) => async (messages) => {
    kept.push(world.backlogRows().length);
    await send(messages);
  });
  await world.run(change(world, 1));
  expect(kept).toEqual([1]);
});

it("an event is posted once, though another worker posts it between the two looks of the first", async () => {
  const world = orderedWorld();
  const [first] = await asking(world, 1);
  // The lock has been held and given back before.
  let isBeside = false;
  around(world.deliveries, "query", (query) => async (asked) => {
    const page = await query(asked);
    if (!isBeside && asked.prefix?.endsWith("#") === true && page.items.length > 0) {
      isBeside = true;
      await world.run(first!);
    }
    return page;
  });
  await world.run(first!);
  expect(world.posts).toHaveLength(1);
});

it("an event whose message came while the lock was released is requested again", async () => {
  const world = orderedWorld();
  const [first] = await asking(world, 1);
  around(world.deliveries, "update", (update) => async (request) => {
    if (request.key.pk.includes("#turns#")) {
      world.deliveries.update = update;
      const [second] = await asking(world, 2);
      await world.run(second!);
    }
    return update(request);
  });
  await world.run(first!);
  expect(world.deliver.take().map((body) => incomingDelivery.parse(body).event)).toEqual([change(world, 2).event]);
});

it("the lock isn't given to another worker before the event that held it has left its place", async () => {
  const world = orderedWorld();
  const [first] = await asking(world, 1, 2);
  const places: number[] = [];
  around(world.deliveries, "update", (update) => async (request) => {
    if (request.key.pk.includes("#turns#")) places.push(world.backlogRows().length);
    return update(request);
  });
  await world.run(first!);
  expect(places).toEqual([1]);
});

it("the next event is requested after a response that was recorded late", async () => {
  const world = orderedWorld();
  const [first] = await asking(world, 1, 2);
  const answer = {
    at: world.clock.now(),
    result: "delivered",
    status: 200,
    ms: 5,
    timing: {},
    type: "person.updated",
  } as const;
  await world.run(incomingDelivery.parse({ ...first!, answer }));
  expect(world.deliver.take().map((body) => incomingDelivery.parse(body).event)).toEqual([change(world, 2).event]);
});

const life = defaultTimings.claimRetention;

function aLock() {
  const clock = new FakeClock();
  const table = new MemoryTable("deliveries");
  const locks = new RecordLockStore({ ...testContext({ clock }), table });
  const messageOf = (seq: number, part = 1) => ({
    ...{ subscription: "sub_1", partner: "prt_1", instance: "acme", event: idOf(seq), run: "0", attempt: 1 },
    position: { record: "r", seq, part },
  });
  const take = async (seq: number, part?: number) =>
    locks.acquire(messageOf(seq, part), await locks.read(messageOf(seq, part)));
  return { clock, table, locks, messageOf, take };
}

test("a held lock can't be taken, and expires", async () => {
  const { clock, take } = aLock();
  expect(await take(1)).toMatchObject({ late: false });
  expect(await take(2)).toBeUndefined();
  clock.advance(life);
  expect(await take(2)).toMatchObject({ late: false });
});

test("a released lock is free, and remembers the newest place", async () => {
  const { clock, table, locks, messageOf, take } = aLock();
  const isLate = async (seq: number, part: number) => {
    const held = await take(seq, part);
    await locks.release(messageOf(seq), held!);
    return held!.late;
  };
  const late: boolean[] = [];
  for (const place of "2.2 1.3 2.1 2.2 1.1 3.1 2.9 3.1".split(" ")) {
    const [seq = 0, part = 0] = place.split(".").map(Number);
    late.push(await isLate(seq, part));
  }
  expect(late).toEqual([false, true, true, false, true, false, true, false]);
  // As long as an older event may be delivered.
  const expiresAt = Math.ceil((clock.now() + defaultTimings.deliveryRetention) / 1_000);
  expect(table.items).toMatchObject([{ seq: 3, part: 1, expiresAt }]);
});

test("a worker whose lock has expired doesn't release that of the next one", async () => {
  const { clock, locks, messageOf, take } = aLock();
  const expired = await take(1);
  clock.advance(life);
  await take(2);
  await locks.release(messageOf(1), expired!);
  expect(await take(3)).toBeUndefined();
});

test("one of two workers that found a lock free takes it", async () => {
  const { locks, messageOf, take } = aLock();
  await locks.release(messageOf(1), (await take(1))!);
  const found = await locks.read(messageOf(2));
  expect(await locks.acquire(messageOf(2), found)).toBeDefined();
  expect(await locks.acquire(messageOf(2), found)).toBeUndefined();
});
