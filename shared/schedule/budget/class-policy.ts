import type { FeedClass } from "../feeds/feed.ts";

export type ClassPolicy = {
  /** Part of the budget that no other class can take. What isn't reserved goes to whoever comes first. */
  readonly share: number;
  /** Feeds that are granted together, for what a message with them may cost. */
  readonly pack: number;
  /** Packs that may go in one message where a tick has several: each message is an invocation and two requests to the queue. */
  readonly packsPerMessage: number;
  /** Requests of a message besides its feeds' own: a token, and one repeat. */
  readonly perMessage: number;
  /** Requests of a feed that is due on its wheel: mostly one, that finds nothing. */
  readonly perFeed: number;
  /** Requests of a feed whose poll was requested; "rest" shares out all that is left, for what reads on where it stopped. */
  readonly perRequested: number | "rest";
  /**
   * How many these become for a feed whose visits keep running out of requests: each such visit doubles them. An owner that lost a
   * thousand documents has two thousand questions, and at four a visit its removals would be told hours later. Absent: no more.
   */
  readonly mostRequested?: number;
  /**
   * Requests of a first visit, of an owner one each for journal, folders and documents: with fewer, nearly every owner
   * would be visited twice. An owner with more than a page of them is requested again.
   */
  readonly perFirst: number;
};

/** What a message doesn't spend is granted again two ticks later at the soonest: grants are small, and a feed that needs more comes again. */
export const classPolicies: { readonly [name in FeedClass]: ClassPolicy } = {
  timelines: { share: 0.25, pack: 1, packsPerMessage: 6, perMessage: 2, perFeed: 2, perRequested: "rest", perFirst: 2 },
  rooms: {
    share: 0.15,
    pack: 5,
    packsPerMessage: 1,
    perMessage: 2,
    perFeed: 2,
    perRequested: 4,
    mostRequested: 64,
    perFirst: 4,
  },
  owners: {
    share: 0.15,
    pack: 10,
    packsPerMessage: 6,
    perMessage: 2,
    perFeed: 1.2,
    perRequested: 4,
    mostRequested: 256,
    perFirst: 3,
  },
  small: { share: 0.05, pack: 1, packsPerMessage: 1, perMessage: 2, perFeed: 4, perRequested: 4, perFirst: 4 },
  walks: { share: 0.1, pack: 1, packsPerMessage: 1, perMessage: 2, perFeed: 8, perRequested: "rest", perFirst: 8 },
  // Last in order, and a little at a time: what they leave of their share goes to the others.
  scrubs: { share: 0.05, pack: 1, packsPerMessage: 1, perMessage: 2, perFeed: 8, perRequested: 8, perFirst: 8 },
};

/** What a message of `feeds` feeds may cost. */
export function costOf(policy: ClassPolicy, feeds: number, perFeed = policy.perFeed): number {
  return Math.ceil(policy.perMessage + feeds * perFeed);
}

/** What must be saved up before a class can send its dearest message: a whole pack, or one requested feed. */
export function dearestMessage(policy: ClassPolicy): number {
  const { pack, perFeed, perRequested } = policy;
  return Math.max(costOf(policy, pack), costOf(policy, 1, perRequested === "rest" ? perFeed : perRequested));
}

/** Requests that a requested feed would use besides the usual ones, after so many visits in a row that ran out of them. */
export function moreRequests({ perRequested, mostRequested = 0 }: ClassPolicy, shortVisits = 0): number {
  if (perRequested === "rest") return 0;
  return Math.max(0, Math.min(perRequested * 2 ** shortVisits, mostRequested) - perRequested);
}
