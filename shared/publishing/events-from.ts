import { defined } from "../kernel/defined.ts";
import type { Envelope } from "../kernel/envelope.ts";
import { eventId } from "../kernel/event-id.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { ChangeLogEntry, Fact, MirrorItem } from "../mirror/mirror-item.ts";
import { bodiesOf, recordBody } from "../mirror/records/projections.ts";
import type { StoredEvent } from "./event-store.ts";
import { fittedEvent } from "./fitted-event.ts";

/**
 * Returns the events of one write of a mirror item: one for each fact of each change log entry that the old image didn't
 * have. It is pure, so an event's id and bytes don't depend on when or how often it is published.
 */
export function eventsFrom(before: MirrorItem | undefined, after: MirrorItem): Envelope[] {
  return storedEventsFrom(before, after).map(({ envelope }) => envelope);
}

/** As {@link eventsFrom}, with the bytes of each event. */
export function storedEventsFrom(before: MirrorItem | undefined, after: MirrorItem): StoredEvent[] {
  return after.changeLog
    .filter(({ seq }) => before === undefined || seq > before.seq)
    .flatMap((entry) => {
      const data = dataOf(entry, before, after);
      return entry.facts.map((fact, position) => fittedEvent(envelopeOf(after, entry, fact, position + 1, data)));
    });
}

/** A removed item keeps no values: the last known state of the record is in the old image only. */
function dataOf({ reason }: ChangeLogEntry, before: MirrorItem | undefined, after: MirrorItem): JsonObject | undefined {
  const item = reason === undefined ? after : before;
  return item && item.state === "deleted" ? undefined : item && recordBody(item.resource, bodiesOf(item));
}

function envelopeOf(
  item: MirrorItem,
  entry: ChangeLogEntry,
  fact: Fact,
  part: number,
  data: JsonObject | undefined,
): Envelope {
  const { instance, resource, id, partner } = item;
  const { seq, observedAt, timestamp, changesUnknown, redacted, reason, detectedBy, baseline } = entry;
  const detectedAt = new Date(observedAt).toISOString();
  const owner = fact.owner ?? item.owner;
  // A document keeps its id wherever it goes. Any other id is unique under its owner only, so the owner is part of it.
  const under = owner === undefined || resource === "document" ? "" : `${owner.type}#${owner.id}`;
  const identity = { instance, resource, owner: under, recordId: id, seq, type: fact.type, factKey: fact.key };
  return {
    id: eventId(observedAt, identity),
    type: fact.type,
    timestamp: timestamp ?? detectedAt,
    timestampFrom: timestamp === undefined ? "detected" : "source",
    detectedAt,
    instance,
    subject: { type: resource, id, seq, part },
    ...defined({ data, changes: fact.changes, changesUnknown, redacted, reason }),
    detectedBy,
    ...defined({ baseline, owner, partner }),
  };
}
