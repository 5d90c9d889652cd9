import type { TableReader } from "../../kernel/ports/table.ts";
import type { FeedClass, RequestedFeed } from "../feeds/feed.ts";
import type { TimedClass } from "../feeds/feed-kinds.ts";
import { isUnderWay, mustWait } from "../feeds/feed-state.ts";
import type { FeedStore } from "../feeds/feed-store.ts";
import { toSlot } from "../feeds/feed-write.ts";
import {
  laterBucketOf,
  laterPartition,
  laterWidth,
  levelOfClass,
  longestWait,
  partitionAt,
  type RequestQueue,
  requestedPartitionsOf,
} from "../feeds/wheel-partition.ts";
import { nextSlot, type OwnersWheel, passed, type SlotVisit } from "./owners-wheel.ts";
import { advanced, type Wheel } from "./wheel.ts";

/** `wheel`: the wheel's position after the feed was sent. */
export type DueFeed<W> = { readonly feedId: string; readonly wheel: W };

/** `end`: the wheel's position after the last due feed and the empty slots that follow it. */
export type WheelPage<W> = { readonly due: readonly DueFeed<W>[]; readonly end: W };

/**
 * One tick reads at most this many virtual ticks of a wheel. This limits the work of the first tick after a long pause.
 */
const mostTicks = 256;
/** A tick stops reading an index partition after this many poll requests. */
const mostRequests = 250;
/** A poll request that must wait for less than this (ms) isn't put aside. */
const shortWait = laterWidth;
/** However long a pause was, one tick moves a class on by at most this many buckets. */
const mostBuckets = 64;
/**
 * Each bucket is read twice more: `secondLook` buckets later, for feeds that were written just after the first read,
 * and `lastLook` buckets later, because an index may lag.
 */
const [secondLook, lastLook] = [1, 40];
/** The most buckets to search after a clock was set back: the last day by the old clock. */
const mostFuture = 24 * 240;

/** Finds due feeds in the `wheel` index of the `feeds` table. The index contains only keys. */
export class DueFeeds {
  readonly #table: TableReader;
  readonly #store: FeedStore;

  constructor(table: TableReader, store: FeedStore) {
    this.#table = table;
    this.#store = store;
  }

  async onWheel(
    instance: string,
    name: TimedClass,
    wheel: Wheel,
    limit: number,
    now: number,
  ): Promise<WheelPage<Wheel>> {
    const due: DueFeed<Wheel>[] = [];
    let end = wheel;
    while (end.credit >= 1 && due.length < limit && end.tick - wheel.tick < mostTicks) {
      const partition = partitionAt(instance, name, levelOfClass[name], end.tick);
      const page = await this.#nextPage(partition, end.after, limit - due.length, end !== wheel);
      if (page === undefined) break;
      for (const { pk: feedId } of page.items) {
        end = { ...end, after: feedId };
        due.push({ feedId, wheel: end });
      }
      if (!page.more) end = advanced(name, end, now);
    }
    return { due, end };
  }

  /** How much this reads depends on the elapsed time and on `limit`, not on the number of owners. */
  async onOwnersWheel(
    instance: string,
    wheel: OwnersWheel,
    limit: number,
    now: number,
  ): Promise<WheelPage<OwnersWheel>> {
    const due: DueFeed<OwnersWheel>[] = [];
    let end = wheel;
    while (due.length < limit && end.reads >= 1) {
      const next = nextSlot(end);
      if (next === undefined) break;
      let stop: SlotVisit = next.stop;
      const slot = end.levels[stop.level]?.slot ?? 0;
      const partition = partitionAt(instance, "owners", stop.level, slot);
      const page = await this.#nextPage(partition, stop.after, limit - due.length, end !== wheel);
      if (page === undefined) break;
      end = { ...next.wheel, reads: end.reads - 1 };
      for (const { pk: feedId } of page.items) {
        stop = { ...stop, after: feedId, seen: stop.seen + 1 };
        end = { ...end, reading: stop };
        due.push({ feedId, wheel: end });
      }
      if (!page.more) end = passed(end, stop, now);
    }
    return { due, end };
  }

