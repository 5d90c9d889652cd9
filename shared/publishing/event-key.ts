import type { Subject } from "../kernel/catalogue.ts";
import { detectedAtOf } from "../kernel/event-id.ts";
import { bucketOf, idInKey } from "../kernel/hash.ts";
import { utcHour } from "../kernel/instant.ts";
import type { Key } from "../kernel/ports/table.ts";
import type { Timings } from "../kernel/timings.ts";

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
