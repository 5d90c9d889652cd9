import { feedKind, type RequestedFeed } from "./feed.ts";
import { classOf } from "./feed-kinds.ts";
import { pausedPartition, requestedPartition, slotPartition } from "./wheel-partition.ts";

/** The partition of a feed while no poll is requested. */
export function restingPartitionOf(
  { instance, class: feedClass, feedId, status }: RequestedFeed,
  level: number,
): string {
  return status === "paused" ? pausedPartition(instance) : slotPartition(instance, feedClass, level, feedId);
}

/** `ahead` puts the feed among the requests of the class that gets its part of the budget first. */
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
