import type { FeedClass } from "../feeds/feed.ts";

export type ClassPolicy = {
  /**
   * The fraction of the budget that is reserved for this class. Requests that aren't reserved, or that exceed what a
   * class can save, go to the first class that needs them.
   */
  readonly share: number;
  /** The most feeds in one grant. */
  readonly pack: number;
  /** How many packs can share a message. Each message costs an invocation and two requests to the queue. */
  readonly packsPerMessage: number;
  /** How many requests a feed gets if it is due on its wheel. Most of these polls take one request and find nothing. */
  readonly perFeed: number;
  /**
   * How many requests a feed gets if its poll was requested. With `rest`, these feeds share all remaining requests. A
   * feed that failed after its first contact gets only `perFeed`.
   */
  readonly perRequested: number | "rest";
  /**
   * With each consecutive visit that runs out of requests, `perRequested` doubles, up to this number. An owner that
   * lost a thousand documents needs two thousand requests. With four per visit, its removals would be published hours
   * later.
   */
  readonly mostRequested?: number;
  /**
   * How many requests the first visit to a new owner gets. It reads the journal, folders and documents. With fewer
   * requests, most owners need two visits.
   */
  readonly perFirst: number;
};

/** How many requests the message itself can cost: one for an access token and one for a retry. */
export const perMessage = 2;

/**
 * Requests that a message doesn't spend are granted again two ticks later at the earliest. So grants are small, and a
 * feed that needs more gets another grant.
 */
export const classPolicies: { readonly [name in FeedClass]: ClassPolicy } = {
  timelines: { share: 0.25, pack: 1, packsPerMessage: 6, perFeed: 2, perRequested: "rest", perFirst: 2 },
  rooms: { share: 0.15, pack: 5, packsPerMessage: 1, perFeed: 2, perRequested: 4, mostRequested: 64, perFirst: 4 },
  owners: { share: 0.15, pack: 10, packsPerMessage: 6, perFeed: 1.2, perRequested: 4, mostRequested: 256, perFirst: 3 },
  small: { share: 0.05, pack: 1, packsPerMessage: 1, perFeed: 4, perRequested: 4, perFirst: 4 },
  walks: { share: 0.1, pack: 1, packsPerMessage: 1, perFeed: 8, perRequested: "rest", perFirst: 8 },
  // Scrubs come last and in small portions. The part of their share that they don't use goes to the other classes.
  scrubs: { share: 0.05, pack: 1, packsPerMessage: 1, perFeed: 8, perRequested: 8, perFirst: 8 },
};

export function costOf({ perFeed }: ClassPolicy, feeds: number): number {
  return Math.ceil(perMessage + feeds * perFeed);
}

/** The cost of a full pack, which is at least that of one requested feed without {@link moreRequests}. */
export function dearestMessage(policy: ClassPolicy): number {
  return costOf(policy, policy.pack);
}

/**
 * How many requests beyond `perRequested` a feed gets after `shortVisits` consecutive visits that ran out of requests.
 */
export function moreRequests({ perRequested, mostRequested = 0 }: ClassPolicy, shortVisits = 0): number {
  if (perRequested === "rest") return 0;
  return Math.max(0, Math.min(perRequested * 2 ** shortVisits, mostRequested) - perRequested);
}
