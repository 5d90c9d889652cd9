import { sha256Text } from "./hash.ts";
import { base32, fromBase32 } from "./sortable-id.ts";

export type EventIdentity = {
  readonly instance: string;
  readonly resource: string;
  /**
   * "" for records and documents; `Company#id` for a folder or a journal entry, whose id is unique only under its
   * owner.
   */
  readonly owner: string;
  readonly recordId: string;
  readonly seq: number;
  readonly type: string;
  /**
   * The owner and folder of a fact about a placement, because one change may have several such facts of one type; ""
   * for any other fact.
   */
  readonly factKey: string;
};

export const eventIdShape = /^evt_[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * Creates an event's id: `evt_` and 26 characters, which contain 48 bits of detection time and 80 bits of a digest of
 * the event's identity. The same change has the same id however often it is read, published or delivered. Ids sort by
 * detection time.
 */
export function eventId(observedAtMs: number, identity: EventIdentity): string {
  const { instance, resource, owner, recordId, seq, type, factKey } = identity;
  const digest = sha256Text("hex", instance, resource, owner, recordId, String(seq), type, factKey);
  const hash = BigInt(`0x${digest.slice(0, 20)}`);
  return `evt_${base32((BigInt(observedAtMs) << 80n) | hash, 26)}`;
}

/** Reads the detection time (unix ms) from an event id. Undefined for any other text. */
export function detectedAtOf(id: string): number | undefined {
  if (!eventIdShape.test(id)) return undefined;
  // The first ten digits contain the time, and the others the digest. Reading only ten is cheap, and every delivery
  // needs the time.
  return fromBase32(id.slice(4, 14));
}

/**
 * An id that marks a point in time: events detected before `ms` have lower ids, and all others have higher ones.
 */
export function idBoundary(ms: number): string {
  return `evt_${base32(BigInt(Math.max(0, Math.trunc(ms))) << 80n, 26)}`;
}
