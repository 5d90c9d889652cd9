import { expect, it, test } from "vitest";
import { deliveryKey } from "../../../../shared/delivery/rows/delivery-row.ts";
import { eventId } from "../../../../shared/kernel/event-id.ts";
import { bucketOf } from "../../../../shared/kernel/hash.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { erasureMessage } from "../../../../shared/publishing/erasure-message.ts";
import { around } from "../../../support/around.ts";
import { ann, erasureWorld, values } from "./erasure-world.ts";

type World = ReturnType<typeof erasureWorld>;

/** The ids of the published events that are still stored. */
const eventsOf = ({ stored }: World) => stored().map(({ sk }) => sk);

/** A row of the delivery of an event, as an endpoint's response may leave it. */
async function row({ tables }: World, event: string, fields: JsonObject, subscription = "sub_1", run = "0") {
  const item = { ...deliveryKey({ subscription, event, run }), rev: 1, state: "delivered", ...fields };
  await tables.deliveries.put([{ item }]);
}
const excerpts = ({ tables }: World) =>
  tables.deliveries.items.flatMap(({ sk, excerpt }) => (excerpt === undefined ? [] : [sk.split("#")[0]]));

/** The messages that the erasure has requested, with their delays. */
const requested = ({ recover }: World) =>
  recover.sent.splice(0).map(({ body, delaySeconds }) => ({ delaySeconds, ...erasureMessage.parse(JSON.parse(body)) }));

it.each([
  { name: "no response", fields: {}, after: { erased: true, rev: 2 } },
  { name: "a response", fields: { excerpt: "Annabel" }, after: { erased: true, rev: 2 } },
  { name: "a response that came later", fields: { erased: true, excerpt: "Annabel" }, after: { erased: true, rev: 2 } },
  {
    name: "a failure that came later",
    fields: { erased: true, failures: [{ at: 1, excerpt: "Annabel" }] },
    after: { erased: true, rev: 2 },
  },
  { name: "nothing more", fields: { erased: true }, after: { erased: true, rev: 1 } },
])("an erasure of a delivery that has $name leaves $after", async ({ fields, after }) => {
  const world = erasureWorld({ others: [] });
  await world.see(ann);
  const [event] = eventsOf(world);
  const key = deliveryKey({ subscription: "sub_1", event: event!, run: "0" });
  await row(world, event!, fields);
  await world.ask();
  expect(world.tables.deliveries.items).toEqual([{ ...key, state: "delivered", ...after }]);
});

test("an erasure keeps the responses to other events in the same shard, and finishes all runs of its own", async () => {
  const world = erasureWorld({ others: [] });
  await world.see(ann);
  const [event] = eventsOf(world);
  const identity = { instance: "acme", resource: "person", owner: "", seq: 1, type: "person.created", factKey: "" };
  const others = Array.from({ length: 200 }, (_, n) => eventId(world.clock.now(), { ...identity, recordId: `${n}` }));
  const beside = others.filter((id) => bucketOf(id, 16) === bucketOf(event!, 16));
  expect(beside.length).toBeGreaterThan(3);
  for (const id of beside) await row(world, id, { excerpt: "of another" });
  for (const run of ["0", "rpl_1", "rpl_2"]) await row(world, event!, { excerpt: "Annabel" }, "sub_1", run);
  await world.ask();
  expect(excerpts(world).toSorted()).toEqual(beside.toSorted());
  const again = { below: 0, last: true, events: [{ id: event }], delaySeconds: 900 };
  const next = requested(world);
  expect(next).toMatchObject([again, { last: true, delaySeconds: 900 }]);
  expect(next[1]).not.toHaveProperty("events");
  const done = world.logger.lines.filter(({ event: what }) => what === "erasure.done");
  expect(done).toMatchObject([{ fields: { instance: "acme", subject: "person", id: "p1", events: 1, more: false } }]);
  for (const { delaySeconds: _delay, ...message } of next) await world.erasure.run(message);
  expect(requested(world), "the second pass is the last").toEqual([]);
});

