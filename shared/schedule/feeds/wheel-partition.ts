import { bucketOf } from "../../kernel/hash.ts";
import { ownerPeriods } from "../rates/owner-levels.ts";
import { type FeedClass, feedKind, type RequestedFeed } from "./feed.ts";
import { classOf } from "./feed-kinds.ts";

/** Requested polls and first visits are each spread over this many index partitions. */
const requestPartitions = 4;

/**
 * `now`: the feed's poll was requested. `first`: the owner's feed has never been visited. The queues are separate, so
 * that a hint about a known owner doesn't wait behind ten thousand new owners.
 */
export type RequestQueue = "now" | "first";

/**
 * The level of a new feed; only owners' levels change later. A slot doesn't depend on real time, so a configuration
 * with a different tick or period doesn't move the feed.
 */
export const levelOfClass: { readonly [name in FeedClass]: number } = {
  timelines: 2,
  rooms: 4,
  owners: 10,
  small: 4,
  walks: 4,
  scrubs: 4,
};

/** A level's period in virtual ticks. Owners, whose levels are learned, have finer steps. */
export function ticksOf(feedClass: FeedClass, level: number): number {
  return feedClass === "owners" ? (ownerPeriods[level] ?? 1) : 2 ** level;
}

/** A slot is due at each virtual tick that equals the slot modulo the period. */
export function slotPartition(instance: string, feedClass: FeedClass, level: number, feedId: string): string {
  return partitionAt(instance, feedClass, level, slotOf(feedClass, level, feedId));
}

export function slotOf(feedClass: FeedClass, level: number, feedId: string): number {
  return bucketOf(feedId, ticksOf(feedClass, level));
}

export function partitionAt(instance: string, feedClass: FeedClass, level: number, tick: number): string {
  const ticks = ticksOf(feedClass, level);
  return `${instance}#${feedClass}#${ticks}#${tick % ticks}`;
}

export function requestedPartition(
  instance: string,
  feedClass: FeedClass,
  queue: RequestQueue,
  feedId: string,
): string {
  return `${instance}#${feedClass}#${queue}#${bucketOf(feedId, requestPartitions)}`;
}

/** Feeds that wait until a certain time are in buckets of this width (ms). */
export const laterWidth = 15_000;

/** The longest backoff, in buckets. Parked feeds wait longer, and so do feeds whose source or reader asks for it. */
export const longestWait = 60;

export const laterBucketOf = (time: number): number => Math.floor(time / laterWidth);

/** Contains feeds that wait for the end of a visit or for their next try. */
export function laterPartition(instance: string, feedClass: FeedClass, bucket: number): string {
  return `${instance}#${feedClass}#later#${bucket}`;
}

/** A partition that no tick reads. */
export const pausedPartition = (instance: string): string => `${instance}#paused`;

export function requestedPartitionsOf(instance: string, feedClass: FeedClass, queue: RequestQueue): readonly string[] {
  return Array.from({ length: requestPartitions }, (_, shard) => `${instance}#${feedClass}#${queue}#${shard}`);
}

export function restingPartitionOf(
  { instance, class: feedClass, feedId, status }: RequestedFeed,
  level: number,
): string {
  return status === "paused" ? pausedPartition(instance) : slotPartition(instance, feedClass, level, feedId);
}

/** `ahead` puts the feed among the requested timelines. They get their part of the budget first, and pay for it. */
export function requestedPartitionOf(feedId: string, when: "now" | "ahead"): string {
  if (when === "now") return nowPartitionOf(feedId);
  const [instance = ""] = feedId.split("#", 1);
  return requestedPartition(instance, "timelines", "now", feedId);
}

/** A feed's id contains its instance and kind, so a poll request needs no read. */
export function nowPartitionOf(feedId: string): string {
  const [instance = "", kind = ""] = feedId.split("#", 2);
  return requestedPartition(instance, classOf(feedKind.parse(kind)), "now", feedId);
}
