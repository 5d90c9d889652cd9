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

/** Undefined removes the attribute. `wheel` and `nowRev` aren't included, because a `PlaceChange` sets them. */
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
 * Where a visit leaves its feed. `later`: hidden from ticks until `until` (unix ms). `now`, `ahead`: requested again. A
 * poll requested since the visit began prevails over `slot` and `later`.
 */
export type Leaving =
  | { readonly to: "slot"; readonly level: number; readonly nowRevAtStart: number }
  | { readonly to: "later"; readonly until: number; readonly nowRevAtStart: number }
  | { readonly to: "now" }
  | { readonly to: "ahead" };

export const toSlot = ({ level, nowRev }: Pick<RequestedFeed, "level" | "nowRev">): Leaving => ({
  to: "slot",
  level,
  nowRevAtStart: nowRev,
});

/** A later message always sets a higher mark (`underWayUntil`). */
export const notTakenSince = ({ underWayUntil = 0 }: Pick<RequestedFeed, "underWayUntil">) =>
  ({ attribute: "underWayUntil", is: "absentOrAtMost", value: underWayUntil }) as const;

type PlaceChange = Omit<Change, "key">;

/**
 * The caller applies the first change whose condition holds. A visit removes only its own mark (`underWayUntil`),
 * because a later mark belongs to another message.
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
