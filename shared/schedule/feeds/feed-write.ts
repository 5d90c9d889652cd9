import type { JsonObject } from "../../kernel/json.ts";
import { type Change, type Item, type Key, present } from "../../kernel/ports/table.ts";
import type { Feed, RequestedFeed } from "./feed.ts";
import type { FeedTransition } from "./feed-state.ts";
import {
  laterBucketOf,
  laterPartition,
  nowPartitionOf,
  requestedPartitionOf,
  restingPartitionOf,
} from "./wheel-partition.ts";

/**
 * The changes that a visit can make to its feed; undefined removes an attribute. A `PlaceChange` changes `wheel` and
 * `nowRev`.
 */
export type FeedPatch = FeedTransition & {
  readonly [name in
    | "checkpoint"
    | "level"
    | "drained"
    | "polledAt"
    | "watermark"
    | "pageLimit"
    | "stats"
    | "visits"
    | "retryQuarantined"
    | "shortVisits"
    | "completeReads"
    | "changeRate"
    | "rewind"
    | "rewoundFor"]?: Feed[name] | undefined;
};

export const feedKey = (feedId: string): Key => ({ pk: feedId, sk: "feed" });

export function feedItem(one: Feed): Item {
  return { ...splitPatch(one).set, ...feedKey(one.feedId) };
}

/** Splits a patch into the attributes that it sets and the names that it removes because they are undefined. */
export function splitPatch(patch: FeedPatch): {
  set: JsonObject;
  remove: readonly string[];
} {
  const entries = Object.entries(patch);
  return {
    set: Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    remove: entries.flatMap(([name, value]) => (value === undefined ? [name] : [])),
  };
}

/**
 * Where a visit leaves its feed. `slot`: in the slot of a level. `later`: hidden from ticks until its next try at
 * `until` (unix ms). `now`, `ahead`: requested again. If a poll was requested since the visit began, `slot` and `later`
 * leave the feed requested.
 */
export type Leaving =
  | { readonly to: "slot"; readonly level: number; readonly nowRevAtStart: number }
  | { readonly to: "later"; readonly until: number; readonly nowRevAtStart: number }
  | { readonly to: "now" }
  | { readonly to: "ahead" };

/**
 * The condition that no message has taken the feed since it was read. A later message always sets a higher mark
 * (`underWayUntil`).
 */
export const notTakenSince = ({ underWayUntil = 0 }: Pick<RequestedFeed, "underWayUntil">) =>
  ({ attribute: "underWayUntil", is: "absentOrAtMost", value: underWayUntil }) as const;

type PlaceChange = Omit<Change, "key">;

/**
 * Returns changes that put a feed in its place and end its mark (`underWayUntil`). The caller applies the first one
 * whose condition holds. A visit ends only its own mark: a later mark belongs to another message. The result is empty
 * if the feed is already in its slot or bucket and has no mark to remove.
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
  // If a poll was requested meanwhile, a tick may have hidden the feed until this visit ends. Ticks must now see it
  // again.
  const requested: PlaceChange = {
    set: { wheel: nowPartitionOf(feedId) },
    remove,
    when: [{ attribute: "underWayUntil", is: "equal", value: held }],
  };
  return [unrequested, requested];
}
