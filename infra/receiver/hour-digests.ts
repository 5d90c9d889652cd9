import type { BridgeEvent } from "../../docs/types/feedhook-events.d.ts";

/** `digest` is the sum of the digests of the hour's event ids. */
export type HourDigest = {
  /** The beginning of the hour: `2026-11-21T09:00:00.000Z`. */
  readonly hour: string;
  readonly count: number;
  /** 64 hexadecimal digits. */
  readonly digest: string;
};

/** The check uses these fields of an entry in the `hours` of `GET /v1/subscriptions/{id}/completeness`. */
export type CompletenessHour = {
  readonly from: string;
  readonly to: string;
  readonly delivered: number;
  readonly digest: string;
  readonly settled: boolean;
};

export type HourDifference = { readonly hour: string; readonly received: number; readonly delivered: number };

const hourMs = 3_600_000;
const modulus = 1n << 256n;
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export const noEvents = "0".repeat(64);

/**
 * The hour of detection, which an event's id contains. Undefined for a ping or an example, which the completeness
 * endpoint doesn't count.
 */
export function hourOf({ id, type, example }: Pick<BridgeEvent, "id" | "type" | "example">): string | undefined {
  if (type === "bridge.ping" || example === true || !/^evt_[0-9A-HJKMNP-TV-Z]{26}$/.test(id)) return undefined;
  let ms = 0;
  for (const digit of id.slice(4, 14)) ms = ms * 32 + alphabet.indexOf(digit);
  return new Date(ms - (ms % hourMs)).toISOString();
}

/** Uses the Web Crypto API. Returns 64 hexadecimal digits. */
export async function idDigest(id: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(id)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The sum of two digests modulo 2²⁵⁶: adds an event's digest to its hour, or combines two parts of an hour. */
export function addDigests(one: string, other: string): string {
  return ((BigInt(`0x${one}`) + BigInt(`0x${other}`)) % modulus).toString(16).padStart(64, "0");
}

/**
 * The hours in which the events that you received differ from the delivered ones. Compares only whole, settled hours.
 * An hour that is in `own` but not in `items` isn't compared.
 */
export function differentHours(
  own: readonly HourDigest[],
  items: readonly CompletenessHour[],
): readonly HourDifference[] {
  const received = new Map(own.map((one) => [one.hour, one]));
  const delivered = new Map<string, HourDigest>();
  const left = new Set<string>();
  for (const { from, to, delivered: count, digest, settled } of items) {
    // If a page ends within an hour, another item continues the hour.
    const known = delivered.get(from) ?? { hour: from, count: 0, digest: noEvents };
    delivered.set(from, { hour: from, count: known.count + count, digest: addDigests(known.digest, digest) });
    if (!settled || Date.parse(to) - Date.parse(from) < hourMs) left.add(from);
  }
  return [...delivered.values()].flatMap(({ hour, count, digest }) => {
    const mine = received.get(hour) ?? { count: 0, digest: noEvents };
    const isEqual = mine.count === count && mine.digest === digest;
    return left.has(hour) || isEqual ? [] : [{ hour, received: mine.count, delivered: count }];
  });
}

/** Keeps the digests of the newest `most` hours that began at or after `since` (unix ms). */
export function createHourDigests(most: number, since: number) {
  const hours = new Map<string, HourDigest>();
  let begin = new Date(since).toISOString();
  return {
    /** The event must not have been added before. */
    add: async (event: BridgeEvent): Promise<void> => {
      const hour = hourOf(event);
      if (hour === undefined || hour < begin) return;
      const digest = await idDigest(event.id);
      const known = hours.get(hour) ?? { hour, count: 0, digest: noEvents };
      hours.set(hour, { hour, count: known.count + 1, digest: addDigests(known.digest, digest) });
      if (hours.size <= most) return;
      const [oldest = "", next = ""] = [...hours.keys()].sort();
      hours.delete(oldest);
      begin = next;
    },
    differentHours: (items: readonly CompletenessHour[]) =>
      differentHours(
        [...hours.values()],
        items.filter(({ from }) => from >= begin),
      ),
  };
}
