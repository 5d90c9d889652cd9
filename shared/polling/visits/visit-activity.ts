import type { Feed } from "../../schedule/feeds/feed.ts";
import { type Activity, type Found, newActivity, withFound } from "../../schedule/rates/activity.ts";
import { type OwnerCaps, ownerLevel } from "../../schedule/rates/owner-levels.ts";

const nothing: Found = { times: [], history: false };

/**
 * What a step that is written anyway adds to what is known of an owner. Undefined for other feeds, and where it found
 * nothing: quiet time counts by itself.
 */
export function activityAfter(feed: Feed, found: Found = nothing, beganAt: number, now: number): Activity | undefined {
  if (feed.class !== "owners") return undefined;
  if (feed.activity !== undefined && found.times.length === 0) return undefined;
  return withFound(feed.activity ?? newActivity(Math.min(now, feed.knownSince ?? beganAt)), found, now);
}

/** The level that a feed has after a visit: learned for owners, the others keep theirs. */
export function levelAfter(feed: Feed, caps: OwnerCaps, now: number): number {
  if (feed.class !== "owners") return feed.level;
  return ownerLevel(feed.activity ?? newActivity(Math.min(now, feed.knownSince ?? now)), now, caps);
}
