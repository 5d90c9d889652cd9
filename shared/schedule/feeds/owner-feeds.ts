import type { RecordResource } from "../../kernel/catalogue.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { feedIdOf } from "./feed.ts";
import type { FeedStore } from "./feed-store.ts";
import { ownerFeed, walksOf } from "./feeds-of-instance.ts";
import type { Hint } from "./hint.ts";
import type { HintPrecision } from "./hint-precision.ts";
import type { SubOwners } from "./sub-owners.ts";

/** An owner, and since when (unix ms) it has existed where it is baseline: then its silence counts. */
export type KnownOwner = Owner & { readonly knownSince?: number };

/** What the mirror asks of the schedule: feeds for new owners, and polls ahead of time. */
export class OwnerFeeds {
  readonly #store: Pick<FeedStore, "putIfAbsent" | "requestPoll" | "markDirty" | "unpark" | "hint">;
  readonly #hints: Pick<HintPrecision, "isFollowed">;
  readonly #subOwners: Pick<SubOwners, "resolving">;

  constructor(
    store: Pick<FeedStore, "putIfAbsent" | "requestPoll" | "markDirty" | "unpark" | "hint">,
    hints: Pick<HintPrecision, "isFollowed">,
    subOwners: Pick<SubOwners, "resolving">,
  ) {
    this.#store = store;
    this.#hints = hints;
    this.#subOwners = subOwners;
  }

  /**
   * Puts the feed of each owner unless it stands. Rooms are feeds by registration only (docs/partner-api.md#rooms), activities
   * and phases where the source resolves them (docs/partner-api.md#projects-are-flat).
   */
  async assert(instance: string, owners: readonly KnownOwner[]): Promise<void> {
    const listed = await this.#subOwners.resolving(
      instance,
      owners.filter(({ type }) => type !== "Room"),
    );
    if (listed.length > 0) await this.#store.putIfAbsent(listed.map((owner) => ownerFeed(instance, owner)));
  }

  /** Owners that are gone for good, or there again: a parked feed goes on, and looks at all that the owner held. */
  async wake(instance: string, owners: readonly Owner[]): Promise<void> {
    const resolving = await this.#subOwners.resolving(instance, owners);
    const feedIds = resolving.map((owner) => feedIdOf({ instance, kind: "owner", owner, query: {} }));
    await this.#store.unpark(feedIds);
    await this.#store.markDirty(feedIds);
  }

  /**
   * A visit at the next tick: something about these owners has probably changed. How probably is learned for each kind of
   * hint, and a kind that is hardly ever right isn't followed; a request without a hint always is.
   */
  async requestPoll(instance: string, owners: readonly Owner[], hint?: Hint): Promise<void> {
    const feedIds = owners.map((owner) =>
      feedIdOf({ instance, kind: owner.type === "Room" ? "room" : "owner", owner, query: {} }),
    );
    if (hint === undefined) await this.#store.requestPoll(feedIds);
    else if (await this.#hints.isFollowed(instance, hint)) await this.#store.hint(feedIds, hint);
  }

  /** A visit at the next tick with a new snapshot: something elsewhere touched these owners' documents. Rooms have none. */
  async markDirty(instance: string, owners: readonly Owner[]): Promise<void> {
    const lists = owners.filter(({ type }) => type !== "Room");
    await this.#store.markDirty(lists.map((owner) => feedIdOf({ instance, kind: "owner", owner, query: {} })));
  }

  /** A walk of one resource at the next tick; templates, which have no walk, are listed again. */
  async requestWalk(instance: string, resource: RecordResource): Promise<void> {
    await this.#store.requestPoll(walksOf(instance, resource).map(({ feedId }) => feedId));
  }
}
