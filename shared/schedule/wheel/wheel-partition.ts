import { bucketOf } from "../../kernel/hash.ts";
import type { FeedClass } from "../feeds/feed.ts";

/** Wishes to be polled at once, and first visits, are spread over this many index partitions each. */
const urgentPartitions = 4;

/**
 * Why a feed is polled ahead of its slot. Wishes come first: while ten thousand new owners wait for their first visit, a
 * hint on a known one must not stand behind them.
 */
export type Urgency = "now" | "first";

/**
 * The period of a class's feeds, as 2^level virtual ticks. Real time stands in the wheel's speed, not in the level, so
 * that neither the tick's length nor a changed period moves a feed to another slot.
 */
export const levelOfClass: { readonly [name in FeedClass]: number } = {
  timelines: 2,
  rooms: 4,
  owners: 4,
  small: 4,
  walks: 4,
};

/** Index partition of a feed in its slot: due at every virtual tick t with t mod 2^level = slot. */
export function slotPartition(instance: string, feedClass: FeedClass, level: number, feedId: string): string {
  return partitionAt(instance, feedClass, level, bucketOf(feedId, 2 ** level));
}

/** Index partition of the feeds of one level that are due at virtual tick `tick`. */
export function partitionAt(instance: string, feedClass: FeedClass, level: number, tick: number): string {
  const ticks = 2 ** level;
  return `${instance}#${feedClass}#${ticks}#${tick % ticks}`;
}

/** Index partition of a feed that is polled ahead of its slot. */
export function urgentPartition(instance: string, feedClass: FeedClass, urgency: Urgency, feedId: string): string {
  return `${instance}#${feedClass}#${urgency}#${bucketOf(feedId, urgentPartitions)}`;
}

export function urgentPartitionsOf(instance: string, feedClass: FeedClass, urgency: Urgency): readonly string[] {
  return Array.from({ length: urgentPartitions }, (_, shard) => `${instance}#${feedClass}#${urgency}#${shard}`);
}
