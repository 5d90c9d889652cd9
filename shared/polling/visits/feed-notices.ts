import type { Feed } from "../../schedule/feeds/feed.ts";
import { isStalled } from "../../schedule/feeds/feed-state.ts";
import type { FeedPatch } from "../../schedule/feeds/feed-write.ts";

/**
 * `since` is when the stall's first failure occurred (unix ms). It identifies the stall, so that operators are notified
 * once.
 */
export type Stall = { readonly reason: string; readonly since: number };

/** Notifies operators when a feed stalls and when it moves again. */
export type FeedNotices = {
  stalled(feed: Feed, stall: Stall): Promise<void>;
  recovered(feed: Feed): Promise<void>;
};

/**
 * Notifies operators of the change that `patch` is about to make. The notice is sent before the write: sent twice, it
 * is still one event, but if the write came first, a crash in between would lose the notice.
 */
export async function notifyOfStall(notices: FeedNotices, feed: Feed, patch: FeedPatch, now: number): Promise<void> {
  if (!("stalledSince" in patch)) return;
  const { stalledSince, failingSince = feed.failingSince ?? now, lastError = "unknown" } = patch;
  if (isStalled({ stalledSince }) && !isStalled(feed)) {
    await notices.stalled(feed, { reason: lastError, since: failingSince });
  }
  if (!isStalled({ stalledSince }) && isStalled(feed)) await notices.recovered(feed);
}
