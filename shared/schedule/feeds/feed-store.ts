import { parseStored } from "../../kernel/parse.ts";
import { absent, type Change, present, type Table } from "../../kernel/ports/table.ts";
import { type Feed, type Hint, type RequestedFeed, type Rewind, requestedFeed, storedFeed } from "./feed.ts";
import { pausedByOperator, resumed } from "./feed-state.ts";
import { type FeedPatch, feedItem, feedKey, type Leaving, notTakenSince, placesOf, splitPatch } from "./feed-write.ts";
import { laterBucketOf, laterPartition, nowPartitionOf, pausedPartition, slotPartition } from "./wheel-partition.ts";

export type SaveOutcome = { readonly outcome: "ok"; readonly rev: number } | { readonly outcome: "conflict" };

/** Table `feeds`, pk `feedId`, sk `feed`. Every update has a condition, so no update recreates a removed feed. */
export class FeedStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async load(feedId: string): Promise<Feed | undefined> {
    const item = await this.#table.get(feedKey(feedId));
    return item === undefined ? undefined : parseStored(storedFeed, item, `feed ${feedId}`);
  }

  /**
   * `consistent: false` costs half as much. Stale copies are good enough for callers that write only by
   * compare-and-set, or that write nothing.
   */
  async loadAll(feedIds: readonly string[], options?: { readonly consistent?: false }): Promise<readonly Feed[]> {
    const items = await this.#table.getAll(feedIds.map(feedKey), options);
    return items.flatMap((item) => (item === undefined ? [] : [parseStored(storedFeed, item, `feed ${item.pk}`)]));
  }

  async loadRequested(feedIds: readonly string[]): Promise<readonly RequestedFeed[]> {
    const items = await this.#table.getAll(feedIds.map(feedKey));
    return items.flatMap((item) => (item === undefined ? [] : [parseStored(requestedFeed, item, `feed ${item.pk}`)]));
  }

  /** Reads first, so that existing feeds cost no writes. */
  async putIfAbsent(feeds: readonly Feed[]): Promise<void> {
    const existing = await this.#table.getAll(feeds.map(({ feedId }) => feedKey(feedId)));
    const missing = feeds.filter((_, position) => existing[position] === undefined);
    await this.#table.put(missing.map((one) => ({ item: feedItem(one), when: absent })));
  }

  /**
   * Writes the patch if the feed hasn't been saved since it was read. The caller continues with the new `rev`. With
   * `leaving`, the same write also moves the feed. A poll requested since the visit began, or a message that has taken
   * the feed, decides the feed's place instead.
   */
  async save(one: Feed, patch: FeedPatch, leaving?: Leaving): Promise<SaveOutcome> {
    for (const place of leaving === undefined ? [] : placesOf(one, leaving)) {
      const saved = await this.#write(one, patch, place);
      if (saved.outcome === "ok") return saved;
    }
    // The feed's place needs no change or must not change. If another worker saved the feed, this save also fails.
    return this.#write(one, patch);
  }

  /** Moves the feed, unless it is already in its place, or a newer request or message prevails. */
  async leave(one: RequestedFeed, leaving: Leaving): Promise<void> {
    for (const place of placesOf(one, leaving))
      if ((await this.#table.update({ key: feedKey(one.feedId), ...place })) === "written") return;
  }

  async requestPoll(feedIds: readonly string[]): Promise<void> {
    await this.#request(feedIds);
  }

  /** The next visit takes a new snapshot of the owner's documents. */
  async markDirty(feedIds: readonly string[]): Promise<void> {
    await this.#request(feedIds, { add: { dirtyRev: 1 } });
  }

  async hint(feedIds: readonly string[], hint: Hint): Promise<void> {
    await this.#request(feedIds, { set: { hint } });
  }

  /** A visit under way fails at its next compare-and-set, because `rev` rises. */
  async unpark(feedIds: readonly string[]): Promise<void> {
    await this.#updateAll(feedIds, () => ({
      ...resumed,
      remove: [...resumed.remove, "underWayUntil"],
      add: { rev: 1 },
      when: [{ attribute: "status", is: "equal", value: "parked" }],
    }));
  }

  async endBackoff(feedIds: readonly string[]): Promise<void> {
    await this.#request(feedIds, { ...resumed, when: [{ attribute: "status", is: "equal", value: "backing_off" }] });
  }

  /** Requests a poll with the same write as `change`. */
  async #request(feedIds: readonly string[], change: Omit<Change, "key"> = {}): Promise<void> {
    await this.#updateAll(feedIds, (feedId) => ({
      ...{ when: present, ...change },
      set: { ...change.set, wheel: nowPartitionOf(feedId) },
      add: { nowRev: 1, ...change.add },
    }));
  }

  /** Ends the feeds' waits, because a wrong clock may have set their retry times. */
  async endWaits(feedIds: readonly string[]): Promise<void> {
    await this.#updateAll(feedIds, () => ({ remove: ["retryAt"], when: [{ attribute: "retryAt", is: "present" }] }));
  }

  /** Removes the mark (`underWayUntil`) of a message that doesn't visit its feeds, but not a later mark. */
  async endUnderWay(feedIds: readonly string[], until: number): Promise<void> {
    await this.#updateAll(feedIds, () => ({
      remove: ["underWayUntil"],
      when: [{ attribute: "underWayUntil", is: "equal", value: until }],
    }));
  }

  async #updateAll(feedIds: readonly string[], changeOf: (feedId: string) => Omit<Change, "key">): Promise<void> {
    await Promise.all(
      [...new Set(feedIds)].map((feedId) => this.#table.update({ key: feedKey(feedId), ...changeOf(feedId) })),
    );
  }

  /** Hides a requested feed from ticks until `until`, because the feed is backing off or being visited. */
  async postpone(one: RequestedFeed, until: number): Promise<void> {
    await this.#setAside(one, until, {});
  }

  /** Like {@link postpone}, for a feed whose message was sent. The visit's last write lets ticks see the feed again. */
  async noteSent(one: RequestedFeed, until: number): Promise<void> {
    await this.#setAside(one, until, { set: { underWayUntil: until }, when: [notTakenSince(one)] });
  }

  async #setAside(
    { feedId, instance, class: feedClass, nowRev, wheel }: RequestedFeed,
    until: number,
    also: Omit<Change, "key">,
  ) {
    const { set, when = [] } = also;
    await this.#table.update({
      key: feedKey(feedId),
      set: { wheel: laterPartition(instance, feedClass, laterBucketOf(until)), ...set },
      when: [
        { attribute: "nowRev", is: "equal", value: nowRev },
        // A quick visit may have ended already and put the feed back into its slot.
        { attribute: "wheel", is: "equal", value: wheel },
        ...when,
      ],
    });
  }

  /** Returns false if another message has taken the feed since it was read, or if the feed no longer exists. */
  async take(one: Feed, until: number): Promise<boolean> {
    const when = [...present, notTakenSince(one)];
    return (await this.#table.update({ key: feedKey(one.feedId), set: { underWayUntil: until }, when })) === "written";
  }

  /**
   * Makes a requested feed due again at `until` (unix ms), because its message doesn't complete a visit. Without this,
   * the feed would wait until `underWayUntil`.
   */
  async waitFor(one: Feed, until: number, nowRevAtStart: number): Promise<void> {
    const { instance, class: feedClass, level, feedId, underWayUntil } = one;
    const isInSlot = one.wheel === slotPartition(instance, feedClass, level, feedId);
    if (underWayUntil === undefined && isInSlot) return;
    await this.leave(one, { to: "later", until, nowRevAtStart });
  }

  async recall({ feedId, wheel }: RequestedFeed, when: "at once" | "after backoff"): Promise<void> {
    await this.#table.update({
      key: feedKey(feedId),
      set: { wheel: nowPartitionOf(feedId) },
      ...(when === "at once" && { remove: ["retryAt", "underWayUntil"] }),
      when: [{ attribute: "wheel", is: "equal", value: wheel }],
    });
  }

  /** A visit under way fails at its next compare-and-set, because `rev` and `nowRev` rise. */
  async pause(feedId: string): Promise<"changed" | "notFound"> {
    const [instance = ""] = feedId.split("#", 1);
    return this.#control(feedId, { set: { ...pausedByOperator, wheel: pausedPartition(instance) } });
  }

  async resume(feedId: string, from?: Feed["status"]): Promise<"changed" | "notFound"> {
    const set = { ...resumed.set, wheel: nowPartitionOf(feedId) };
    const when = from === undefined ? present : [{ attribute: "status", is: "equal", value: from } as const];
    return this.#control(feedId, { ...resumed, set, when });
  }

  /** The next visit turns the rewind into a checkpoint of the feed's kind. */
  async rewind(feedId: string, rewind: Rewind): Promise<"changed" | "notFound"> {
    return this.#control(feedId, { set: { rewind, wheel: nowPartitionOf(feedId) } });
  }

  async retryQuarantined(feedId: string): Promise<"changed" | "notFound"> {
    return this.#control(feedId, { set: { retryQuarantined: true, wheel: nowPartitionOf(feedId) } });
  }

  async #control(feedId: string, change: Omit<Change, "key" | "add">): Promise<"changed" | "notFound"> {
    const outcome = await this.#table.update({
      when: present,
      ...change,
      key: feedKey(feedId),
      remove: [...(change.remove ?? []), "underWayUntil"],
      add: { rev: 1, nowRev: 1 },
    });
    return outcome === "written" ? "changed" : "notFound";
  }

  async drop(feedId: string): Promise<void> {
    await this.#table.remove(feedKey(feedId));
  }

  async #write(
    { feedId, rev }: Feed,
    patch: FeedPatch,
    { set, add = {}, remove = [], when = [] }: Omit<Change, "key"> = {},
  ): Promise<SaveOutcome> {
    const patched = splitPatch(patch);
    const outcome = await this.#table.update({
      key: feedKey(feedId),
      set: { ...patched.set, ...set, rev: rev + 1 },
      add,
      remove: [...patched.remove, ...remove],
      when: [{ attribute: "rev", is: "equal", value: rev }, ...when],
    });
    return outcome === "written" ? { outcome: "ok", rev: rev + 1 } : { outcome: "conflict" };
  }
}
