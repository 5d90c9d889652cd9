import type { Subject } from "../kernel/catalogue.ts";
import type { Context } from "../kernel/context.ts";
import { defined } from "../kernel/defined.ts";
import { detectedAtOf, idBoundary } from "../kernel/event-id.ts";
import { utcHour } from "../kernel/instant.ts";
import type { IndexQuery, Item, Key, Table } from "../kernel/ports/table.ts";
import { mergeAscending, queryAll } from "../kernel/query-all.ts";
import { RecentMap } from "../kernel/recent-map.ts";
import { WorkTurn } from "../kernel/work-turn.ts";
import {
  eventExpiryOf,
  eventItemOf,
  eventKeyOf,
  eventShards,
  hourPartition,
  hoursPartition,
  type ParsedPart,
  type StoredEvent,
  storedEventOf,
  subjectOf,
} from "./stored-event.ts";

export type EventPage = { readonly events: readonly StoredEvent[]; readonly more: boolean };

export type EventList = {
  /** An exclusive lower bound: an event id, or an id from `idBoundary`. */
  readonly afterId?: string;
  readonly limit: number;
  /** Only events detected before this time (unix ms) are returned. */
  readonly untilMs: number;
};

/** Events detected at or after `sinceMs` and before `untilMs` (unix ms). */
export type EventSpan = { readonly sinceMs: number; readonly untilMs: number };

type NewestEvents = {
  /** An exclusive upper bound: an event id, or an id from `idBoundary`. */
  readonly beforeId: string;
  readonly sinceMs: number;
  /** About how many events the caller will take, which decides how many are read ahead. */
  readonly ahead: number;
};

/**
 * `newest` reads each partition in pages that grow to this many events, even if the caller wants few, because callers
 * may skip most events.
 */
const largestPage = 128;

/**
 * `list` and `bySubject` end a page once its event bodies have this many characters in total. Reading a megabyte takes
 * about 10 ms of CPU, and an event can be up to 256 KB.
 */
const longestPage = 1_000_000;

/** How many of a record's events `bySubject` reads in one request. `longestPage` is checked only between requests. */
const batchSize = 16;

/** How far (ms) the clock of the worker that detected an event may be ahead of ours. */
const furthestAhead = 3_600_000;

/** How many characters of event bodies are parsed in one turn of the event loop. */
const parsedPerTurn = 64 * 1_024;

type Parts = Context & { readonly events: Table };

