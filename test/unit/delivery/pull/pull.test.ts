import { describe, expect, it, vi } from "vitest";
import type { PullConsumer } from "../../../../shared/delivery/pull/pull-consumer.ts";
import { ackIdOf } from "../../../../shared/delivery/pull/pull-queue.ts";
import type { Item, Page } from "../../../../shared/kernel/ports/table.ts";
import { around } from "../../../support/around.ts";
import { idOf } from "../../fanout/an-event.ts";
import type { DeliveryWorld } from "../delivery-world.ts";
import { accessTo, consumerOf, pullWorld, roomFor } from "./pull-world.ts";

const day = 86_400_000;

const owner = { id: "sub_1", partner: "prt_1" };

/** Counts the queries of a table from now on. */
function countQueries({ deliveries }: DeliveryWorld): () => number {
  let queries = 0;
  around(deliveries, "query", (query) => (asked) => {
    queries += 1;
    return query(asked);
  });
  return () => queries;
}

const fetched = async (consumer: PullConsumer, limit = 10) =>
  (await consumer.fetch("sub_1", { limit, lease: 60_000 })).map(({ row }) => row.event);

/** Fetches into a response with room for this many deliveries. */
async function inRoom(consumer: PullConsumer, most: number): Promise<readonly string[]> {
  const options = { limit: 10, lease: 60_000, newRoom: roomFor(most) };
  return (await consumer.fetch("sub_1", options)).map(({ row }) => row.event);
}

