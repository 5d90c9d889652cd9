import type { Feed } from "../../schedule/feeds/feed.ts";
import { isUnderWay, mustWait } from "../../schedule/feeds/feed-state.ts";
import type { FeedStore } from "../../schedule/feeds/feed-store.ts";
import { restingPartitionOf } from "../../schedule/feeds/wheel-partition.ts";

/** What a message knows about its visits, in unix ms. */
export type Taking = {
  readonly now: number;
  /** The `underWayUntil` with which the tick marked the requested feeds of the message. */
  readonly sentUntil: number;
  /**
   * Set if the visit may last so long that another message with the feed comes. The feed is then taken until this time.
   */
  readonly takeUntil: number | undefined;
};

/**
 * Returns the feed with this visit's mark; undefined while another message's visit is under way, or if other workers
 * keep changing the feed. A quick visit to a feed that is due on its wheel makes no mark, because an idle poll writes
 * nothing (docs/architecture.md#idle-costs-only-reads).
 */
export async function takenFeed(
  feeds: Pick<FeedStore, "take" | "load">,
  read: Feed,
  { now, sentUntil, takeUntil }: Taking,
): Promise<Feed | undefined> {
  let feed: Feed | undefined = read;
  // The tick may mark the feed between our read and our write.
  for (let tries = 0; tries < 3 && feed !== undefined; tries += 1) {
    if (isUnderWay(feed, now) && feed.underWayUntil !== sentUntil) return undefined;
    if (takeUntil === undefined || mustWait(feed, now) || feed.status === "paused") {
      const isInSlot = feed.wheel === restingPartitionOf(feed, feed.level);
      return isInSlot ? feed : { ...feed, underWayUntil: feed.underWayUntil ?? sentUntil };
    }
    if (await feeds.take(feed, takeUntil)) return { ...feed, underWayUntil: takeUntil };
    feed = await feeds.load(feed.feedId);
  }
  return undefined;
}
