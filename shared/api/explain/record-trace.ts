import type { Subject } from "../../kernel/catalogue.ts";
import { parseStored } from "../../kernel/parse.ts";
import { type MirrorItem, mirrorItem } from "../../mirror/mirror-item.ts";
import { recordKey } from "../../mirror/mirror-key.ts";
import type { StoredEvent } from "../../publishing/event-store.ts";
import { eventsFrom } from "../../publishing/events-from.ts";
import type { ApiServices } from "../api-services.ts";

export type ExplainedSubject = { readonly instance: string; readonly type: Subject; readonly id: string };

/**
 * An event that the record's changes imply. `stored` is absent if the event isn't published yet or is no longer kept.
 */
export type ExpectedEvent = {
  readonly id: string;
  readonly type: string;
  readonly seq: number;
  readonly detectedAt: number;
  readonly stored: StoredEvent | undefined;
};

export type RecordTrace = { readonly item: MirrorItem | undefined; readonly events: readonly ExpectedEvent[] };

/** The most events of a subject without a mirror item of its own. */
const mostEvents = 50;

/**
 * Returns the mirror's state of a record and the events that follow from it. The mirror keeps the last 8 changes, and
 * an event's id follows from its change, so a missing event is noticed.
 */
export async function traceOf({ mirror, events }: ApiServices, subject: ExplainedSubject): Promise<RecordTrace> {
  const { instance, type, id } = subject;
  const stored = await mirror.get(recordKey(instance, type, id));
  if (stored === undefined) {
    const { events: found } = await events.bySubject(instance, type, id, { limit: mostEvents });
    return { item: undefined, events: found.map(expectedOf) };
  }
  const item = parseStored(mirrorItem, stored, `mirror item ${type} ${id}`);
  const told = eventsFrom(undefined, item);
  const kept = await events.getMany(told.map((event) => ({ instance, id: event.id })));
  return {
    item,
    events: told.map(({ id: eventId, type: eventType, subject: { seq }, detectedAt }, position) => {
      return { id: eventId, type: eventType, seq, detectedAt: Date.parse(detectedAt), stored: kept[position] };
    }),
  };
}

function expectedOf(stored: StoredEvent): ExpectedEvent {
  const { id, type, subject, detectedAt } = stored.envelope;
  return { id, type, seq: subject.seq, detectedAt: Date.parse(detectedAt), stored };
}
