import type { RecordResource } from "../kernel/catalogue.ts";
import type { Owner } from "../kernel/envelope.ts";
import type { Hint } from "../schedule/feeds/hint.ts";
import type { KnownOwner } from "../schedule/feeds/owner-feeds.ts";
import type { Instance } from "../source/instance.ts";

/** What the mirror needs to know of an instance: since when it is connected, and where its sequence numbers start. */
export type Instances = { find(name: string): Promise<Instance | undefined> };

/** The change feeds of owners. */
export type OwnerFeeds = {
  /**
   * Puts the feed of each owner unless it stands; a new one is polled at once. Done before the mirror announces the
   * owner: a crash between the two leaves a feed without a record, never a record that nobody polls.
   */
  assert(instance: string, owners: readonly KnownOwner[]): Promise<void>;
  /** These owners are gone for good, or there again: their feeds, which may have given up, look at all that they held. */
  wake(instance: string, owners: readonly Owner[]): Promise<void>;
};

/**
 * A word that an owner's feed has probably something new: it is polled ahead of its turn. Losing one loses only time.
 * `hint` says why, and how often that is right is learned; without it the word is always taken.
 */
export type FeedHints = { requestPoll(instance: string, owners: readonly Owner[], hint?: Hint): Promise<void> };

/** A word that an owner's documents were touched by what happened elsewhere: it takes a new snapshot. */
export type DirtyOwners = { markDirty(instance: string, owners: readonly Owner[]): Promise<void> };

/**
 * Asks for a full walk. A 404 on a single read proves nothing by itself, the walk with its confirmation does
 * (docs/partner-api.md#a-404-proves-little).
 */
export type WalkRequests = { requestWalk(instance: string, resource: RecordResource): Promise<void> };

/**
 * Counts records that are there for the first time, or again. A count probe expects the last walk's total and so many
 * more; where it finds fewer, something was deleted (docs/partner-api.md#no-list-reports-deletion).
 */
export type Arrivals = { add(instance: string, resource: RecordResource, count: number): Promise<void> };
