import { describe, expect, it, vi } from "vitest";
import { defined } from "../../../shared/kernel/defined.ts";
import { idBoundary } from "../../../shared/kernel/event-id.ts";
import { bucketOf } from "../../../shared/kernel/hash.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { EventStore } from "../../../shared/publishing/event-store.ts";
import { eventsFrom } from "../../../shared/publishing/events-from.ts";
import { eventKeyOf, type StoredEvent } from "../../../shared/publishing/stored-event.ts";
import { around, before } from "../../support/around.ts";
import { countedTurns } from "../../support/counted-turns.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { testContext } from "../../support/test-context.ts";
import { mirrored, rise, start } from "./publishing-fixture.ts";

const [hour, day] = [3_600_000, 86_400_000];

const eventAt = (observedAt: number, id = "c1", instance = "acme"): StoredEvent => {
  const [envelope] = eventsFrom(undefined, mirrored({ instance, id, changeLog: [rise(1, { observedAt })] }));
  return { envelope: envelope!, body: JSON.stringify(envelope) };
};

function storeWith(now = start) {
  const events = new MemoryTable("events", { pageSize: 3 });
  const clock = new FakeClock(now);
  const context = testContext({ clock, timings: { ...defaultTimings, eventRetention: 30 * day } });
  const store = new EventStore({ ...context, events });
  return { events, clock, store };
}

const all = async (store: EventStore, untilMs: number, limit = 4): Promise<string[]> => {
  const ids: string[] = [];
  for (;;) {
    const afterId = ids.at(-1);
    const page = await store.list("acme", { limit, untilMs, ...(afterId === undefined ? {} : { afterId }) });
    expect(page.events.length).toBeLessThanOrEqual(limit);
    ids.push(...page.events.map(({ envelope }) => envelope.id));
    if (!page.more) return ids;
  }
};

async function newest(store: EventStore, from: { beforeId: string; sinceMs?: number; ahead?: number }) {
  const found: StoredEvent[] = [];
  for await (const event of store.newest("acme", { sinceMs: 0, ahead: 1, ...from })) found.push(event);
  return found;
}