const ids = Array.from({ length: 33 }, (_, n) => `sub_${String(n + 1).padStart(2, "0")}`);

/** Each search for responses takes so long that one run searches the deliveries of 32 subscriptions. */
async function slowWorld(count: number, subscriptions = ids) {
  const world = erasureWorld({ ids: subscriptions, others: [] });
  await world.see(ann);
  for (let n = 1; n < count; n += 1) await world.see({ ...ann, jobTitle: `Quist ${n}` });
  await world.deliver();
  const events = eventsOf(world);
  around(world.tables.deliveries, "query", (query) => async (asked) => {
    world.clock.advance(1_000);
    return query(asked);
  });
  return { world, events };
}

it.each([{ last: undefined }, { last: true as const }])(
  "an erasure whose time is up keeps an event until all responses to it are removed, in the same pass: %j",
  async ({ last }) => {
    const { world, events } = await slowWorld(2);
    const message = { kind: "erase", instance: "acme", subject: "person", id: "p1" } as const;
    await world.erasure.run({ ...message, ...(last && { last }) });
    expect(eventsOf(world)).toEqual(events);
    const [next, ...others] = requested(world);
    expect(next).toMatchObject({ delaySeconds: 0, from: { event: events[0], subscription: "sub_32" } });
    expect([next?.last, others]).toEqual([last, []]);
    const { delaySeconds: _delay, ...rest } = next!;
    await world.erasure.run(rest);
    expect([eventsOf(world), excerpts(world).filter((id) => id === events[0])]).toEqual([[events[1]], []]);
  },
);

test("a second pass whose time is up continues where it stopped, and searches each later event completely", async () => {
  const { world, events } = await slowWorld(3);
  const message = { kind: "erase", instance: "acme", subject: "person", id: "p1", below: 0, last: true } as const;
  let next: readonly ReturnType<typeof erasureMessage.parse>[] = [{ ...message, events: events.map((id) => ({ id })) }];
  const named: unknown[] = [];
  for (let runs = 0; next.length > 0 && runs < 10; runs += 1) {
    named.push(next.map((one) => [one.events?.map(({ id }) => events.indexOf(id)), one.from?.subscription]));
    for (const one of next) await world.erasure.run(one);
    next = requested(world).map(({ delaySeconds: _delay, ...one }) => one);
  }
  expect(excerpts(world)).toEqual([]);
  expect(JSON.stringify(world.tables.deliveries.items)).not.toMatch(values);
  expect(named).toEqual([[[[0, 1, 2], undefined]], [[[0, 1, 2], "sub_32"]], [[[1, 2], "sub_32"]], [[[2], "sub_32"]]]);
});

test("the responses to a notice are removed at once, and once more later", async () => {
  const world = erasureWorld();
  await world.see(ann);
  await world.fail();
  const [notice] = world.tables.events.items.filter(({ pk, body }) => pk.startsWith("~prt_1#") && body !== undefined);
  await world.ask();
  const events = [{ id: notice!.sk, partner: "prt_1" }];
  expect(requested(world).filter((one) => one.events?.some(({ id }) => id === notice!.sk))).toMatchObject([
    { delaySeconds: 0, events },
    { delaySeconds: 900, events: expect.arrayContaining(events) },
  ]);
});

test("a second pass whose time is up at its end requests nothing", async () => {
  const { world, events } = await slowWorld(1, ids.slice(0, 32));
  const message = { kind: "erase", instance: "acme", subject: "person", id: "p1", below: 0, last: true } as const;
  await world.erasure.run({ ...message, events: events.map((id) => ({ id })) });
  expect([excerpts(world), requested(world)]).toEqual([[], []]);
});

test("a notice that was never published requests no search for responses to it", async () => {
  const world = erasureWorld({ others: [] });
  await world.see(ann);
  await row(world, eventsOf(world)[0]!, { excerpt: "Annabel", quotedIn: ["endpoint_failing:sub_1:1"] });
  await world.ask();
  expect(requested(world).map(({ events }) => events?.length)).toEqual([1, undefined]);
});
