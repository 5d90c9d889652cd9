import type { RecordResource } from "../../kernel/catalogue.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { feedIdOf, type Hint } from "./feed.ts";
import type { FeedStore } from "./feed-store.ts";
import { ownerFeed, walksOf } from "./feeds-of-instance.ts";
import type { HintPrecision } from "./hint-precision.ts";
import type { SubOwners } from "./sub-owners.ts";

/** `knownSince`: when a baseline owner was created (unix ms). Quiet time since then lowers the owner's change rate. */
export type KnownOwner = Owner & { readonly knownSince?: number };

export class OwnerFeeds {
  readonly #store: FeedStore;
  readonly #hints: Pick<HintPrecision, "isFollowed">;
  readonly #subOwners: Pick<SubOwners, "resolving">;

  constructor(store: FeedStore, hints: Pick<HintPrecision, "isFollowed">, subOwners: Pick<SubOwners, "resolving">) {
    this.#store = store;
    this.#hints = hints;
    this.#subOwners = subOwners;
  }

  /**
   * A room gets its feed only by registration (docs/partner-api.md#rooms). An activity or a phase gets one only if the
   * source returns its documents (docs/partner-api.md#projects-are-flat).
   */
  async assert(instance: string, owners: readonly KnownOwner[]): Promise<void> {
    const listed = await this.#subOwners.resolving(
      instance,
      owners.filter(({ type }) => type !== "Room"),
    );
    if (listed.length > 0) await this.#store.putIfAbsent(listed.map((owner) => ownerFeed(instance, owner)));
  }

  /**
   * Resumes the parked feeds of owners that are gone for good or exist again. Each feed's next visit checks everything
   * that the owner held.
   */
  async wake(instance: string, owners: readonly Owner[]): Promise<void> {
    const resolving = await this.#subOwners.resolving(instance, owners);
    const feedIds = resolving.map((owner) => feedIdOf({ instance, kind: "owner", owner, query: {} }));
    await this.#store.unpark(feedIds);
    await this.#store.markDirty(feedIds);
  }

  /** Requests a visit at the next tick. If hints of a kind are rarely right, only a sample of them is followed. */
  async requestPoll(instance: string, owners: readonly Owner[], hint?: Hint): Promise<void> {
    const feedIds = owners.map((owner) =>
      feedIdOf({ instance, kind: owner.type === "Room" ? "room" : "owner", owner, query: {} }),
    );
    if (hint === undefined) await this.#store.requestPoll(feedIds);
    else if (await this.#hints.isFollowed(instance, hint)) await this.#store.hint(feedIds, hint);
  }

  /** A change elsewhere touched these owners' documents, so their next visits take new snapshots. Rooms have none. */
  async markDirty(instance: string, owners: readonly Owner[]): Promise<void> {
    const lists = owners.filter(({ type }) => type !== "Room");
    await this.#store.markDirty(lists.map((owner) => feedIdOf({ instance, kind: "owner", owner, query: {} })));
  }

  /** Templates have no walk and are listed again. */
  async requestWalk(instance: string, resource: RecordResource): Promise<void> {
    await this.#store.requestPoll(walksOf(instance, resource).map(({ feedId }) => feedId));
  }
}