/** Stores every published event in the `events` table, for as long as it can be replayed. */
export class EventStore {
  readonly #parts: Parts;
  readonly #turn = new WorkTurn(parsedPerTurn);
  /**
   * The hours that this process has already added to an instance's list of hours (see `hoursPartition`). Adding an hour
   * again is harmless.
   */
  readonly #marked = new RecentMap<true>(10_000);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * If the change stream delivers a change again, its events have the same keys and bytes, so the write needs no
   * condition.
   */
  async put(events: readonly StoredEvent[]): Promise<void> {
    await this.#markHours(events);
    const items = events.map((event) => eventItemOf(event, this.#parts.timings));
    // The change stream may deliver a change twice in one batch, but a batch write must not contain the same key twice.
    const distinct = [...new Map(items.map((item) => [addressOf(item), item])).values()];
    if (distinct.length > 0) await this.#parts.events.put(distinct.map((item) => ({ item })));
  }

  /**
   * Returns events in the order of `wanted`. An element is undefined if its event was never stored, was removed or has
   * expired, or if the id isn't an event id. An event that was removed within the last second may still be returned.
   */
  async getMany(
    wanted: readonly { readonly instance: string; readonly id: string }[],
    part: ParsedPart = "whole",
  ): Promise<readonly (StoredEvent | undefined)[]> {
    const keys = wanted.map(({ instance, id }) => eventKeyOf(instance, id));
    const asked = keys.filter((key) => key !== undefined);
    const { events } = this.#parts;
    // An event never changes, so an eventually consistent read can't return an outdated one. It costs half as much, but
    // may miss new events, which are therefore read again.
    const seen = await events.getAll(asked, { consistent: false });
    const unseen = asked.filter((_, at) => seen[at] === undefined);
    const late = (unseen.length === 0 ? [] : await events.getAll(unseen)).values();
    const found = seen.map((item) => item ?? late.next().value);
    const next = (await this.#readAll(found, part)).values();
    return keys.map((key) => key && next.next().value);
  }

  /**
   * Events are in the order of their ids, which is the order of detection. A page may be shorter than `limit` even if
   * `more` is true. An event that is published late may belong on a page that was already returned.
   */
  async list(instance: string, { afterId, limit, untilMs }: EventList): Promise<EventPage> {
    const oldest = this.#parts.clock.now() - this.#parts.timings.eventRetention;
    const from = Math.max(oldest, detectedAtOf(afterId ?? "") ?? 0);
    const events: StoredEvent[] = [];
    let characters = 0;
    if (untilMs <= from) return { events, more: false };
    const hours = { pk: hoursPartition(instance), from: utcHour(from), to: utcHour(untilMs - 1) };
    for await (const { sk: hour } of queryAll(this.#parts.events, hours)) {
      for await (const item of this.#hour(instance, hour, afterId, untilMs, limit)) {
        if (events.length === limit || characters >= longestPage) return { events, more: true };
        const event = this.#read(item);
        if (event === undefined) continue;
        events.push(event);
        characters += event.body.length;
      }
    }
    return { events, more: false };
  }

  /**
   * Shortens a span so that it contains at most `most` hours with events: the first ones, or the last ones if
   * `descending`. An hour with events takes 16 queries, even if it has only one event.
   */
  async firstHours(
    instance: string,
    { sinceMs, untilMs }: EventSpan,
    { most, descending }: { readonly most: number; readonly descending: boolean },
  ): Promise<EventSpan> {
    const from = Math.max(sinceMs, this.#parts.clock.now() - this.#parts.timings.eventRetention);
    if (untilMs <= from) return { sinceMs, untilMs };
    const span = { from: utcHour(from), to: utcHour(untilMs) };
    const query = { pk: hoursPartition(instance), ...span, descending, limit: most + 1 };
    const hours: string[] = [];
    for await (const { sk: hour } of queryAll(this.#parts.events, query)) {
      if (hours.push(hour) <= most) continue;
      const edge = Date.parse(`${(descending ? hours.at(-2) : hour) ?? hour}:00:00Z`);
      return descending ? { sinceMs: edge, untilMs } : { sinceMs, untilMs: edge };
    }
    return { sinceMs, untilMs };
  }

  /** Newest first, from `beforeId` back to `sinceMs`. */
  async *newest(instance: string, { beforeId, sinceMs, ahead }: NewestEvents): AsyncGenerator<StoredEvent> {
    const now = this.#parts.clock.now();
    const oldest = Math.max(sinceMs, now - this.#parts.timings.eventRetention);
    // An id can contain a time after the year 9999, which our date format can't express, so the time is limited.
    const newest = Math.min(detectedAtOf(beforeId) ?? now, now + furthestAhead);
    if (newest < oldest) return;
    const hours = { pk: hoursPartition(instance), from: utcHour(oldest), to: utcHour(newest), descending: true };
    const limit = Math.ceil((2 * ahead) / eventShards);
    const bounds = { from: idBoundary(oldest), after: beforeId, descending: true, limit };
    for await (const { sk: hour } of queryAll(this.#parts.events, hours)) {
      const shards = Array.from({ length: eventShards }, (_, shard) =>
        queryAll(this.#parts.events, { ...bounds, pk: hourPartition(instance, hour, shard) }, { growTo: largestPage }),
      );
      for await (const item of mergeAscending(shards, (one, other) => one.sk > other.sk)) {
        const event = this.#read(item);
        if (event !== undefined) yield event;
      }
    }
  }

  async bySubject(
    instance: string,
    type: Subject,
    id: string,
    {
      afterId,
      limit,
      descending = false,
    }: { readonly afterId?: string; readonly limit: number; readonly descending?: boolean },
  ): Promise<EventPage> {
    const partition = subjectOf(instance, type, id);
    // The index lists expired events until DynamoDB deletes them, days later. A busy record may have thousands, so the
    // query skips them.
    const oldest = idBoundary(this.#parts.clock.now() - this.#parts.timings.eventRetention);
    const start = descending || (afterId ?? "") > oldest ? afterId : oldest;
    const afterKey = start === undefined ? undefined : eventKeyOf(instance, start);
    let after = afterKey && { ...afterKey, indexSort: afterKey.sk };
    for (;;) {
      const query = { index: "subject", partition, limit, descending, ...defined({ after }) };
      const { items: entries, more } = await this.#parts.events.queryIndex(query);
      const events: StoredEvent[] = [];
      let characters = 0;
      for (let at = 0; at < entries.length; at += batchSize) {
        if (characters >= longestPage) return { events, more: true };
        const batch = entries.slice(at, at + batchSize).map(({ pk, sk }) => ({ pk, sk }));
        for (const event of await this.#readAll(await this.#parts.events.getAll(batch))) {
          if (event === undefined) continue;
          events.push(event);
          characters += event.body.length;
        }
      }
      const last = entries.at(-1);
      if (descending && last !== undefined && last.sk < oldest) return { events, more: false };
      // If all events on this page were erased or have just expired, the caller would have no id to continue after. So
      // the loop reads the next page.
      if (events.length > 0 || !more || last === undefined) return { events, more };
      after = { pk: last.pk, sk: last.sk, indexSort: last.sk };
    }
  }

  /**
   * Newest first. Doesn't read the events, each of which may be up to 256 KB, so the result may include expired events.
   */
  async idsBySubject(instance: string, type: Subject, id: string, most: number): Promise<readonly string[]> {
    const query = { index: "subject", partition: subjectOf(instance, type, id), descending: true };
    const ids: string[] = [];
    let after: IndexQuery["after"];
    for (;;) {
      const limit = most - ids.length;
      const { items, more } = await this.#parts.events.queryIndex({ ...query, limit, ...defined({ after }) });
      ids.push(...items.map(({ sk }) => sk));
      after = items.at(-1);
      if (!more || after === undefined || ids.length >= most) return ids;
    }
  }

  #hour(instance: string, hour: string, afterId: string | undefined, untilMs: number, limit: number) {
    // `to` is inclusive, but `idBoundary` is lower than the id of every event detected at `untilMs`.
    const bounds = { to: idBoundary(untilMs), limit: Math.ceil((2 * limit) / eventShards) };
    const query = { ...bounds, ...defined({ after: afterId }) };
    const shards = Array.from({ length: eventShards }, (_, shard) =>
      queryAll(this.#parts.events, { ...query, pk: hourPartition(instance, hour, shard) }),
    );
    return mergeAscending(shards, (one, other) => one.sk < other.sk);
  }

  async #markHours(events: readonly StoredEvent[]): Promise<void> {
    const hours = new Map<string, Item>();
    for (const {
      envelope: { id, instance },
    } of events) {
      const marker = { pk: hoursPartition(instance), sk: utcHour(detectedAtOf(id) ?? 0) };
      // The hour's marker must outlive the hour's last event, which may be up to an hour younger than this event.
      const address = addressOf(marker);
      if (this.#marked.get(address) === undefined)
        hours.set(address, { ...marker, expiresAt: eventExpiryOf(id, this.#parts.timings) + 3_600 });
    }
    if (hours.size === 0) return;
    await this.#parts.events.put([...hours.values()].map((item) => ({ item })));
    for (const address of hours.keys()) this.#marked.set(address, true);
  }

  /**
   * A batch may contain 25 MB of events, and on a single machine, deliveries share this thread. So the items are parsed
   * over several turns of the event loop.
   */
  async #readAll(
    items: readonly (Item | undefined)[],
    part: ParsedPart = "whole",
  ): Promise<readonly (StoredEvent | undefined)[]> {
    const events: (StoredEvent | undefined)[] = [];
    for (const item of items) {
      events.push(item && (await this.#turn.take(() => this.#readCounted(item, part))));
    }
    return events;
  }

  #readCounted(item: Item, part: ParsedPart): StoredEvent | undefined {
    const event = this.#read(item, part);
    this.#turn.count(event?.body.length ?? 0);
    return event;
  }

  #read(item: Item, part: ParsedPart = "whole"): StoredEvent | undefined {
    return storedEventOf(item, this.#parts.clock.now(), part);
  }
}

function addressOf({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}
