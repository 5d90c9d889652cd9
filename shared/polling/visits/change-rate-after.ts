import type { Feed } from "../../schedule/feeds/feed.ts";
import {
  type ChangeRate,
  newChangeRate,
  type ObservedChanges,
  withObserved,
} from "../../schedule/rates/change-rate.ts";
import { type OwnerCaps, ownerLevel } from "../../schedule/rates/owner-levels.ts";

const nothing: ObservedChanges = { times: [], history: false };

/**
 * What a step that is written anyway adds to what is known of an owner. Undefined for other feeds, and where it found
 * nothing: quiet time counts by itself.
 */
export function changeRateAfter(
  feed: Feed,
  found: ObservedChanges = nothing,
  beganAt: number,
  now: number,
): ChangeRate | undefined {
  if (feed.class !== "owners") return undefined;
  if (feed.changeRate !== undefined && found.times.length === 0) return undefined;
  return withObserved(feed.changeRate ?? newChangeRate(Math.min(now, feed.knownSince ?? beganAt)), found, now);
}

/** The level that a feed has after a visit: learned for owners, the others keep theirs. */
export function levelAfter(feed: Feed, caps: OwnerCaps, now: number): number {
  if (feed.class !== "owners") return feed.level;
  return ownerLevel(feed.changeRate ?? newChangeRate(Math.min(now, feed.knownSince ?? now)), now, caps);
}
