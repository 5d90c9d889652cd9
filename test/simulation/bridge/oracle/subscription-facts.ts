import type { Envelope } from "../../../../shared/kernel/envelope.ts";
import type { BridgeWorld } from "../bridge-world.ts";
import { type KnownSubscription, wants } from "../histories.ts";
import type { Dial } from "../subscribers.ts";

/**
 * How long (ms) a change of a subscription takes at most to reach every process, with its cache, a slow call and a
 * clock that is behind.
 */
export const settling = 45_000;

export function ownerOf(people: BridgeWorld["people"], url: string): KnownSubscription | undefined {
  return people.subscriptions.find(({ wish }) =>
    wish.during(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY).some((one) => one?.url === url),
  );
}

/** Whether a subscription and its partner may have wanted an event at some time in a span, or did the whole time. */
export function wanted(
  one: KnownSubscription,
  event: Envelope,
  from: number,
  to: number,
): { readonly ever: boolean; readonly always: boolean } {
  const isFor = event.partner === undefined || event.partner === one.partner.id;
  const isOperational = event.type.startsWith("bridge.");
  const wishes = one.wish.during(from, to).map((wish) => wish !== undefined && wants(wish, event));
  const standings = one.partner.standing
    .during(from, to)
    .map(
      ({ isActive, instances }) =>
        isActive && (instances.includes(event.instance) || (isOperational && event.partner !== undefined)),
    );
  const both = [...wishes, ...standings];
  return {
    ever: isFor && wishes.some(Boolean) && standings.some(Boolean),
    always: isFor && both.every(Boolean) && !isOperational,
  };
}

/** Event ids that an endpoint of the subscription accepted, or that were fetched and acknowledged. */
export function arrived(one: KnownSubscription, dials: readonly Dial[]): ReadonlySet<string> {
  const urls = new Set(
    one.wish.during(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY).flatMap((wish) => wish?.url ?? []),
  );
  const posted = dials.filter(({ url, status }) => urls.has(url) && isSuccess(status)).map(({ event }) => event);
  return new Set([...posted, ...one.acknowledged]);
}

export function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}
