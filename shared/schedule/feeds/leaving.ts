import { type Change, present } from "../../kernel/ports/table.ts";
import type { RequestedFeed } from "./feed.ts";
import { nowPartitionOf, requestedPartitionOf, restingPartitionOf } from "./partition-of-feed.ts";
import { laterBucketOf, laterPartition } from "./wheel-partition.ts";

/**
 * Where a visit leaves its feed: in the slot of a level, hidden from ticks until the next try (`later`, unix ms), or
 * requested again (`now`, `ahead`). If a poll was requested since the visit began, the feed stays requested.
 */
export type Leaving =
  | { readonly to: "slot"; readonly level: number; readonly nowRevAtStart: number }
  | { readonly to: "later"; readonly until: number; readonly nowRevAtStart: number }
  | { readonly to: "now" }
  | { readonly to: "ahead" };

/** Holds if no other message has taken the feed since it was read, because the mark only rises. */
export const notTakenSince = ({ underWayUntil = 0 }: Pick<RequestedFeed, "underWayUntil">) =>
  ({ attribute: "underWayUntil", is: "absentOrAtMost", value: underWayUntil }) as const;

type PlaceChange = Omit<Change, "key">;

/**
 * Returns the changes that put a feed in its place and end its `underWayUntil`. The first one that can be written
 * applies. A visit ends only its own mark: a later one belongs to a message that was granted since. The result is empty
 * if the feed is already in its place.
 */
export function placesOf(one: RequestedFeed, leaving: Leaving): readonly PlaceChange[] {
  const { feedId, instance, class: feedClass, wheel, underWayUntil: held } = one;
  const remove = ["underWayUntil"];
  if (leaving.to === "now" || leaving.to === "ahead") {
    const request = { set: { wheel: requestedPartitionOf(feedId, leaving.to) }, add: { nowRev: 1 } };
    return [
      { ...request, remove, when: [...present, notTakenSince(one)] },
      { ...request, when: present },
    ];
  }
  const place =
    leaving.to === "slot"
      ? { wheel: restingPartitionOf(one, leaving.level), level: leaving.level }
      : { wheel: laterPartition(instance, feedClass, laterBucketOf(leaving.until)) };
  if (held === undefined && wheel === place.wheel) return [];
  const unrequested: PlaceChange = {
    set: place,
    remove: leaving.to === "slot" ? [...remove, "hint"] : remove,
    when: [{ attribute: "nowRev", is: "equal", value: leaving.nowRevAtStart }, notTakenSince(one)],
  };
  if (held === undefined) return [unrequested];
  // If a poll was requested meanwhile, a tick may have hidden it until the end of this visit, which is now.
  const requested: PlaceChange = {
    set: { wheel: nowPartitionOf(feedId) },
    remove,
    when: [{ attribute: "underWayUntil", is: "equal", value: held }],
  };
  return [unrequested, requested];
}
