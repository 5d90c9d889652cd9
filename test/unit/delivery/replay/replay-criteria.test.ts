import { expect, it, test } from "vitest";
import { backlogKey } from "../../../../shared/delivery/backlog/backlog.ts";
import type { ReplayCriteria } from "../../../../shared/delivery/replay/replay-job.ts";
import { ReplaySource, undeliveredOf } from "../../../../shared/delivery/replay/replay-source.ts";
import type { Envelope } from "../../../../shared/kernel/envelope.ts";
import { EventStore } from "../../../../shared/publishing/event-store.ts";
import type { StoredEvent } from "../../../../shared/publishing/stored-event.ts";
import { around } from "../../../support/around.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { anEvent, detectedAt, idOf } from "../../fanout/an-event.ts";
import { aSubscription } from "../delivery-world.ts";

const size = { matches: 100, scanned: 1_000, time: 20_000 };

/** A source of stored events, the n-th detected n ms after the first possible one. */
async function sourceOf(...events: readonly Partial<Envelope>[]) {
  const clock = new FakeClock(detectedAt + 60_000);
  const store = new EventStore({ ...testContext({ clock }), events: new MemoryTable("events", { pageSize: 2 }) });
  const stored = events.map((fields, n): StoredEvent => {
    const at = detectedAt + n;
    const envelope = anEvent({ id: idOf(n, at), detectedAt: new Date(at).toISOString(), ...fields });
    return { envelope, body: JSON.stringify(envelope) };
  });
  await store.put(stored);
  const source = new ReplaySource({
    ...testContext({ clock }),
    events: store,
    deliveries: new MemoryTable("deliveries"),
  });
  const instances = [...new Set(stored.map(({ envelope }) => envelope.instance))];
  /** The numbers of the events that a replay finds. */
  const found = async (criteria: Partial<ReplayCriteria>, mayHave?: (instance: string) => boolean) => {
    const all = { undelivered: false, since: detectedAt, until: clock.now(), ...criteria };
    const asked = { criteria: all, instances, cursor: { instance: 0 }, ...(mayHave !== undefined && { mayHave }) };
    const { matches, done } = await source.chunk(asked, aSubscription(), size);
    expect(done).toBe(true);
    return matches.map(({ id }) => stored.findIndex(({ envelope }) => envelope.id === id));
  };
  return { clock, store, source, stored, found };
}

const subject = (type: Envelope["subject"]["type"], id: string) => ({ type, id, seq: 1, part: 1 });

it.each<{ readonly criteria: Partial<ReplayCriteria>; readonly expected: readonly number[] }>([
  { criteria: { eventTypes: ["person.*", "project.created"] }, expected: [0, 1, 2] },
  { criteria: { eventTypes: ["room.*"] }, expected: [] },
  { criteria: { subject: { id: "a" } }, expected: [0, 2] },
  { criteria: { subject: { id: "a", type: "person" } }, expected: [0] },
  { criteria: { subject: { id: "b", type: "project" } }, expected: [] },
  // A filter that this release can't read must not match everything.
  { criteria: { filter: { subject: { id: [{ unheard: "of" }] } } }, expected: [] },
  { criteria: { since: detectedAt + 1, until: detectedAt + 2 }, expected: [1] },
  { criteria: { events: [0, 1, 2].map((n) => idOf(n, detectedAt + n)) }, expected: [0, 1, 2] },
  {
    criteria: { events: [0, 1, 2].map((n) => idOf(n, detectedAt + n)), since: detectedAt + 1, until: detectedAt + 2 },
    expected: [1],
  },
])("a replay with %j finds what meets all criteria", async ({ criteria, expected }) => {
  const { found } = await sourceOf(
    { subject: subject("person", "a") },
    { subject: subject("person", "b") },
    { type: "project.created", subject: subject("project", "a") },
  );
  expect(await found(criteria)).toEqual(expected);
});

test("a replay reads one instance after another, and skips those that its partner no longer has", async () => {
  const { found } = await sourceOf({}, { instance: "globex" }, {}, { instance: "initech" }, {}, {});
  expect(await found({})).toEqual([0, 2, 4, 5, 1, 3]);
  expect(await found({}, (instance) => instance !== "globex")).toEqual([0, 2, 4, 5, 3]);
  expect(await found({ events: [idOf(1, detectedAt + 1)] }, (instance) => instance !== "globex")).toEqual([]);
});

test("a chunk ends when its time is over, and the next one continues there", async () => {
  const { clock, store, source, stored } = await sourceOf({}, {}, {}, {}, {}, {});
  around(store, "list", (list) => async (instance, query) => {
    clock.advance(10_000);
    return list(instance, { ...query, limit: 2 });
  });
  const criteria = { undelivered: false, since: detectedAt, until: clock.now() };
  const asked = { criteria, instances: ["acme"], cursor: { instance: 0 } };
  const first = await source.chunk(asked, aSubscription(), { ...size, time: 20_000 });
  expect([first.done, first.matches.length]).toEqual([false, 4]);
  const rest = await source.chunk({ ...asked, cursor: first.cursor }, aSubscription(), size);
  expect([...first.matches, ...rest.matches].map(({ id }) => id)).toEqual(stored.map(({ envelope }) => envelope.id));
});

it.each([
  { kind: "pull" as const, states: [] },
  { kind: undefined, states: ["neverSent"] },
])(
  "an event that waits to be fetched from a $kind subscription isn't undelivered: $states",
  async ({ kind, states }) => {
    const { stored } = await sourceOf({});
    const table = new MemoryTable("deliveries");
    const waiting = { subscription: "sub_1", event: stored[0]!.envelope.id, run: "0" };
    await table.put([{ item: backlogKey(waiting) }]);
    const found = await undeliveredOf(table, aSubscription({ kind }), stored);
    expect(found.map(({ state }) => state)).toEqual(states);
  },
);
