import { expect, it, test } from "vitest";
import { type IncomingDelivery, incomingDelivery } from "../../../../shared/delivery/attempt/attempt-answer.ts";
import { RecordLockStore } from "../../../../shared/delivery/ordered/record-lock-store.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
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
  const send = world.deliver.send.bind(world.deliver);
  const kept: number[] = [];
  world.deliver.send = async (messages) => {
    kept.push(world.backlogRows().length);
    await send(messages);
  };
  await world.run(change(world, 1));
  expect(kept).toEqual([1]);
});

it("an event is posted once, though another worker posts it between the two looks of the first", async () => {
  const world = orderedWorld();
  const [first] = await asking(world, 1);
  // The lock has been held and given back before.
  const query = world.deliveries.query.bind(world.deliveries);
  let isBeside = false;
  world.deliveries.query = async (asked) => {
    const page = await query(asked);
    if (!isBeside && asked.prefix?.endsWith("#") === true && page.items.length > 0) {
      isBeside = true;
      await world.run(first!);
    }
    return page;
  };
  await world.run(first!);
  expect(world.posts).toHaveLength(1);
});

it("an event whose message came while the lock was released is requested again", async () => {
  const world = orderedWorld();
  const [first] = await asking(world, 1);
  const update = world.deliveries.update.bind(world.deliveries);
  world.deliveries.update = async (request) => {
    if (request.key.pk.includes("#turns#")) {
      world.deliveries.update = update;
      const [second] = await asking(world, 2);
      await world.run(second!);
    }
    return update(request);
  };
  await world.run(first!);
  expect(world.deliver.take().map((body) => incomingDelivery.parse(body).event)).toEqual([change(world, 2).event]);
});

it("the lock isn't given to another worker before the event that held it has left its place", async () => {
  const world = orderedWorld();
  const [first] = await asking(world, 1, 2);
  const update = world.deliveries.update.bind(world.deliveries);
  const places: number[] = [];
  world.deliveries.update = async (request) => {
    if (request.key.pk.includes("#turns#")) places.push(world.backlogRows().length);
    return update(request);
  };
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
  const locks = new RecordLockStore({ ...testContext({ clock }), table: new MemoryTable("deliveries") });
  const messageOf = (seq: number) => ({
    ...{ subscription: "sub_1", partner: "prt_1", instance: "acme", event: idOf(seq), run: "0", attempt: 1 },
    position: { record: "r", seq, part: 1 },
  });
  const take = async (seq: number) => locks.acquire(messageOf(seq), await locks.read(messageOf(seq)));
  return { clock, locks, messageOf, take };
}

test("a held lock can't be taken, and expires", async () => {
  const { clock, take } = aLock();
  expect(await take(1)).toMatchObject({ late: false });
  expect(await take(2)).toBeUndefined();
  clock.advance(life);
  expect(await take(2)).toMatchObject({ late: false });
});

test("a released lock is free, and remembers the newest place", async () => {
  const { locks, messageOf, take } = aLock();
  const held = await take(2);
  await locks.release(messageOf(2), held!);
  expect(await take(1), "an older event comes late").toMatchObject({ late: true });
});

test("one of two workers that found a lock free takes it", async () => {
  const { locks, messageOf, take } = aLock();
  await locks.release(messageOf(1), (await take(1))!);
  const found = await locks.read(messageOf(2));
  expect(await locks.acquire(messageOf(2), found)).toBeDefined();
  expect(await locks.acquire(messageOf(2), found)).toBeUndefined();
});
