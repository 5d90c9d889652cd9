import type { Feed } from "../../schedule/feeds/feed.ts";
import { isStalled } from "../../schedule/feeds/feed-state.ts";
import type { FeedPatch } from "../../schedule/feeds/feed-store.ts";

/** `since`: unix ms of the first failure of the stall; it names the stall, so that the operators are notified once. */
export type Stall = { readonly reason: string; readonly since: number };

/** Notifies the operators that a feed stands still, and that it moves again. */
export type FeedNotices = {
  stalled(feed: Feed, stall: Stall): Promise<void>;
  recovered(feed: Feed): Promise<void>;
};

/**
 * Notifies of what `patch` is about to change, before it is written: a notice given twice is one event, in the other order
 * a crash would leave none.
 */
export async function notifyOfStall(notices: FeedNotices, feed: Feed, patch: FeedPatch, now: number): Promise<void> {
  if (!("stalledSince" in patch)) return;
  const { stalledSince, failingSince = feed.failingSince ?? now, lastError = "unknown" } = patch;
  if (isStalled({ stalledSince }) && !isStalled(feed)) {
    await notices.stalled(feed, { reason: lastError, since: failingSince });
  }
  if (!isStalled({ stalledSince }) && isStalled(feed)) await notices.recovered(feed);
}
