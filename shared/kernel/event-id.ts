import { base32, fromBase32 } from "./base32.ts";
import { sha256Text } from "./hash.ts";

export type EventIdentity = {
  readonly instance: string;
  readonly resource: string;
  /** "" for records; `Company#id` for what lives under an owner. */
  readonly owner: string;
  readonly recordId: string;
  readonly seq: number;
  readonly type: string;
  /** "" unless one change tells several facts of one type; then owner and folder. */
  readonly factKey: string;
};

/**
 * The id of an event: `evt_` and 26 characters, 48 bits of detection time and 80 bits of its identity. The same change
 * has the same id however often it is read, published or delivered; ids sort by detection time.
 */
export function eventId(observedAtMs: number, identity: EventIdentity): string {
  const { instance, resource, owner, recordId, seq, type, factKey } = identity;
  const digest = sha256Text("hex", instance, resource, owner, recordId, String(seq), type, factKey);
  const hash = BigInt(`0x${digest.slice(0, 20)}`);
  return `evt_${base32((BigInt(observedAtMs) << 80n) | hash, 26)}`;
}

/** The detection time (unix ms) inside an event id, or undefined where it isn't one: event and delivery keys are derived from it. */
export function detectedAtOf(id: string): number | undefined {
  if (!/^evt_[0-9A-HJKMNP-TV-Z]{26}$/.test(id)) return undefined;
  // The first ten of its digits are the bits above the identity's 80; keys are made of this for every delivery.
  return fromBase32(id.slice(4, 14));
}
