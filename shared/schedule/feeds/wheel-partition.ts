import { bucketOf } from "../../kernel/hash.ts";
import { ownerPeriods } from "../rates/owner-levels.ts";
import type { FeedClass } from "./feed.ts";

/** Requested polls and first visits are spread over this many index partitions each. */
const requestPartitions = 4;

/**
 * Why a feed is polled ahead of its slot: its poll was requested (`now`), or it was never visited (`first`). They queue
 * apart: while ten thousand new owners wait for their first visit, a hint on a known one must not stand behind them.
 */
export type RequestQueue = "now" | "first";

/**
 * The level at which a class's feeds start, and stay but for owners. Real time stands in the wheel's speed, not in the
 * level, so that neither the tick's length nor a changed period moves a feed to another slot.
 */
export const levelOfClass: { readonly [name in FeedClass]: number } = {
  timelines: 2,
  rooms: 4,
  owners: 10,
  small: 4,
  walks: 4,
  scrubs: 4,
};

/** The period of a level, in virtual ticks: 2^level, and finer steps for owners, whose levels are learned. */
export function ticksOf(feedClass: FeedClass, level: number): number {
  return feedClass === "owners" ? (ownerPeriods[level] ?? 1) : 2 ** level;
}

/** Index partition of a feed in its slot: due at every virtual tick t with t mod its period = slot. */
export function slotPartition(instance: string, feedClass: FeedClass, level: number, feedId: string): string {
  return partitionAt(instance, feedClass, level, slotOf(feedClass, level, feedId));
}

/** The slot of a feed in its level. */
export function slotOf(feedClass: FeedClass, level: number, feedId: string): number {
  return bucketOf(feedId, ticksOf(feedClass, level));
}

/** Index partition of the feeds of one level that are due at virtual tick `tick`. */
export function partitionAt(instance: string, feedClass: FeedClass, level: number, tick: number): string {
  const ticks = ticksOf(feedClass, level);
  return `${instance}#${feedClass}#${ticks}#${tick % ticks}`;
}

/** Index partition of a feed that is polled ahead of its slot. */
export function requestedPartition(
  instance: string,
  feedClass: FeedClass,
  queue: RequestQueue,
  feedId: string,
): string {
  return `${instance}#${feedClass}#${queue}#${bucketOf(feedId, requestPartitions)}`;
}

/** Feeds that nobody need look at before a time stand in buckets of this many ms. */
export const laterWidth = 15_000;

/** The longest backoff, in buckets: so far ahead of the clock as it was a feed may wait. */
export const longestWait = 60;

export const laterBucketOf = (time: number): number => Math.floor(time / laterWidth);

/** Index partition of feeds that wait for a time: one that was sent for its visit's end, one that backs off for its next try. */
export function laterPartition(instance: string, feedClass: FeedClass, bucket: number): string {
  return `${instance}#${feedClass}#later#${bucket}`;
}

/** A partition at which no tick looks. */
export const pausedPartition = (instance: string): string => `${instance}#paused`;

export function requestedPartitionsOf(instance: string, feedClass: FeedClass, queue: RequestQueue): readonly string[] {
  return Array.from({ length: requestPartitions }, (_, shard) => `${instance}#${feedClass}#${queue}#${shard}`);
}
