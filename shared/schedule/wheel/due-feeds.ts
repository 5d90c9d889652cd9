import type { TableReader } from "../../kernel/ports/table.ts";
import type { FeedClass, WantedFeed } from "../feeds/feed.ts";
import type { FeedStore } from "../feeds/feed-store.ts";
import { advanced, type Wheel } from "./wheel.ts";
import { levelOfClass, partitionAt, type Urgency, urgentPartitionsOf } from "./wheel-partition.ts";

/** A feed whose turn it is, and where the wheel stands once it was sent. */
export type DueFeed = { readonly feedId: string; readonly wheel: Wheel };

/** Virtual ticks looked at in one tick: bounds the work of a wheel that has long stood still. */
const mostTicks = 256;
/** Wishes looked at per index partition in one tick; those under way stand among them. */
const mostWishes = 250;

/** Finds who is due, in the `wheel` index of the `feeds` table (keys only). */
export class DueFeeds {
  readonly #table: Pick<TableReader, "queryIndex">;
  readonly #store: Pick<FeedStore, "loadWanted" | "restoreSlot">;

  constructor(table: Pick<TableReader, "queryIndex">, store: Pick<FeedStore, "loadWanted" | "restoreSlot">) {
    this.#table = table;
    this.#store = store;
  }

  /**
   * Up to `limit` feeds of the wheel's next virtual ticks, in order; `end` is the wheel behind the last of them, or
   * behind the ticks that held none.
   */
  async onWheel(
    instance: string,
    name: FeedClass,
    wheel: Wheel,
    limit: number,
    now: number,
  ): Promise<{ readonly due: readonly DueFeed[]; readonly end: Wheel }> {
    const due: DueFeed[] = [];
    let end = wheel;
    while (end.credit >= 1 && due.length < limit && end.tick - wheel.tick < mostTicks) {
      const partition = partitionAt(instance, name, levelOfClass[name], end.tick);
      const { after } = end;
      const page = await this.#table.queryIndex({
        index: "wheel",
        partition,
        limit: limit - due.length,
        ...(after === undefined ? {} : { after: { pk: after, sk: "feed", indexSort: after } }),
      });
      for (const { pk: feedId } of page.items) {
        end = { ...end, after: feedId };
        due.push({ feedId, wheel: end });
      }
      if (!page.more) end = advanced(name, end, now);
    }
    return { due, end };
  }

  /** Up to `limit` feeds that are to be polled ahead of their slot and aren't on their way. */
  async urgent(
    instance: string,
    name: FeedClass,
    urgency: Urgency,
    limit: number,
    now: number,
  ): Promise<readonly WantedFeed[]> {
    const partitions = urgentPartitionsOf(instance, name, urgency);
    const found = await Promise.all(partitions.map((partition) => this.#urgentIn(partition, limit, now)));
    // In turns, or the feeds of the last partition would wait for those of the first.
    const rounds = Array.from({ length: Math.max(...found.map(({ length }) => length)) }, (_, round) =>
      found.flatMap((feeds) => feeds.slice(round, round + 1)),
    );
    return rounds.flat().slice(0, limit);
  }

  async #urgentIn(partition: string, limit: number, now: number): Promise<readonly WantedFeed[]> {
    const urgent: WantedFeed[] = [];
    let after: { readonly pk: string; readonly sk: string; readonly indexSort: string | number } | undefined;
    for (let seen = 0; seen < mostWishes && urgent.length < limit; ) {
      const page = await this.#table.queryIndex({
        index: "wheel",
        partition,
        limit: Math.min(limit, mostWishes),
        ...(after === undefined ? {} : { after }),
      });
      const standing = await this.#store.loadWanted(page.items.map(({ pk }) => pk));
      // The index is late at times: the item itself says whether it still wants to.
      const feeds = standing.filter(({ wheel }) => wheel === partition);
      urgent.push(...feeds.filter((feed) => isWaiting(feed, now)));
      // They would stand here until their next try and hide the wishes behind them; their slot's turn tries as well.
      const parked = feeds.filter(({ status, retryAt = 0 }) => status === "parked" && retryAt > now);
      await Promise.all(parked.map((feed) => this.#store.restoreSlot(feed, feed.nowRev)));
      after = page.items.at(-1);
      seen += page.items.length;
      if (!page.more || after === undefined) break;
    }
    return urgent;
  }
}

const isWaiting = ({ sentUntil = 0, retryAt = 0 }: WantedFeed, now: number): boolean =>
  sentUntil <= now && retryAt <= now;
