import { parseStored } from "../kernel/parse.ts";
import type { EventBus } from "../kernel/ports/event-bus.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { Metrics } from "../kernel/ports/metrics.ts";
import type { OutgoingMessage, QueueSender } from "../kernel/ports/queue.ts";
import type { Item, Put, Table } from "../kernel/ports/table.ts";
import { hasChangeLog, type MirrorItem, mirrorItem } from "../mirror/mirror-item.ts";
import { erasureOf } from "./erasure-message.ts";
import type { EventStore, StoredEvent } from "./event-store.ts";
import { storedEventsFrom } from "./events-from.ts";
import { publishEvents } from "./publish-events.ts";
import { seenHeartbeat } from "./seen-heartbeat.ts";

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
  /** Takes what is to be forgotten, once everything told before it is published. */
  readonly erasures: QueueSender;
  readonly logger: Logger;
  readonly metrics: Metrics;
};

type Read = {
  readonly sequenceNumber: string;
  readonly events: readonly StoredEvent[];
  readonly beat: Put | undefined;
  readonly erasure: OutgoingMessage | undefined;
};

/** Seconds before what was erased is looked for: by then the index shows the events just put. */
const erasureDelay = 30;

/**
 * Makes events of mirror changes: into the `events` table first, then always onto the bus, since nobody can know whether
 * an earlier try reached it. A record that can't be read or published stops the batch there, so that nothing of it is
 * skipped; what came before it is done. Throws where table or bus can't answer at all.
 */
export async function publishChanges(changes: readonly StreamChange[], parts: PublishParts): Promise<PublishOutcome> {
  const { records, unreadable } = readAll(changes, parts.logger);
  const events = records.flatMap((record) => record.events);
  await parts.store.put(events);
  const refused = new Set(await publishEvents(events, parts));
  const stopped = records.findIndex((record) => record.events.some(({ envelope }) => refused.has(envelope.id)));
  // A beat says that everything before it was published.
  const done = stopped < 0 ? records : records.slice(0, stopped);
  const beats = done.flatMap(({ beat }) => beat ?? []);
  for (const beat of beats) await parts.feeds.put([beat]);
  if (beats.length > 0) parts.metrics.record("publishing.beats_seen", beats.length);
  // Before the batch counts as done: a crash repeats it, and a doubled message forgets nothing more.
  const erasures = done.flatMap(({ erasure }) => erasure ?? []);
  if (erasures.length > 0) await parts.erasures.send(erasures);
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
  if (after === undefined) return { sequenceNumber, events: [], beat: undefined, erasure: undefined };
  const item = mirrorItemIn(after);
  if (item === undefined) return { sequenceNumber, events: [], beat: seenHeartbeat(after), erasure: undefined };
  const previous = before && mirrorItemIn(before);
  const events = storedEventsFrom(previous, item);
  return { sequenceNumber, events, beat: undefined, erasure: erasureIn(previous, item) };
}

function erasureIn(before: MirrorItem | undefined, after: MirrorItem): OutgoingMessage | undefined {
  const { instance, resource: subject, id, forgetBelow: below } = after;
  if (below === undefined || below === before?.forgetBelow) return undefined;
  return erasureOf({ instance, subject, id, below }, erasureDelay);
}

function mirrorItemIn(item: Item): MirrorItem | undefined {
  return hasChangeLog(item) ? parseStored(mirrorItem, item, `mirror item ${item.pk}`) : undefined;
}
