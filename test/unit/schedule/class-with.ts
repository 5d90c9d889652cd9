import type { FeedClass, FeedKind } from "../../../shared/schedule/feeds/feed.ts";
import { FeedStore } from "../../../shared/schedule/feeds/feed-store.ts";
import { newFeed } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { levelOfClass, partitionAt, requestedPartition } from "../../../shared/schedule/feeds/wheel-partition.ts";
import { dispatchClass } from "../../../shared/schedule/tick/class-dispatch.ts";
import { DueFeeds } from "../../../shared/schedule/wheel/due-feeds.ts";
import { newOwnersWheel, type OwnersWheel } from "../../../shared/schedule/wheel/owners-wheel.ts";
import { newWheel, type Wheel } from "../../../shared/schedule/wheel/wheel.ts";
import { before } from "../../support/around.ts";
import { MemoryTable } from "../../support/memory-table.ts";

const now = Date.UTC(2026, 0, 5, 8);

const kinds: { readonly [name in FeedClass]: FeedKind } = {
  timelines: "person-timeline",
  rooms: "room",
  owners: "owner",
  small: "person-count",
  walks: "person-walk",
  scrubs: "project-scrub",
};

type Place = "wheel" | "now" | "first";

/**
 * How many feeds of a class are due on its wheel, were requested, and wait for their first visit. `shortVisits`: how
 * often each requested one ran out of requests, one entry per feed. `failed`: the last visit of each failed.
 */
type Waiting = { readonly [place in Place]?: number } & {
  readonly shortVisits?: readonly number[];
  readonly failed?: true;
};

/** A message: where its feeds waited, their number, and how many requests it may make, as in `wheel 5:12`. */
type Message = `${string} ${number}:${number}`;

export const feedsOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + Number.parseInt(message.split(" ")[1] ?? "", 10), 0);

/** A class with this many feeds, which says what it sends. `turns` is how often it sent something before. */
export async function classWith(name: FeedClass, waiting: Waiting) {
  const table = new MemoryTable("feeds");
  const store = new FeedStore(table);
  const places = new Map<string, Place>();
  const feedsIn = (place: Place) =>
    Array.from({ length: waiting[place] ?? (place === "now" ? (waiting.shortVisits?.length ?? 0) : 0) }, (_, n) => {
      const shortVisits = place === "now" ? waiting.shortVisits?.[n] : undefined;
      const one = newFeed({ instance: "acme", kind: kinds[name], query: { place, n: String(n) } });
      places.set(one.feedId, place);
      const wheel =
        place === "wheel"
          ? partitionAt("acme", name, name === "owners" ? 0 : levelOfClass[name], 0)
          : requestedPartition("acme", name, place, one.feedId);
      const failed = waiting.failed && ({ status: "backing_off", drained: true } as const);
      return { ...one, wheel, ...(shortVisits !== undefined && { shortVisits }), ...failed };
    });
  const queried: string[] = [];
  before(table, "queryIndex", (query) => queried.push(query.partition));
  await store.putIfAbsent((["wheel", "now", "first"] as const).flatMap(feedsIn));
  const due = new DueFeeds(table, store);
  const dispatch = (available: number, turns = 0, credit = 1, after?: string) => {
    const turn = { due, instance: "acme", name, now, requestedAfter: after };
    if (name === "owners") {
      const next = (wheel: OwnersWheel, limit: number) => due.onOwnersWheel("acme", wheel, limit, now);
      return dispatchClass({ ...turn, next }, { ...newOwnersWheel(now), reads: 100, turns }, available);
    }
    const next = (wheel: Wheel, limit: number) => due.onWheel("acme", name, wheel, limit, now);
    return dispatchClass({ ...turn, next }, { ...newWheel(now), credit, turns }, available);
  };
  return {
    table,
    /** The index partitions that were read. */
    queried,
    dispatch,
    async sends(available: number, turns = 0) {
      const { grants } = await dispatch(available, turns);
      return grants.map(({ feedIds, allowance }): Message => {
        const waited = new Set(feedIds.map((feedId) => places.get(feedId)));
        return `${[...waited].join()} ${feedIds.length}:${allowance}`;
      });
    },
    /** Where the feeds waited that are sent at each of eight turns with small budgets. */
    async placesByTurn(available: number) {
      const byTurn = Array.from({ length: 8 }, async (_, turns) => {
        const { grants } = await dispatch(available, turns);
        return grants.flatMap(({ feedIds }) => feedIds.map((feedId) => places.get(feedId))).join();
      });
      return Promise.all(byTurn);
    },
  };
}
