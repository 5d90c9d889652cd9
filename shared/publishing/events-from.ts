import { defined } from "../kernel/defined.ts";
import type { Envelope } from "../kernel/envelope.ts";
import { eventId } from "../kernel/event-id.ts";
import { isoTime, unixMs } from "../kernel/instant.ts";
import { isShort, wholeChange, withoutLong, withoutLongPrevious, withoutValues } from "../mirror/changes-between.ts";
import type { ChangeLogEntry, Fact, MirrorItem } from "../mirror/mirror-item.ts";
import { bodiesOf, recordBody } from "../mirror/records/bodies.ts";
import type { StoredEvent } from "./stored-event.ts";

/**
 * Returns one event for each fact of each new change log entry. The function is pure, so publishing the same write
 * again yields the same ids and bytes.
 */
export function eventsFrom(before: MirrorItem | undefined, after: MirrorItem): Envelope[] {
  return storedEventsFrom(before, after).map(({ envelope }) => envelope);
}

export function storedEventsFrom(before: MirrorItem | undefined, after: MirrorItem): StoredEvent[] {
  return after.changeLog
    .filter(({ seq }) => before === undefined || seq > before.seq)
    .flatMap((entry) => {
      const shown = shownOf(entry, before, after);
      return entry.facts.map((fact, position) => fittedEvent(envelopeOf(after, entry, fact, position + 1, shown)));
    });
}

type Shown = Pick<Envelope, "data" | "truncated" | "omitted">;

/** A removed item keeps no values, so the event of a removal takes the record's last known state from `before`. */
function shownOf({ reason }: ChangeLogEntry, before: MirrorItem | undefined, after: MirrorItem): Shown {
  const item = reason === undefined ? after : before;
  if (item === undefined || item.state === "deleted") return {};
  const data = recordBody(item.resource, bodiesOf(item));
  const { omitted } = item.full ?? item.lean ?? {};
  if (omitted === undefined) return { data };
  // The event for an incomplete record has no `data`, because a receiver could mistake the part for the whole. The
  // event for an incomplete journal entry keeps `data`, because the receiver can't read the entry from the source.
  if (item.resource !== "document_change") return { truncated: true };
  return { data, truncated: true, ...(omitted !== "all" && { omitted: Object.keys(omitted) }) };
}

function envelopeOf(item: MirrorItem, entry: ChangeLogEntry, fact: Fact, part: number, shown: Shown): Envelope {
  const { instance, resource, id, partner } = item;
  const { seq, observedAt, changesUnknown, redacted, reason, detectedBy, baseline } = entry;
  const named = fact.timestamp ?? entry.timestamp;
  // If the source's change time is missing or isn't a valid instant, the event's timestamp is the time of detection.
  const timestamp = unixMs(named) === undefined ? undefined : named;
  const detectedAt = isoTime(observedAt);
  const owner = fact.owner ?? item.owner;
  // A document has the same id under every owner. The ids of folders and journal entries are unique only under their
  // owner, so the ids of their events also depend on the owner.
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
    ...shown,
    ...defined({ changes: fact.changes, changesUnknown, redacted, reason }),
    detectedBy,
    ...defined({ baseline, owner, partner }),
  };
}

/** The bus allows 256 KB for an entry. 1 KB is reserved for the entry's own source and type. */
const maxBytes = 256 * 1_024 - 1_024;

/**
 * Shortens an event that is too large for the bus, but no more than necessary. A journal entry can't be read again, so
 * its event first omits only the long fields of `data`. If no shortened form fits, the event is returned whole.
 */
export function fittedEvent(envelope: Envelope): StoredEvent {
  const whole = eventOf(envelope);
  if (fits(whole)) return whole;
  for (const shorter of shorterOf(envelope)) {
    const event = eventOf(shorter);
    if (fits(event)) return event;
  }
  return whole;
}

function* shorterOf(envelope: Envelope): Generator<Envelope, void> {
  if (envelope.subject.type === "document_change") yield withShortFields(envelope);
  const { changes } = envelope;
  const current = changes && withoutLongPrevious(changes);
  if (current !== undefined) yield { ...envelope, changes: current };
  const brief: Envelope = { ...envelope, truncated: true };
  delete brief.data;
  delete brief.omitted;
  yield brief;
  if (changes === undefined || current === undefined) return;
  yield { ...brief, changes: current };
  yield { ...brief, changes: changes.map(withoutLong) };
  yield { ...brief, changes: changes.map(withoutValues) };
  yield { ...brief, changes: [wholeChange] };
}

function withShortFields({ data = {}, omitted = [], ...around }: Envelope): Envelope {
  const short = Object.fromEntries(Object.entries(data).filter(([, value]) => isShort(value)));
  const long = Object.keys(data).filter((field) => !Object.hasOwn(short, field));
  return { ...around, data: short, truncated: true, omitted: [...omitted, ...long] };
}

function eventOf(envelope: Envelope): StoredEvent {
  return { envelope, body: JSON.stringify(envelope) };
}

function fits({ body }: StoredEvent): boolean {
  return Buffer.byteLength(body) <= maxBytes;
}
