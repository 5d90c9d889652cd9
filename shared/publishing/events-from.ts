import { defined } from "../kernel/defined.ts";
import type { Envelope } from "../kernel/envelope.ts";
import { eventId } from "../kernel/event-id.ts";
import { unixMs } from "../kernel/instant.ts";
import type { ChangeLogEntry, Fact, MirrorItem } from "../mirror/mirror-item.ts";
import { bodiesOf, recordBody } from "../mirror/records/projections.ts";
import type { StoredEvent } from "./event-store.ts";
import { fittedEvent } from "./fitted-event.ts";

/**
 * Returns the events of one write of a mirror item: one for each fact of each change log entry that the old image
 * didn't have. The function is pure, so publishing the same write again yields the same ids and bytes.
 */
export function eventsFrom(before: MirrorItem | undefined, after: MirrorItem): Envelope[] {
  return storedEventsFrom(before, after).map(({ envelope }) => envelope);
}

/** Like {@link eventsFrom}, with the bytes of each event. */
export function storedEventsFrom(before: MirrorItem | undefined, after: MirrorItem): StoredEvent[] {
  return after.changeLog
    .filter(({ seq }) => before === undefined || seq > before.seq)
    .flatMap((entry) => {
      const told = toldOf(entry, before, after);
      return entry.facts.map((fact, position) => fittedEvent(envelopeOf(after, entry, fact, position + 1, told)));
    });
}

type Told = Pick<Envelope, "data" | "truncated" | "omitted">;

/** A removed item keeps no values, so only the old image has the record's last known state. */
function toldOf({ reason }: ChangeLogEntry, before: MirrorItem | undefined, after: MirrorItem): Told {
  const item = reason === undefined ? after : before;
  if (item === undefined || item.state === "deleted") return {};
  const data = recordBody(item.resource, bodiesOf(item));
  const { omitted } = item.full ?? item.lean ?? {};
  if (omitted === undefined) return { data };
  // An incomplete record is published without `data`, because a reader could mistake the part for the whole. An
  // incomplete change entry keeps its `data`, because it has no later state to read.
  if (item.resource !== "document_change") return { truncated: true };
  return { data, truncated: true, ...(omitted !== "all" && { omitted: Object.keys(omitted) }) };
}

function envelopeOf(item: MirrorItem, entry: ChangeLogEntry, fact: Fact, part: number, told: Told): Envelope {
  const { instance, resource, id, partner } = item;
  const { seq, observedAt, changesUnknown, redacted, reason, detectedBy, baseline } = entry;
  const named = fact.timestamp ?? entry.timestamp;
  // A change time that isn't a valid instant still identifies a version, but it can't be the event's timestamp.
  const timestamp = unixMs(named) === undefined ? undefined : named;
  const detectedAt = new Date(observedAt).toISOString();
  const owner = fact.owner ?? item.owner;
  // A document keeps its id under any owner. Other ids are unique only under their owner, so the owner is part of the
  // identity.
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
    ...defined({ changes: fact.changes, changesUnknown, redacted, reason }),
    detectedBy,
    ...defined({ baseline, owner, partner }),
  };
}
