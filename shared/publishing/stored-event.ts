import * as z from "zod";
import type { Subject } from "../kernel/catalogue.ts";
import { type Envelope, envelope } from "../kernel/envelope.ts";
import { CorruptItemError } from "../kernel/errors.ts";
import { detectedAtOf } from "../kernel/event-id.ts";
import { bucketOf, idInKey } from "../kernel/hash.ts";
import { utcHour } from "../kernel/instant.ts";
import { parseJson, parseStored } from "../kernel/parse.ts";
import type { Item, Key } from "../kernel/ports/table.ts";
import type { Timings } from "../kernel/timings.ts";

/**
 * `body`: the exact JSON text that is stored and put on the bus. Deliveries send it unchanged, unless the
 * subscription's `format` is `cloudevents` or the event is sent without `data`.
 */
export type StoredEvent = { readonly envelope: Envelope; readonly body: string };

export function eventItemOf({ envelope: { id, instance, subject }, body }: StoredEvent, timings: Timings): Item {
  const key = eventKeyOf(instance, id);
  if (key === undefined) throw new CorruptItemError(`${id} isn't an event id`);
  const { type, id: record } = subject;
  return { ...key, subject: subjectOf(instance, type, record), body, expiresAt: eventExpiryOf(id, timings) };
}

/** How much of an event is kept parsed. A head lacks `data` and `changes`, which may need ten times the text's memory. */
export type ParsedPart = "whole" | "head";

const eventItem = z.object({ body: z.string(), expiresAt: z.int() });

/**
 * Returns undefined for an event that has expired at `now` (unix ms), because an engine may keep it for days after
 * that.
 */
export function storedEventOf(item: Item, now: number, part: ParsedPart): StoredEvent | undefined {
  const { body, expiresAt } = parseStored(eventItem, item, `event ${item.sk}`);
  if (expiresAt * 1_000 <= now) return undefined;
  return parsedEvent(body, part, `event ${item.sk}`);
}

export function parsedEvent(body: string, part: ParsedPart, what: string): StoredEvent {
  return { envelope: parseJson(part === "whole" ? envelope : head, body, what), body };
}

/** Checking the largest `data` takes twice as long as parsing it. */
const head = envelope.omit({ data: true, changes: true });

/** The events of one instance and hour are spread over this many partitions. */
export const eventShards = 16;

/** The key depends only on the instance and the id. Undefined if no event can have this id. */
export function eventKeyOf(instance: string, id: string): Key | undefined {
  const detectedAt = detectedAtOf(id);
  if (detectedAt === undefined || detectedAt > latest) return undefined;
  return { pk: hourPartition(instance, utcHour(detectedAt), bucketOf(id, eventShards)), sk: id };
}

export function hourPartition(instance: string, hour: string, shard: number): string {
  return `${instance}#${hour}#${shard}`;
}

/**
 * This partition lists the hours in which an instance has events. Without this list, reading 30 days of events would
 * query 16 partitions for each of 720 hours.
 */
export function hoursPartition(instance: string): string {
  return `hours#${instance}`;
}

/** The partition of the `subject` index that contains a record's events. */
export function subjectOf(instance: string, type: Subject, id: string): string {
  return `${instance}#${type}#${idInKey(id)}`;
}

/** Unix seconds. From this time on, the event can't be read. */
export function eventExpiryOf(id: string, { eventRetention }: Pick<Timings, "eventRetention">): number {
  return Math.floor(((detectedAtOf(id) ?? 0) + eventRetention) / 1_000);
}

/** An id's 48-bit timestamp can be later, but a five-digit year doesn't fit our date format. */
const latest = Date.UTC(9_999, 11, 31, 23, 59, 59, 999);
