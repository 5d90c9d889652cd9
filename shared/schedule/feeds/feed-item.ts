import type { JsonObject } from "../../kernel/json.ts";
import type { Item, Key } from "../../kernel/ports/table.ts";
import type { Feed } from "./feed.ts";
import type { FeedTransition } from "./feed-state.ts";

/**
 * What a visit may write about its feed; undefined removes an attribute. `wheel` and `nowRev` have their own writes.
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
    | "changeRate"
    | "rewind"
    | "rewoundFor"]?: Feed[name] | undefined;
};

export const feedKey = (feedId: string): Key => ({ pk: feedId, sk: "feed" });

export function feedItem(one: Feed): Item {
  return { ...splitPatch(one).set, ...feedKey(one.feedId) };
}

/** What a patch sets, and the names that it removes: those that are undefined. */
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
