import { parseStored } from "../kernel/parse.ts";
import type { EventBus } from "../kernel/ports/event-bus.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { Metrics } from "../kernel/ports/metrics.ts";
import type { Item, Put, Table } from "../kernel/ports/table.ts";
import { type MirrorItem, mirrorItem } from "../mirror/mirror-item.ts";
import { seenBeat } from "./beats.ts";
import type { EventStore, StoredEvent } from "./event-store.ts";
import { eventsFrom } from "./events-from.ts";

/** One record of the mirror's change stream. */
export type StreamChange = {
  readonly sequenceNumber: string;
  readonly before: Item | undefined;
  /** Undefined where the item was removed, by hand or by expiry: that makes no event. */
  readonly after: Item | undefined;
};

/** From which record on the stream has to bring the batch again; undefined when all is done. */
export type PublishOutcome = { readonly failedFrom: string | undefined };

export type PublishParts = {
  readonly store: Pick<EventStore, "put">;
  readonly feeds: Pick<Table, "put">;
  readonly bus: EventBus;
  readonly logger: Logger;
  readonly metrics: Metrics;
};

type Read = {
  readonly sequenceNumber: string;
  readonly events: readonly StoredEvent[];
  readonly beat: Put | undefined;
};

/**
 * Makes events of mirror changes: into the `events` table first, then always onto the bus, since nobody can know whether
 * an earlier try reached it. A record that can't be read or published stops the batch there, so that nothing of it is
 * skipped; what came before it is done. Throws where table or bus can't answer at all.
 */
export async function publishChanges(changes: readonly StreamChange[], parts: PublishParts): Promise<PublishOutcome> {
  const { records, unreadable } = readAll(changes, parts.logger);
  const events = records.flatMap((record) => record.events);
  await parts.store.put(events);
  const refused = new Set(await publish(events, parts));
  const stopped = records.findIndex((record) => record.events.some(({ envelope }) => refused.has(envelope.id)));
  // A beat says that everything before it was published.
  const done = stopped < 0 ? records : records.slice(0, stopped);
  const beats = done.flatMap(({ beat }) => beat ?? []);
  for (const beat of beats) await parts.feeds.put([beat]);
  return { failedFrom: records[stopped]?.sequenceNumber ?? unreadable };
}

function readAll(
  changes: readonly StreamChange[],
  logger: Logger,
): { records: Read[]; unreadable: string | undefined } {
  const records: Read[] = [];
  for (const change of changes) {
    try {
      records.push(readChange(change));
    } catch (error) {
      logger.error("publish.unreadable", error, { sequenceNumber: change.sequenceNumber });
      return { records, unreadable: change.sequenceNumber };
    }
  }
  return { records, unreadable: undefined };
}

function readChange({ sequenceNumber, before, after }: StreamChange): Read {
  if (after === undefined) return { sequenceNumber, events: [], beat: undefined };
  const item = mirrorItemIn(after);
  if (item === undefined) return { sequenceNumber, events: [], beat: seenBeat(after) };
  const envelopes = eventsFrom(before && mirrorItemIn(before), item);
  const events = envelopes.map((envelope) => ({ envelope, body: JSON.stringify(envelope) }));
  return { sequenceNumber, events, beat: undefined };
}

/** Only what has a tale to tell: the table holds other items too (placements, beats), which make no events. */
function mirrorItemIn(item: Item): MirrorItem | undefined {
  return item["told"] === undefined ? undefined : parseStored(mirrorItem, item, `mirror item ${item.pk}`);
}

async function publish(events: readonly StoredEvent[], { bus, metrics }: PublishParts): Promise<readonly string[]> {
  if (events.length === 0) return [];
  const entries = events.map(({ envelope, body }) => ({
    id: envelope.id,
    type: envelope.type,
    time: Date.parse(envelope.detectedAt),
    detail: body,
  }));
  const { refused } = await bus.publish(entries);
  for (const [instance, count] of counted(events)) metrics.record("events.published", count, "count", instance);
  return refused;
}

function counted(events: readonly StoredEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { envelope } of events) counts.set(envelope.instance, (counts.get(envelope.instance) ?? 0) + 1);
  return counts;
}
