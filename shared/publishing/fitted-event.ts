import type { Envelope } from "../kernel/envelope.ts";
import { wholeChange } from "../mirror/cut-projection.ts";
import { isShort, withoutLong, withoutLongPrevious, withoutValues } from "../mirror/short-changes.ts";
import type { StoredEvent } from "./event-store.ts";

/** The bus allows 256 KB, which includes source and type; 1 KB is left for those. */
const maxBytes = 256 * 1_024 - 1_024;

/**
 * Returns an event with its bytes, shortened if it is too large for the bus: without long previous values, or else
 * without `data`, or else without both. If that isn't enough, the changed values are dropped as well, first the long
 * ones. A change entry is published once and can't be read again, so it first loses only the long fields of `data`. An
 * event that fits in no form is returned whole.
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
