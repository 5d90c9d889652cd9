import type { Envelope } from "../kernel/envelope.ts";
import { eventId } from "../kernel/event-id.ts";
import type { ChangeLogEntry, Fact, MirrorItem } from "../mirror/mirror-item.ts";
import { bodiesOf, recordBody } from "../mirror/records/projections.ts";
import type { StoredEvent } from "./event-store.ts";
import { fittedEvent } from "./fitted-event.ts";

/**
 * The events of one write of a mirror item: one per fact of every rise of `seq` that the old image hadn't. Pure, and the
 * same for the same images: an event's id and bytes don't depend on when or how often it is published.
 */
export function eventsFrom(before: MirrorItem | undefined, after: MirrorItem): Envelope[] {
  return storedEventsFrom(before, after).map(({ envelope }) => envelope);
}

/** As {@link eventsFrom}, with their bytes. */
export function storedEventsFrom(before: MirrorItem | undefined, after: MirrorItem): StoredEvent[] {
  return after.changeLog
    .filter(({ seq }) => before === undefined || seq > before.seq)
    .flatMap((entry) => {
      const told = toldOf(entry, before, after);
      return entry.facts.map((fact, position) => fittedEvent(envelopeOf(after, entry, fact, position + 1, told)));
    });
}

type Told = Pick<Envelope, "data" | "truncated" | "omitted">;

/** A tombstone keeps no values: the last known state of what was removed stands in the old image only. */
function toldOf({ reason }: ChangeLogEntry, before: MirrorItem | undefined, after: MirrorItem): Told {
  const item = reason === undefined ? after : before;
  if (item === undefined || item.state === "deleted") return {};
  const data = recordBody(item.resource, bodiesOf(item));
  const { omitted } = item.full ?? item.lean ?? {};
  if (omitted === undefined) return { data };
  // Part of a record could be taken for the whole record; a change entry is told once and has no later state.
  if (item.resource !== "document_change") return { truncated: true };
  return { data, truncated: true, ...(omitted !== "all" && { omitted: Object.keys(omitted) }) };
}

function envelopeOf(item: MirrorItem, entry: ChangeLogEntry, fact: Fact, part: number, told: Told): Envelope {
  const { instance, resource, id, partner } = item;
  const { seq, observedAt, timestamp } = entry;
  const detectedAt = new Date(observedAt).toISOString();
  const owner = fact.owner ?? item.owner;
  // A document's id stays its own wherever it goes; what else has an owner lives under it.
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
    ...told,
    ...(fact.changes === undefined ? {} : { changes: fact.changes }),
    ...(entry.changesUnknown === undefined ? {} : { changesUnknown: entry.changesUnknown }),
    ...(entry.redacted === undefined ? {} : { redacted: entry.redacted }),
    ...(entry.reason === undefined ? {} : { reason: entry.reason }),
    detectedBy: entry.detectedBy,
    ...(entry.baseline === undefined ? {} : { baseline: entry.baseline }),
    ...(owner === undefined ? {} : { owner }),
    ...(partner === undefined ? {} : { partner }),
  };
}