describe("the event store", () => {
  it.each([1, 20])("parses large events in turns of the event loop, for %i callers at once", async (callers) => {
    const { store } = storeWith();
    const events = Array.from({ length: 20 }, (_, n) => {
      const { envelope } = eventAt(start, `c${n}`);
      const data = { note: "x".repeat(40_000) };
      return { envelope: { ...envelope, data }, body: JSON.stringify({ ...envelope, data }) };
    });
    await store.put(events);
    const wanted = events.map(({ envelope: { id, instance } }) => ({ id, instance }));
    const share = events.length / callers;
    const slices = Array.from({ length: callers }, (_, n) => wanted.slice(n * share, (n + 1) * share));
    const turns = await countedTurns(async () => {
      const read = await Promise.all(slices.map((slice) => store.getMany(slice)));
      expect(read.flat()).toEqual(events);
    });
    // Two events of 40 KB per turn.
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  it("keeps events under keys that follow from the id, with the exact bytes", async () => {
    const { store, events } = storeWith();
    const event = eventAt(start);
    await store.put([event, event]);
    const { id } = event.envelope;
    expect(eventKeyOf("acme", id)).toEqual({ pk: `acme#2026-01-05T08#${bucketOf(id, 16)}`, sk: id });
    expect(
      await store.getMany([
        { instance: "acme", id: "evt_no" },
        { instance: "b", id },
        { instance: "acme", id },
      ]),
    ).toEqual([undefined, undefined, event]);
    expect(events.items.find(({ sk }) => sk === id)).toMatchObject({
      subject: "acme#company#c1",
      expiresAt: (start + 30 * day) / 1_000,
    });
  });

  it("lists one instance's events across hours and shards in id order, page after page, up to the boundary", async () => {
    const { store } = storeWith(start + 5 * day);
    const times = Array.from({ length: 60 }, (_, n) => start + Math.floor(n / 20) * 30 * hour + (n % 20) * 1_000);
    const mine = times.map((time, n) => eventAt(time, `c${n}`));
    await store.put([...mine, eventAt(start, "c1", "b")].reverse());
    const expected = mine.map(({ envelope }) => envelope.id).sort();
    expect(await all(store, start + 4 * day)).toEqual(expected);
    expect(await all(store, start + 30 * hour, 100)).toEqual(expected.slice(0, 20));
    expect(await all(store, start)).toEqual([]);
    expect((await store.list("b", { limit: 4, untilMs: start + 4 * day })).events).toHaveLength(1);
  });

  it("ends a page after about a megabyte, and reads no more than a few events ahead", async () => {
    const { store, events } = storeWith(start + day);
    const large = (n: number): StoredEvent => {
      const { envelope } = eventAt(start + n);
      const full = { ...envelope, data: { id: "c1", text: "x".repeat(200_000) } };
      return { envelope: full, body: JSON.stringify(full) };
    };
    await store.put(Array.from({ length: 100 }, (_, n) => large(n)));
    const read = { items: 0 };
    around(events, "query", (query) => async (asked) => {
      const page = await query(asked);
      read.items += page.items.length;
      return page;
    });
    before(events, "getAll", (keys) => void (read.items += keys.length));
    const pages = {
      list: (afterId?: string) => store.list("acme", { limit: 100, untilMs: start + day, ...defined({ afterId }) }),
      bySubject: (afterId?: string) =>
        store.bySubject("acme", "company", "c1", { limit: 100, ...defined({ afterId }) }),
    };
    for (const page of [pages.list, pages.bySubject]) {
      read.items = 0;
      const { events: first, more } = await page();
      expect(more).toBe(true);
      expect(first.length).toBeLessThanOrEqual(16);
      // A page of each shard, or a batch.
      expect(read.items).toBeLessThanOrEqual(60);
      const ids = first.map(({ envelope }) => envelope.id);
      for (let rest = more; rest; ) {
        const next = await page(ids.at(-1));
        ids.push(...next.events.map(({ envelope }) => envelope.id));
        rest = next.more;
      }
      expect([ids.length, new Set(ids).size]).toEqual([100, 100]);
    }
  });

  it("reads backwards across hours and shards, from a moment or an id, as far as requested", async () => {
    const { store } = storeWith(start + 5 * day);
    const times = Array.from({ length: 60 }, (_, n) => start + Math.floor(n / 20) * 30 * hour + (n % 20) * 1_000);
    const mine = times.map((time, n) => eventAt(time, `c${n}`));
    await store.put([...mine, eventAt(start, "c1", "b")]);
    const newestFirst = mine
      .map(({ envelope }) => envelope.id)
      .toSorted()
      .toReversed();
    const read = async (beforeId: string, sinceMs = 0) =>
      (await newest(store, { beforeId, sinceMs, ahead: 5 })).map(({ envelope }) => envelope.id);
    expect(await read(idBoundary(start + 5 * day))).toEqual(newestFirst);
    expect(await read(newestFirst[24]!)).toEqual(newestFirst.slice(25));
    expect(await read(newestFirst[9]!, start + 60 * hour + 5_000)).toEqual(newestFirst.slice(10, 15));
    expect(await read(idBoundary(start))).toEqual([]);
  });

  it("reads only hours with events", async () => {
    const { store, events } = storeWith(start + 20 * day);
    await store.put([eventAt(start), eventAt(start + 19 * day)]);
    let queries = 0;
    before(events, "query", () => void (queries += 1));
    expect(await all(store, start + 20 * day, 10)).toHaveLength(2);
    expect(queries).toBeLessThanOrEqual(1 + 2 * 16);
  });

  it("reads no expired hours, though the engine still has them", async () => {
    const { store, events, clock } = storeWith();
    await store.put([0, 1, 2].map((at) => eventAt(start + at * hour, `c${at}`)));
    clock.advance(31 * day);
    const young = eventAt(clock.now() - hour);
    await store.put([young]);
    const asked = new Set<string>();
    before(events, "query", (one) => asked.add(one.pk.split("#")[1] ?? ""));
    const span = { sinceMs: 0, untilMs: clock.now() };
    expect(await store.firstHours("acme", span, { most: 1, descending: false })).toEqual(span);
    expect(await newest(store, { beforeId: idBoundary(clock.now()) })).toEqual([young]);
    expect([...asked].toSorted()).toEqual([new Date(clock.now() - hour).toISOString().slice(0, 13), "acme"]);
  });

  it("keeps an hour's mark longer than its last event", async () => {
    const { store, events } = storeWith();
    await store.put([eventAt(start)]);
    await store.put([eventAt(start + hour - 1)]);
    const mark = events.items.find(({ pk }) => pk === "hours#acme")!;
    expect(mark["expiresAt"]).toBeGreaterThanOrEqual((start + hour + 30 * day) / 1_000);
  });

  it("hides expired events, though the engine still has them", async () => {
    const { store, clock } = storeWith();
    const event = eventAt(start);
    await store.put([event]);
    clock.advance(30 * day);
    expect(await store.getMany([{ instance: "acme", id: event.envelope.id }])).toEqual([undefined]);
    expect(await all(store, clock.now())).toEqual([]);
  });

  it("finds the events of one record, oldest first, page after page", async () => {
    const { store } = storeWith();
    const mine = [3, 1, 2, 5, 4].map((n) => eventAt(start + n * hour));
    await store.put([...mine, eventAt(start, "c2")]);
    const first = await store.bySubject("acme", "company", "c1", { limit: 3 });
    const afterId = first.events.at(-1)!.envelope.id;
    const second = await store.bySubject("acme", "company", "c1", { limit: 3, afterId });
    expect([...first.events, ...second.events].map(({ envelope }) => envelope.id)).toEqual(
      mine.map(({ envelope }) => envelope.id).sort(),
    );
    expect([first.more, second.more]).toEqual([true, false]);
  });

  it("reads one page, however many events of the record have outlived their retention", async () => {
    const { store, clock, events } = storeWith();
    const old = Array.from({ length: 40 }, (_, n) => eventAt(start + n));
    const young = [5, 6].map((n) => eventAt(start + n * day));
    await store.put([...old, ...young]);
    clock.advance(31 * day);
    const pages = vi.spyOn(events, "queryIndex");
    const afterId = old[0]!.envelope.id;
    for (const begin of [{}, { afterId }]) {
      const page = await store.bySubject("acme", "company", "c1", { limit: 2, ...begin });
      expect(page).toEqual({ events: young, more: false });
    }
    const back = await store.bySubject("acme", "company", "c1", { limit: 4, descending: true });
    expect(back).toEqual({ events: young.toReversed(), more: false });
    const behind = { afterId: young[0]!.envelope.id, limit: 4, descending: true };
    expect(await store.bySubject("acme", "company", "c1", behind)).toEqual({ events: [], more: false });
    expect(pages).toHaveBeenCalledTimes(4);
  });

  it("finds nothing before an id, or until a moment, that is older than the retention", async () => {
    const { store, clock } = storeWith();
    await store.put([eventAt(start)]);
    clock.advance(31 * day);
    expect(await store.list("acme", { limit: 5, untilMs: start })).toEqual({ events: [], more: false });
    expect(await newest(store, { beforeId: idBoundary(start) })).toEqual([]);
  });

  it("reads backwards from a moment outside the calendar", async () => {
    const { store } = storeWith(start + 1_000);
    const event = eventAt(start);
    await store.put([event]);
    expect(await newest(store, { beforeId: `evt_7${"Z".repeat(25)}` })).toEqual([event]);
  });

  it("skips expired events from either end", async () => {
    const { store, clock } = storeWith();
    const [first, second] = [eventAt(start), eventAt(start + 1_000, "c2")];
    await store.put([first, second]);
    clock.advance(30 * day);
    expect(await newest(store, { beforeId: idBoundary(clock.now()) })).toEqual([second]);
    expect((await store.list("acme", { limit: 5, untilMs: clock.now() })).events).toEqual([second]);
  });

  it("marks an hour once", async () => {
    const { store, events } = storeWith();
    const puts: number[] = [];
    before(events, "put", (items) => puts.push(items.length));
    await store.put([eventAt(start), eventAt(start + 1)]);
    await store.put([eventAt(start + 2)]);
    expect(puts).toEqual([1, 2, 1]);
  });

  it("names what it can't read, and refuses an event with an invalid id", async () => {
    const { store, events } = storeWith();
    const event = eventAt(start);
    const { id } = event.envelope;
    await store.put([event]);
    const item = events.items.find(({ sk }) => sk === id)!;
    for (const broken of [{ body: 5 }, { body: "{}" }]) {
      await events.put([{ item: { ...item, ...broken } }]);
      await expect(store.getMany([{ instance: "acme", id }])).rejects.toThrow(`event ${id}`);
    }
    const nameless = { ...event, envelope: { ...event.envelope, id: "evt_no" } };
    await expect(store.put([nameless])).rejects.toThrow("evt_no isn't an event id");
  });
});
