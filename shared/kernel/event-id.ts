import { sha256Text } from "./hash.ts";
import { base32, fromBase32 } from "./sortable-id.ts";

export type EventIdentity = {
  readonly instance: string;
  readonly resource: string;
  /**
   * The owner's type and id, such as `Company#1`, for a folder or a journal entry, whose id is unique only under its
   * owner; "" for other records.
   */
  readonly owner: string;
  readonly recordId: string;
  readonly seq: number;
  readonly type: string;
  /** The owner and folder of a fact about a placement, because one change may have several; "" for other facts. */
  readonly factKey: string;
};

export const eventIdShape = /^evt_[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * An event's id has 48 bits of detection time, by which ids sort, and 80 bits of a digest of the event's identity. So
 * an event has the same id however often it is published or delivered.
 */
export function eventId(observedAtMs: number, identity: EventIdentity): string {
  const { instance, resource, owner, recordId, seq, type, factKey } = identity;
  const digest = sha256Text("hex", instance, resource, owner, recordId, String(seq), type, factKey);
  const hash = BigInt(`0x${digest.slice(0, 20)}`);
  return `evt_${base32((BigInt(observedAtMs) << 80n) | hash, 26)}`;
}

/** In unix ms. Undefined for any text that isn't an event id. */
export function detectedAtOf(id: string): number | undefined {
  if (!eventIdShape.test(id)) return undefined;
  // The first ten digits contain the time. Reading only them is cheap, and every delivery needs the time.
  return fromBase32(id.slice(4, 14));
}

/** Sorts after the ids of events detected before `ms` (unix ms), and before all others. */
export function idBoundary(ms: number): string {
  return `evt_${base32(BigInt(Math.max(0, Math.trunc(ms))) << 80n, 26)}`;
}
