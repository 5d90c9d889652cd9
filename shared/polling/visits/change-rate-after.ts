import type { Feed } from "../../schedule/feeds/feed.ts";
import {
  type ChangeRate,
  isAhead,
  newChangeRate,
  type ObservedChanges,
  withObserved,
} from "../../schedule/rates/change-rate.ts";
import { type OwnerCaps, ownerLevel } from "../../schedule/rates/owner-levels.ts";

const nothing: ObservedChanges = { times: [], history: false };

/**
 * The owner's change rate after a step, to be written together with the step. Undefined for other feeds, and if the
 * step found nothing, because quiet time counts without a write. The first step sets a rate in any case, and a rate
 * that was stored while our clock was ahead is corrected.
 */
export function changeRateAfter(
  feed: Feed,
  found: ObservedChanges = nothing,
  beganAt: number,
  now: number,
): ChangeRate | undefined {
  if (feed.class !== "owners") return undefined;
  const { changeRate } = feed;
  if (changeRate !== undefined && found.times.length === 0 && !isAhead(changeRate, now)) return undefined;
  return withObserved(feed.changeRate ?? newChangeRate(Math.min(now, feed.knownSince ?? beganAt)), found, now);
}

/** The wheel level of a feed after a visit. An owner's level is learned from its changes; other feeds keep theirs. */
export function levelAfter(feed: Feed, caps: OwnerCaps, now: number): number {
  if (feed.class !== "owners") return feed.level;
  return ownerLevel(feed.changeRate ?? newChangeRate(Math.min(now, feed.knownSince ?? now)), now, caps);
}
