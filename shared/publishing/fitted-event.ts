import type { Envelope } from "../kernel/envelope.ts";
import type { StoredEvent } from "./event-store.ts";

/** The bus counts 256 KB with source and type; a little stays free for them. */
const mostBytes = 256 * 1_024 - 1_024;

/**
 * The event with its bytes, within the bus's size: without `data` where it is too large, and without changed values where
 * those are.
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
  return Buffer.byteLength(body) <= mostBytes;
}
