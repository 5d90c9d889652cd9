import { describe, expect, it, vi } from "vitest";
import { acknowledgedOf, expiryOf } from "../../../../shared/delivery/pull/pull-queue.ts";
import { CorruptItemError } from "../../../../shared/kernel/errors.ts";
import { endingAnywhere } from "../../../support/ending-anywhere.ts";
import { idOf } from "../../fanout/an-event.ts";
import { endpoint } from "../delivery-world.ts";
import { accessTo, consumerOf, pullWorld, roomFor } from "./pull-world.ts";

const day = 86_400_000;

describe("a pull subscription", () => {
  it("expires each event in its time", async () => {
    const world = pullWorld();
    const begun = world.clock.now();
    const ids = [0, day].map((after, n) => idOf(n, begun + after));
    for (const [n, id] of ids.entries()) await world.run(world.message(n, { id }));
    const states = () => world.rows().map(({ event, state }) => [event, state]);
    world.clock.advance(30 * day);
    await world.sweep();
    expect(states()).toEqual([[ids[0], "expired"]]);
    world.clock.advance(day);
    await world.sweep();
    expect(states().toSorted()).toEqual(ids.map((id) => [id, "expired"]).toSorted());
  });

  it("expires an event before it is deleted, however short its retention", () => {
    const at = Date.UTC(2026, 10, 21);
    const hours = [1, 1_000].map(
      (hour) => (expiryOf(idOf(1, at), { eventRetention: hour * 3_600_000 }) - at) / 3_600_000,
    );
    expect(hours).toEqual([0.99, 999]);
  });

  it("gives up the events of a withdrawn instance, wherever a worker ends", async () => {
    await endingAnywhere(async (ending) => {
      const world = pullWorld();
      world.subscribe("sub_1", { kind: "pull", url: undefined, status: "disabled" });
      await world.run(world.message(1));
      for (const table of [ending.of(world.deliveries), world.deliveries]) {
        const options = { limit: 10, lease: 60_000, access: accessTo("none") };
        await consumerOf(world, table)
          .fetch("sub_1", options)
          .catch(() => undefined);
      }
      expect([world.rows().map(({ state }) => state), world.backlogRows()]).toEqual([["expired"], []]);
    });
  });
});

it("a pull subscription gives up an erased event at the third fetch, and never one that can't be read", async () => {
  const world = pullWorld();
  await world.run(...[1, 2].map((n) => world.message(n)));
  const consumer = consumerOf(world, world.deliveries, async ([event, ...more]) => {
    if (event?.id === idOf(1) && more.length === 0) return [undefined];
    throw new CorruptItemError("the event is no event");
  });
  for (const rows of [2, 2, 1, 1, 1]) {
    expect(await consumer.fetch("sub_1", { limit: 10, lease: 60_000 })).toEqual([]);
    expect(world.backlogRows()).toHaveLength(rows);
    world.clock.advance(60_000);
  }
  expect(world.backlogRows()).toMatchObject([{ event: idOf(2), fetched: 5 }]);
  const reported = world.logger.lines.filter(({ event }) => event === "pull.event_unreadable");
  const fields = (n: number) => ({ fields: { subscription: "sub_1", eventId: idOf(n) } });
  expect(reported.slice(-2)).toMatchObject([fields(2), fields(2)]);
  expect(reported, "twice per fetch, then once").toHaveLength(2 + 2 + 2 + 1 + 1);
  // An event that is about to expire may be gone.
  world.clock.advance(29.98 * day);
  expect(await consumer.fetch("sub_1", { limit: 10, lease: 60_000 })).toEqual([]);
  expect(world.logger.lines.filter(({ event }) => event === "pull.event_unreadable")).toEqual(reported);
});

it("a fetch reads its owner's access once unless it gives something up", async () => {
  const world = pullWorld();
  await world.run(world.message(1));
  const access = vi.fn(accessTo("all"));
  expect(await consumerOf(world).fetch("sub_1", { limit: 10, lease: 60_000, access })).toHaveLength(1);
  expect(access).toHaveBeenCalledTimes(1);
});

it("a pull subscription is given an event as often as it doesn't acknowledge it", async () => {
  const world = pullWorld();
  await world.run(world.message(1));
  const consumer = consumerOf(world);
  for (let fetch = 1; fetch <= 5; fetch += 1) {
    const [given] = await consumer.fetch("sub_1", { limit: 10, lease: 60_000 });
    expect(given?.row).toMatchObject({ event: idOf(1), fetched: fetch });
    world.clock.advance(60_000);
  }
});

it("what was added while deliveries expired is checked again", async () => {
  const world = pullWorld();
  await world.run(world.message(1));
  const expire = async () => world.pull.expire(endpoint, await world.circuits.find(endpoint));
  vi.spyOn(world.backlog, "setDue").mockResolvedValueOnce(false);
  expect([await expire(), await expire()]).toEqual(["changed", "done"]);
});

it("the notice of an expired delivery has the type that its row or its log has", async () => {
  const world = pullWorld();
  const [message, held] = [world.message(1), world.message(2)];
  world.subscribe("sub_1", { kind: "pull", url: undefined, status: "disabled" });
  await world.run(held);
  await world.backlog.add(held, { due: 1 });
  await world.backlog.add(message, { due: 1 });
  world.clock.advance(29.98 * day);
  world.subscribe("sub_1", { kind: "pull", url: undefined });
  await world.circuits.resume(endpoint);
  await world.sweep();
  expect(world.backlogRows()).toEqual([]);
  expect(world.notified).toMatchObject([{ data: { event: held.event, eventType: "person.updated" } }]);
});

const [id, run] = [idOf(1), `rpl_${"0".repeat(26)}`];

it.each([
  [`${id}.0`, { event: id, run: "0" }],
  [`${id}.${run}`, { event: id, run }],
  ...[`x${id}.0`, `${id}.0x`, `${id}.00`, `${id}x.0`, id, `${id}.`, `.0`, `${id}.ping`].map((one) => [one, undefined]),
  ...[`${id}.${run}0`, `${id}.rpl_0`, `${id}.rpl_${"-".repeat(26)}`, ""].map((one) => [one, undefined]),
] as [string, object | undefined][])("%o acknowledges %o", (ackId, delivery) => {
  expect(acknowledgedOf(ackId)).toEqual(delivery);
});

it("a fetch reads few events ahead of those that fit into its response", async () => {
  const world = pullWorld({ pageSize: 1_000 });
  await world.run(...Array.from({ length: 100 }, (_, n) => world.message(n)));
  const reads: number[] = [];
  const consumer = consumerOf(world, world.deliveries, async (wanted) => {
    reads.push(wanted.length);
    return wanted.map(({ id }) => world.events.get(id));
  });
  const fetched = async (most: number) =>
    consumer.fetch("sub_1", { limit: 100, lease: 60_000, newRoom: roomFor(most) });
  expect([await fetched(4), reads.splice(0)]).toEqual([expect.objectContaining({ length: 4 }), [8]]);
  expect([await fetched(100), reads.splice(0)]).toEqual([expect.objectContaining({ length: 96 }), [8, 16, 32, 40]]);
});
