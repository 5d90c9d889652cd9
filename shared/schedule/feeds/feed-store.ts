import type { JsonObject } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import { absent, type Item, type Key, type Table } from "../../kernel/ports/table.ts";
import { slotPartition, urgentPartition } from "../wheel/wheel-partition.ts";
import { type Feed, feed, feedKind, type WantedFeed, wantedFeed } from "./feed.ts";
import { classOf } from "./feed-class.ts";

/** What a visit may write about its feed; undefined removes. Wheel and nowRev have their own writes. */
export type FeedPatch = {
  readonly [name in
    | "checkpoint"
    | "level"
    | "status"
    | "drained"
    | "polledAt"
    | "watermark"
    | "failures"
    | "retryAt"
    | "lastError"]?: Feed[name] | undefined;
};

export type SaveOutcome = { readonly outcome: "saved"; readonly rev: number } | { readonly outcome: "conflict" };

/** The feeds, one item each (`feeds` table, pk `feedId`, sk `feed`). Every write is a compare-and-set of its own part. */
export class FeedStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async load(feedId: string): Promise<Feed | undefined> {
    const item = await this.#table.get(keyOf(feedId));
    return item === undefined ? undefined : parseStored(feed, item, `feed ${feedId}`);
  }

  /** Those that stand, in the order of `feedIds`. */
  async loadAll(feedIds: readonly string[]): Promise<readonly Feed[]> {
    const items = await this.#table.getAll(feedIds.map(keyOf));
    return items.flatMap((item) => (item === undefined ? [] : [parseStored(feed, item, `feed ${item.pk}`)]));
  }

  /** As {@link loadAll}, without what only a visit needs. */
  async loadWanted(feedIds: readonly string[]): Promise<readonly WantedFeed[]> {
    const items = await this.#table.getAll(feedIds.map(keyOf));
    return items.flatMap((item) => (item === undefined ? [] : [parseStored(wantedFeed, item, `feed ${item.pk}`)]));
  }

  /** Idempotent; returns how many were new. Reads first: re-asserting feeds that stand must not cost a write each. */
  async putIfAbsent(feeds: readonly Feed[]): Promise<number> {
    const standing = await this.#table.getAll(feeds.map(({ feedId }) => keyOf(feedId)));
    const missing = feeds.filter((_, position) => standing[position] === undefined);
    if (missing.length === 0) return 0;
    const outcomes = await this.#table.put(missing.map((one) => ({ item: itemOf(one), when: absent })));
    return outcomes.filter((outcome) => outcome === "written").length;
  }

  /** Writes the patch if nobody saved the feed since it was read; the winner goes on with the new `rev`. */
  async saveCheckpoint({ feedId, rev }: Feed, patch: FeedPatch): Promise<SaveOutcome> {
    const { set, remove } = split(patch);
    const outcome = await this.#table.update({
      key: keyOf(feedId),
      set: { ...set, rev: rev + 1 },
      ...(remove.length === 0 ? {} : { remove }),
      when: [{ attribute: "rev", is: "equal", value: rev }],
    });
    return outcome === "written" ? { outcome: "saved", rev: rev + 1 } : { outcome: "conflict" };
  }

  /** Asks for a visit at the next tick. A feed that doesn't stand (any more) stays away. */
  async wantNow(feedIds: readonly string[]): Promise<void> {
    await Promise.all(
      [...new Set(feedIds)].map((feedId) =>
        this.#table.update({
          key: keyOf(feedId),
          set: { wheel: nowPartitionOf(feedId) },
          add: { nowRev: 1 },
          remove: ["sentUntil"],
          when: [{ attribute: "pk", is: "present" }],
        }),
      ),
    );
  }

  /**
   * Puts the feed back into its slot, unless somebody wanted it now since the visit began. Writes nothing where it is in
   * its slot already: a poll that found nothing costs no write.
   */
  async restoreSlot(one: WantedFeed, nowRevAtStart: number): Promise<"restored" | "unchanged" | "wanted"> {
    const wheel = slotPartition(one.instance, one.class, one.level, one.feedId);
    if (one.wheel === wheel && one.sentUntil === undefined) return "unchanged";
    const outcome = await this.#table.update({
      key: keyOf(one.feedId),
      set: { wheel },
      remove: ["sentUntil"],
      when: [{ attribute: "nowRev", is: "equal", value: nowRevAtStart }],
    });
    return outcome === "written" ? "restored" : "wanted";
  }

  /** Notes that a message for it is on its way, so that the next ticks don't send another one. */
  async markSent({ feedId, nowRev }: WantedFeed, sentUntil: number): Promise<void> {
    await this.#table.update({
      key: keyOf(feedId),
      set: { sentUntil },
      when: [{ attribute: "nowRev", is: "equal", value: nowRev }],
    });
  }

  /** Ends a feed (a room that is no longer registered). */
  async drop(feedId: string): Promise<void> {
    await this.#table.remove(keyOf(feedId));
  }
}

const keyOf = (feedId: string): Key => ({ pk: feedId, sk: "feed" });

function itemOf(one: Feed): Item {
  return { ...split(one).set, ...keyOf(one.feedId) };
}

function split(patch: FeedPatch): { set: JsonObject; remove: readonly string[] } {
  const entries = Object.entries(patch);
  return {
    set: Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    remove: entries.flatMap(([name, value]) => (value === undefined ? [name] : [])),
  };
}

/** Instance and kind stand in the id, so a wish needs no read. */
function nowPartitionOf(feedId: string): string {
  const [instance = "", kind = ""] = feedId.split("#", 2);
  return urgentPartition(instance, classOf(feedKind.parse(kind)), "now", feedId);
}
