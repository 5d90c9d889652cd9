import type { Envelope } from "../kernel/envelope.ts";
import type { StoredEvent } from "./event-store.ts";

/** The bus allows 256 KB, which include source and type; 1 KB is left for those. */
const maxBytes = 256 * 1_024 - 1_024;

/**
 * Returns an event with its bytes, small enough for the bus. An event that is too large comes without `data`, and without
 * the changed values if it still is.
 */
export function fittedEvent(envelope: Envelope): StoredEvent {
  const whole = eventOf(envelope);
  if (fits(whole)) return whole;
  const short: Envelope = { ...envelope, truncated: true };
  delete short.data;
  const brief = eventOf(short);
  if (fits(brief) || short.changes === undefined) return brief;
  return eventOf({ ...short, changes: short.changes.map(({ field }) => ({ field })) });
}

function eventOf(envelope: Envelope): StoredEvent {
  return { envelope, body: JSON.stringify(envelope) };
}

function fits({ body }: StoredEvent): boolean {
  return Buffer.byteLength(body) <= maxBytes;
}
