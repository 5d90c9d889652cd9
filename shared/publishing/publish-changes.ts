import type { Context } from "../kernel/context.ts";
import { parseStored } from "../kernel/parse.ts";
import type { EventBus } from "../kernel/ports/event-bus.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { OutgoingMessage, QueueSender } from "../kernel/ports/queue.ts";
import type { Item, Put, Table } from "../kernel/ports/table.ts";
import type { Turns } from "../kernel/ports/turns.ts";
import { hasChangeLog, heartbeatItem, type MirrorItem, mirrorItem } from "../mirror/mirror-item.ts";
import { erasureOf } from "./erasure-message.ts";
import type { EventStore } from "./event-store.ts";
import { storedEventsFrom } from "./events-from.ts";
import type { StoredEvent } from "./stored-event.ts";
import { tracePublished } from "./trace-published.ts";

export type StreamChange = {
  readonly sequenceNumber: string;
  readonly before: Item | undefined;
  /** Undefined if the item was deleted from the table. A tombstone is still an item. */
  readonly after: Item | undefined;
};

export type PublishOutcome = {
  /** The first stream record that must be delivered again; undefined if all are done. */
  readonly failedFrom: string | undefined;
  readonly published: number;
};

export type PublishParts = Context & {
  readonly store: Pick<EventStore, "put">;
  readonly feeds: Table;
  readonly bus: EventBus;
  /** The `recover` queue. An erasure message is sent only after all earlier events have been published. */
  readonly erasures: QueueSender;
  readonly turns: Turns;
};

type Read = {
  readonly sequenceNumber: string;
  readonly events: readonly StoredEvent[];
  readonly heartbeat: Put | undefined;
  readonly erasure: OutgoingMessage | undefined;
};

/** In seconds. The delay gives the `subject` index time to list the newest events. */
const erasureDelay = 30;

/**
 * Stores events before it puts them on the bus. If the stream delivers a change again, its events are put on the bus
 * again, because they may not have reached it the first time. If a stream record can't be read or published, the stream
 * must deliver this record and all later ones again. Throws if a table, the bus or the queue is unavailable. The stream
 * must then deliver the whole batch again.
 */
export async function publishChanges(changes: readonly StreamChange[], parts: PublishParts): Promise<PublishOutcome> {
  // The whole batch is one group for `turns`, because it mixes instances and must stay in stream order.
  const { records, unreadable } = await parts.turns.run("", readAll(changes, parts.logger));
  const events = records.flatMap((record) => record.events);
  await parts.store.put(events);
  const refused = new Set(await publishEvents(events, parts));
  const stopped = records.findIndex((record) => record.events.some(({ envelope }) => refused.has(envelope.id)));
  // A heartbeat means that everything before it was published, so heartbeats after the first failure aren't recorded.
  const done = stopped < 0 ? records : records.slice(0, stopped);
  const heartbeats = done.flatMap(({ heartbeat }) => heartbeat ?? []);
  for (const heartbeat of heartbeats) await parts.feeds.put([heartbeat]);
  if (heartbeats.length > 0) parts.metrics.record("publishing.beats_seen", heartbeats.length);
  // Erasure messages are sent before the batch counts as done, so a crash loses none. A second message for the same
  // erasure is harmless.
  const erasures = done.flatMap(({ erasure }) => erasure ?? []);
  if (erasures.length > 0) await parts.erasures.send(erasures);
  return {
    failedFrom: records[stopped]?.sequenceNumber ?? unreadable,
    published: events.length - refused.size,
  };
}

/**
 * Publishes all changes in one batch or, if that throws, one by one, because one bad change makes a whole batch fail.
 * The changes before the bad one are then published, and the result names the bad one. Never throws.
 */
export async function publishEach(changes: readonly StreamChange[], parts: PublishParts): Promise<PublishOutcome> {
  try {
    return await publishChanges(changes, parts);
  } catch (error) {
    parts.logger.error("publish.failed", error, { records: changes.length });
    if (changes.length <= 1) return { failedFrom: changes[0]?.sequenceNumber, published: 0 };
  }
  let published = 0;
  for (const change of changes) {
    const outcome = await publishEach([change], parts);
    published += outcome.published;
    if (outcome.failedFrom !== undefined) return { ...outcome, published };
  }
  return { failedFrom: undefined, published };
}

type ReadChanges = { readonly records: readonly Read[]; readonly unreadable: string | undefined };

function* readAll(changes: readonly StreamChange[], logger: Logger): Generator<void, ReadChanges> {
  const records: Read[] = [];
  for (const change of changes) {
    try {
      records.push(readChange(change));
    } catch (error) {
      logger.error("publish.unreadable", error, { sequenceNumber: change.sequenceNumber });
      return { records, unreadable: change.sequenceNumber };
    }
    yield;
  }
  return { records, unreadable: undefined };
}

function readChange({ sequenceNumber, before, after }: StreamChange): Read {
  if (after === undefined) return { sequenceNumber, events: [], heartbeat: undefined, erasure: undefined };
  const item = mirrorItemIn(after);
  if (item === undefined) return { sequenceNumber, events: [], heartbeat: seenHeartbeat(after), erasure: undefined };
  const previous = before && mirrorItemIn(before);
  const events = storedEventsFrom(previous, item);
  return { sequenceNumber, events, heartbeat: undefined, erasure: erasureIn(previous, item) };
}

function erasureIn(before: MirrorItem | undefined, after: MirrorItem): OutgoingMessage | undefined {
  const { instance, resource: subject, id, forgetBelow: below } = after;
  if (below === undefined || below === before?.forgetBelow) return undefined;
  return erasureOf({ instance, subject, id, below }, erasureDelay);
}

function mirrorItemIn(item: Item): MirrorItem | undefined {
  return hasChangeLog(item) ? parseStored(mirrorItem, item, `mirror item ${item.pk}`) : undefined;
}

/** Returns the ids of the events that the bus refused. */
export async function publishEvents(
  events: readonly StoredEvent[],
  { bus, metrics, clock, tracer }: Pick<Context, "metrics" | "clock" | "tracer"> & { readonly bus: EventBus },
): Promise<readonly string[]> {
  if (events.length === 0) return [];
  const began = clock.now();
  const entries = events.map(({ envelope, body }) => ({
    id: envelope.id,
    type: envelope.type,
    time: Date.parse(envelope.detectedAt),
    detail: body,
  }));
  const { refused } = await bus.publish(entries);
  const accepted = events.filter(({ envelope }) => !refused.includes(envelope.id));
  for (const [instance, count] of countByInstance(accepted)) metrics.record("events.published", count, instance);
  if (tracer !== undefined) tracePublished(accepted, tracer, began, clock.now());
  return refused;
}

function countByInstance(events: readonly StoredEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { envelope } of events) counts.set(envelope.instance, (counts.get(envelope.instance) ?? 0) + 1);
  return counts;
}

/** If the item is a heartbeat, returns the write that records it in the `feeds` table; otherwise undefined. */
export function seenHeartbeat(item: Item): Put | undefined {
  const parsed = heartbeatItem.safeParse(item);
  if (!parsed.success) return undefined;
  const [instance, kind, shard] = parsed.data.pk.split("#");
  if (instance === undefined || kind !== "beat" || shard === undefined) return undefined;
  const { beat } = parsed.data;
  return {
    item: { pk: `${instance}#beats`, sk: shard, beat },
    when: [{ attribute: "beat", is: "absentOrAtMost", value: beat }],
  };
}
