import { bucketOf } from "../kernel/hash.ts";
import type { FeedClass } from "./feed.ts";

/** A class's wishes to be polled at once are spread over this many index partitions. */
export const nowPartitions = 4;

/**
 * The period of a class's feeds, as 2^level virtual ticks. Real time stands in the wheel's speed, not in the level, so
 * that neither the tick's length nor a changed period moves a feed to another slot.
 */
export const levelOfClass: { readonly [name in FeedClass]: number } = {
  timelines: 2,
  rooms: 4,
  owners: 6,
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

/** Index partition of a feed that wants to be polled at once. */
export function nowPartition(instance: string, feedClass: FeedClass, feedId: string): string {
  return `${instance}#${feedClass}#now#${bucketOf(feedId, nowPartitions)}`;
}

export function nowPartitionsOf(instance: string, feedClass: FeedClass): readonly string[] {
  return Array.from({ length: nowPartitions }, (_, shard) => `${instance}#${feedClass}#now#${shard}`);
}
