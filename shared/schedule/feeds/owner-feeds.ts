import type { Owner } from "../../kernel/envelope.ts";
import { feedIdOf } from "./feed.ts";
import type { FeedStore } from "./feed-store.ts";
import { fixedFeeds } from "./feeds-of-instance.ts";
import { ownerFeed } from "./owner-feed.ts";

/** What the mirror asks of the schedule: feeds for new owners, and wishes for visits. */
export class OwnerFeeds {
  readonly #store: Pick<FeedStore, "putIfAbsent" | "wantNow">;

  constructor(store: Pick<FeedStore, "putIfAbsent" | "wantNow">) {
    this.#store = store;
  }

  /** Puts the feed of each owner unless it stands. Rooms are feeds by registration only (R:276). */
  async assert(instance: string, owners: readonly Owner[]): Promise<void> {
    await this.#store.putIfAbsent(
      owners.filter(({ type }) => type !== "Room").map((owner) => ownerFeed(instance, owner)),
    );
  }

  /** A visit at the next tick: something about these owners has probably changed. */
  async wantNow(instance: string, owners: readonly Owner[]): Promise<void> {
    await this.#store.wantNow(
      owners.map((owner) => feedIdOf({ instance, kind: owner.type === "Room" ? "room" : "owner", owner, query: {} })),
    );
  }

  /** A walk of one resource, at the next tick. */
  async wantWalk(instance: string, resource: "person" | "company" | "project" | "activity"): Promise<void> {
    const walks = fixedFeeds(instance).filter(({ kind }) => kind === `${resource}-walk`);
    await this.#store.wantNow(walks.map(({ feedId }) => feedId));
  }
}