describe("a pull subscription", () => {
  it("keeps events until they are acknowledged, and dials no endpoint", async () => {
    const world = pullWorld();
    await world.run(world.message(2), world.message(1), world.message(3));
    expect(world.posts).toEqual([]);
    const consumer = consumerOf(world);
    const items = await consumer.fetch("sub_1", { limit: 2, lease: 60_000 });
    const [first, second, third] = [idOf(1), idOf(2), idOf(3)].sort();
    expect(items.map(({ row }) => row.event)).toEqual([first, second]);
    expect(items[0]!.event).toEqual(world.events.get(first!));
    expect(
      await consumer.acknowledge(
        owner,
        items.map(({ row }) => ackIdOf(row)),
      ),
    ).toBe(2);
    expect(await fetched(consumer)).toEqual([third]);
    expect(world.rows()).toMatchObject([{ state: "delivered", type: "person.updated" }, { state: "delivered" }]);
  });

  it("gives an event that two consumers read at once to one of them", async () => {
    const world = pullWorld();
    await world.run(world.message(1), world.message(2));
    const [one, other] = [consumerOf(world), consumerOf(world)];
    const both = await Promise.all([fetched(one), fetched(other)]);
    expect(both.flat().sort()).toEqual([idOf(1), idOf(2)].sort());
  });

  it("returns a leased event to no other fetch, and again when the lease ends", async () => {
    const world = pullWorld();
    await world.run(world.message(1), world.message(2));
    const [one, other] = [consumerOf(world), consumerOf(world)];
    const [mine] = await fetched(one, 1);
    expect(await fetched(other)).toEqual([idOf(1), idOf(2)].filter((id) => id !== mine));
    expect(await fetched(one)).toEqual([]);
    world.clock.advance(60_000);
    expect((await fetched(other)).sort()).toEqual([idOf(1), idOf(2)].sort());
  });

  it("leases as many as fit into a response, and at least one delivery", async () => {
    const world = pullWorld();
    await world.run(...[1, 2, 3, 4].map((n) => world.message(n)));
    const ids = [1, 2, 3, 4].map((n) => idOf(n)).sort();
    const [one, other] = [consumerOf(world), consumerOf(world)];
    expect(await inRoom(one, 2)).toEqual(ids.slice(0, 2));
    expect(await inRoom(other, 1)).toEqual(ids.slice(2, 3));
    expect(await inRoom(other, 1)).toEqual(ids.slice(3));
    expect(await inRoom(other, 1)).toEqual([]);
  });

  it("reserves no room for an event that can't be read", async () => {
    const world = pullWorld();
    await world.run(...[1, 2, 3].map((n) => world.message(n)));
    const [first, ...rest] = [1, 2, 3].map((n) => idOf(n)).sort();
    world.events.delete(first!);
    expect(await inRoom(consumerOf(world), 2)).toEqual(rest);
  });

  it("returns the next ones if another consumer leased first what would have fit", async () => {
    const world = pullWorld();
    await world.run(...[1, 2, 3].map((n) => world.message(n)));
    const ids = [1, 2, 3].map((n) => idOf(n)).sort();
    const rival = consumerOf(world);
    // Between this consumer's read of the backlog and its lease, the other one takes the oldest delivery.
    const late = consumerOf(world, world.deliveries, async (wanted) => {
      if (wanted.length === 3) expect(await inRoom(rival, 1)).toEqual(ids.slice(0, 1));
      return wanted.map(({ id }) => world.events.get(id));
    });
    expect(await inRoom(late, 1)).toEqual(ids.slice(1, 2));
    expect(await inRoom(rival, 1)).toEqual(ids.slice(2));
  });

  it("accepts an acknowledgement after the lease, a repeated one, and an empty one", async () => {
    const world = pullWorld();
    await world.run(world.message(1));
    const consumer = consumerOf(world);
    const [item] = await consumer.fetch("sub_1", { limit: 1, lease: 1_000 });
    world.clock.advance(5_000);
    const ids = [ackIdOf(item!.row), ackIdOf(item!.row), "nonsense", `${idOf(9)}.0`];
    expect(await consumer.acknowledge(owner, ids)).toBe(1);
    expect(await consumer.acknowledge(owner, ids)).toBe(0);
  });

  it("doesn't return an acknowledged event when the queue repeats its message", async () => {
    const world = pullWorld();
    const message = world.message(1);
    await world.run(message);
    const consumer = consumerOf(world);
    const [item] = await consumer.fetch("sub_1", { limit: 1, lease: 1_000 });
    await consumer.acknowledge(owner, [ackIdOf(item!.row)]);
    await world.run(message, { message, receiveCount: 2 });
    world.clock.advance(5_000);
    expect(await fetched(consumer)).toEqual([]);
  });

  it("reads few of a withdrawn instance's waiting deliveries, and gives them up", async () => {
    const world = pullWorld({ pageSize: 1_000 });
    for (let n = 1; n <= 2_000; n += 1) await world.run(world.message(n));
    const consumer = consumerOf(world);
    const fetch = () => consumer.fetch("sub_1", { limit: 10, lease: 60_000, access: accessTo("none") });
    const queries = countQueries(world);
    expect(await fetch()).toEqual([]);
    expect(queries(), "of the first fetch").toBeLessThan(100);
    expect(world.backlogRows(), "no more than 1,000 in one fetch").toHaveLength(1_000);
    await fetch();
    const before = queries();
    expect(await fetch()).toEqual([]);
    expect(queries() - before, "of the third fetch").toBe(16);
    expect([world.backlogRows(), world.rows(), world.notified]).toEqual([[], [], []]);
  });

  it("reads few deliveries that others have leased", async () => {
    const world = pullWorld({ pageSize: 1_000 });
    for (let n = 1; n <= 2_000; n += 1) await world.run(world.message(n));
    const consumer = consumerOf(world);
    await fetched(consumer, 1_999);
    const queries = countQueries(world);
    expect(await fetched(consumer)).toHaveLength(1);
    expect(queries()).toBeLessThan(100);
  });

  it("reads 5,000 deliveries per fetch, and returns none behind as many leased ones", async () => {
    const world = pullWorld({ pageSize: 1_000 });
    await world.run(world.message(1));
    const [row] = world.backlogRows() as [Item];
    await world.deliveries.remove(row);
    const runs = Array.from({ length: 40_000 }, (_, at) => `rpl_${String(at).padStart(26, "0")}`);
    const leased = { ...row, leasedUntil: world.clock.now() + 60_000 };
    await world.deliveries.put(runs.map((run) => ({ item: { ...leased, sk: `${idOf(1)}#${run}`, run } })));
    await world.run(world.message(2));
    const read = vi.spyOn(world.deliveries, "query");
    expect(await fetched(consumerOf(world))).toEqual([]);
    const pages = await Promise.all(read.mock.results.map(({ value }) => value as Promise<Page>));
    expect(pages.flatMap(({ items }) => items).length).toBeLessThan(7_000);
    world.clock.advance(60_000);
    expect(await fetched(consumerOf(world))).toHaveLength(10);
  });

  it("keeps the waiting deliveries of an instance that its owner regained during a fetch", async () => {
    const world = pullWorld();
    await world.run(world.message(1));
    const looks = [accessTo("none"), accessTo("all")];
    const access = async () => looks.shift()!();
    expect(await consumerOf(world).fetch("sub_1", { limit: 10, lease: 60_000, access })).toEqual([]);
    expect(await fetched(consumerOf(world))).toEqual([idOf(1)]);
  });

  it("ends a once held delivery when its instance is withdrawn", async () => {
    const world = pullWorld();
    world.subscribe("sub_1", { kind: "pull", url: undefined, status: "disabled" });
    await world.run(world.message(1));
    expect(world.rows()).toMatchObject([{ state: "held" }]);
    await consumerOf(world).fetch("sub_1", { limit: 10, lease: 60_000, access: accessTo("none") });
    expect(world.rows()).toMatchObject([{ state: "expired" }]);
    expect(world.backlogRows()).toEqual([]);
  });

  it("keeps as delivered what was acknowledged by a worker that died before removing the row", async () => {
    const world = pullWorld();
    await world.run(world.message(1));
    vi.spyOn(world.deliveries, "remove").mockRejectedValueOnce(new Error("killed"));
    await expect(consumerOf(world).acknowledge(owner, [`${idOf(1)}.0`])).rejects.toThrow("killed");
    world.clock.advance(29.98 * day);
    await world.sweep();
    expect(world.backlogRows()).toEqual([]);
    expect(world.rows()).toMatchObject([{ state: "delivered" }]);
    expect(world.notified).toEqual([]);
  });
});