  /**
   * Returns undefined if the database fails after earlier pages were read (`goesOn`). The tick then uses those pages,
   * and the next tick continues after them.
   */
  async #nextPage(partition: string, after: string | undefined, limit: number, goesOn: boolean) {
    try {
      return await this.#page(partition, after, limit);
    } catch (error) {
      if (goesOn) return undefined;
      throw error;
    }
  }

  #page(partition: string, after: string | undefined, limit: number) {
    return this.#table.queryIndex({
      index: "wheel",
      partition,
      limit,
      ...(after === undefined ? {} : { after: { pk: after, sk: "feed", indexSort: after } }),
    });
  }

  /**
   * Returns the requested feeds that can be polled now, in the order of their ids: first those after `after`, then the
   * others.
   */
  async requested(
    instance: string,
    name: FeedClass,
    queue: RequestQueue,
    limit: number,
    now: number,
    after?: string,
  ): Promise<readonly RequestedFeed[]> {
    const partitions = requestedPartitionsOf(instance, name, queue);
    const found = await Promise.all(partitions.map((partition) => this.#requestedIn(partition, limit, now, after)));
    const isBefore = ({ feedId }: RequestedFeed) => after !== undefined && feedId <= after;
    const ordered = found.flat().sort((one, other) => (one.feedId < other.feedId ? -1 : 1));
    return [...ordered.filter((feed) => !isBefore(feed)), ...ordered.filter(isBefore)].slice(0, limit);
  }

  async #requestedIn(
    partition: string,
    limit: number,
    now: number,
    begin: string | undefined,
  ): Promise<readonly RequestedFeed[]> {
    const requested: RequestedFeed[] = [];
    let after = begin;
    let isBehind = begin !== undefined;
    for (let seen = 0; seen < mostRequests && requested.length < limit; ) {
      const page = await this.#page(partition, after, Math.min(limit, mostRequests));
      const ids = page.items.map(({ pk }) => pk).filter((pk) => isBehind || begin === undefined || pk <= begin);
      const loaded = await this.#store.loadRequested(ids);
      // The index may be stale, so the item itself decides whether the feed is still requested.
      const feeds = loaded.filter(({ wheel }) => wheel === partition);
      requested.push(...feeds.filter((feed) => !mustWait(feed, now) && !isUnderWay(feed, now)));
      await Promise.all(feeds.map((feed) => this.#putAside(feed, now)));
      seen += page.items.length;
      const isRead = !page.more || ids.length < page.items.length;
      if (isRead && !isBehind) break;
      after = isRead ? undefined : page.items.at(-1)?.pk;
      isBehind &&= !isRead;
    }
    return requested;
  }

  /**
   * Puts aside a poll request that can't be granted yet. Without this, every tick would read it, and it would hide the
   * requests behind it. A parked feed goes back to its slot, and is polled from there.
   */
  async #putAside(feed: RequestedFeed, now: number): Promise<void> {
    const { status, retryAt = 0, underWayUntil = 0 } = feed;
    if (isUnderWay(feed, now)) {
      if (underWayUntil - now >= shortWait) await this.#store.postpone(feed, underWayUntil);
      return;
    }
    if (!mustWait(feed, now)) return;
    if (status === "parked") await this.#store.leave(feed, toSlot(feed));
    else if (retryAt - now >= shortWait) await this.#store.postpone(feed, retryAt);
  }

  /**
   * Requests polls of the feeds whose wait has ended, or whose visit never ended. `bucket`: the first bucket that no
   * earlier call has read. Returns the first bucket that the next call must read.
   */
  async recall(instance: string, name: FeedClass, bucket: number, now: number): Promise<number> {
    const current = laterBucketOf(now);
    // After a pause of days, reading the old buckets takes an hour. So the latest two buckets are read first.
    if (current - bucket > mostBuckets)
      for (const ago of [2, 1]) await this.#recallIn(laterPartition(instance, name, current - ago));
    let next = bucket;
    for (let looked = 0; next < current && looked < mostBuckets; looked += 1) {
      let more = false;
      for (const ago of [lastLook, secondLook, 0])
        if (await this.#recallIn(laterPartition(instance, name, next - ago))) more = true;
      if (!more) next += 1;
    }
    return next;
  }

  /**
   * Requests polls of the feeds that were put aside before the clock was set back from `until` to `now`, and ends their
   * waits. `unread`: the first bucket that {@link recall} hasn't read.
   */
  async recallFromFuture(instance: string, name: FeedClass, now: number, until: number, unread = 0): Promise<void> {
    const last = laterBucketOf(until) + longestWait;
    const first = Math.max(laterBucketOf(now), last - mostFuture, unread - lastLook);
    for (let bucket = first; bucket <= last; bucket += 1) {
      const partition = laterPartition(instance, name, bucket);
      for (let pages = 0; pages < mostBuckets && (await this.#recallIn(partition, "at once")); pages += 1);
    }
  }

  /** Recalls one page of feeds, which leave the partition. So the next call reads the next page. */
  async #recallIn(partition: string, when: "at once" | "after backoff" = "after backoff"): Promise<boolean> {
    const page = await this.#page(partition, undefined, mostRequests);
    const loaded = await this.#store.loadRequested(page.items.map(({ pk }) => pk));
    await Promise.all(loaded.filter(({ wheel }) => wheel === partition).map((feed) => this.#store.recall(feed, when)));
    return page.more;
  }
}
