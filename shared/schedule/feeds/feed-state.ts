import type { Timings } from "../../kernel/timings.ts";
import type { Feed } from "./feed.ts";

/**
 * What a feed is up to. Four of the states are its stored `status`; `stalled` is a feed whose visits read nothing and about
 * which the operators were notified. It remains stalled until a visit reads again.
 *
 * ```
 * from                         event                                                to
 * any but paused               read, waited                                         active
 * active, backing_off, parked  failed                                               backing_off
 * active, backing_off, parked  failed for the 10th time in a row or `stallAfter`    stalled
 * active, backing_off, parked  refused (403) for the 2nd time in a row              stalled
 * active, backing_off, parked  ran out without a read for `stallAfter`              stalled
 * active, backing_off, parked  gave_up because of `unreachable` or `owner_gone`     parked
 * active, backing_off, parked  gave_up for any other reason                         stalled
 * stalled                      failed, gave_up                                      stalled
 * any                          an operator pauses                                   paused
 * paused                       an operator resumes                                  what it was: active or stalled
 * backing_off, parked          an operator resumes, or its owner is there again     active
 * backing_off                  the source answers again after an outage             active
 * ```
 *
 * A failure that is put down to the instance doesn't count as one in a row: the feed waits for seconds, however many come.
 */
export type FeedState = Feed["status"] | "stalled";

export function feedState({ status, stalledSince }: Pick<Feed, "status" | "stalledSince">): FeedState {
  return status === "paused" || stalledSince === undefined ? status : "stalled";
}

/** Whether the last visits of a feed failed. */
export const isInTrouble = ({ status }: Pick<Feed, "status">): boolean =>
  status === "parked" || status === "backing_off";

/** Whether the operators were notified that a feed stands still, and it hasn't been read since. */
export const isStalled = ({ stalledSince }: Pick<Feed, "stalledSince">): boolean => stalledSince !== undefined;

/** No feed waits for longer than this, whatever a source or a reader asks for: it is tried again, and may go on waiting. */
const longestWait = 24 * 3_600_000;

/**
 * Whether it is too early to ask the source: a backoff isn't over, or a walk awaits its second question. A feed that would wait for
 * longer than any may got its time from a clock that was ahead, and doesn't wait.
 */
export function mustWait({ retryAt = 0 }: Pick<Feed, "retryAt">, now: number): boolean {
  // Clocks of several workers differ by seconds.
  return retryAt > now && retryAt - now < longestWait + 60_000;
}

/** Whether a message with the feed is under way, so that another visit would only get in its way. */
export function isUnderWay({ underWayUntil = 0 }: Pick<Feed, "underWayUntil">, now: number): boolean {
  return underWayUntil > now && underWayUntil - now < longestWait;
}

/** What happened to a feed in a visit. `reason` is a stable word for operators. */
export type FeedEvent =
  | { readonly event: "read" }
  /** It was read, and must not be asked before `until` (unix ms). */
  | { readonly event: "waited"; readonly until: number }
  /**
   * A fault that may pass; the source wants to be left alone for `retryAfterMs`. `progressed`: the visit read something
   * before. `ofInstance`: others failed as well, so it says nothing about this feed. `jitter` is a number in [0, 1).
   */
  | {
      readonly event: "failed";
      readonly reason: string;
      readonly jitter: number;
      readonly progressed?: boolean;
      readonly ofInstance?: boolean;
      readonly retryAfterMs?: number | undefined;
    }
  /** Its requests or its time were used up before it had read anything. */
  | { readonly event: "ran_out" }
  /** Nothing is to be expected until somebody looks, or something changes at the source. */
  | { readonly event: "gave_up"; readonly reason: string };

/** What an event changes in a feed; undefined removes. */
export type FeedTransition = {
  readonly [name in
    | "status"
    | "failures"
    | "instanceFailures"
    | "retryAt"
    | "lastError"
    | "failingSince"
    | "stalledSince"]?: Feed[name] | undefined;
};

/** The shortest and the longest wait (ms) after a failure of the instance. */
const instanceWait = { least: 500, most: 2_000 } as const;
const firstBackoff = 5_000;
const longestBackoff = 15 * 60_000;
/** A parked feed is tried again: an owner may be there again, access may have come back. */
const firstParked = 15 * 60_000;
/** Consecutive failures that make a feed stalled, however fast they came. */
const mostFailures = 10;
/** The same of refusals: a missing permission doesn't pass by itself. A single 403 may come from a proxy. */
const mostRefusals = 2;
const refusals = new Set(["forbidden", "unavailable_403"]);
/** Parked for good reason: events of their own say so, if there is anything to say. */
const expected = new Set(["unreachable", "owner_gone"]);

/**
 * The state machine of a visited feed; empty where nothing changes.
 *
 * @example feedTransition(feed, { event: "read" }, { now, stallAfter }) // { status: "active", failures: 0, … }
 */
export function feedTransition(
  feed: Feed,
  happened: FeedEvent,
  { now, stallAfter }: { readonly now: number } & Pick<Timings, "stallAfter">,
): FeedTransition {
  switch (happened.event) {
    case "read":
      return recovered(feed);
    case "waited":
      return { ...recovered(feed), retryAt: Math.min(happened.until, now + longestWait) };
    case "failed": {
      // Who has much to read meets a fault in almost every visit, and would wait longer and longer though each one got further.
      const { progressed, ofInstance = false, jitter, retryAfterMs = 0 } = happened;
      const before = progressed === true ? 0 : feed.failures;
      const failures = ofInstance ? before : before + 1;
      const failingSince = feed.failingSince ?? now;
      const inARowAtMost = refusals.has(happened.reason) ? mostRefusals : mostFailures;
      const stalls = (!ofInstance && failures >= inARowAtMost) || now - failingSince >= stallAfter;
      const stalledSince = feed.stalledSince ?? (stalls ? now : undefined);
      const { least, most } = instanceWait;
      const wait = ofInstance ? least + (most - least) * jitter : backoff(before, jitter);
      const retryAt = Math.round(now + Math.min(longestWait, Math.max(retryAfterMs, wait)));
      const failed = { status: "backing_off", failures, failingSince, stalledSince, retryAt } as const;
      const inARow = progressed === true ? 0 : (feed.instanceFailures ?? 0);
      return {
        ...failed,
        ...(ofInstance && { instanceFailures: inARow + 1 }),
        lastError: happened.reason,
      };
    }
    case "ran_out": {
      const failingSince = feed.failingSince ?? now;
      if (isStalled(feed) || now - failingSince < stallAfter)
        return feed.failingSince === undefined ? { failingSince } : {};
      return { failingSince, stalledSince: now, lastError: feed.lastError ?? "out_of_requests" };
    }
    case "gave_up": {
      const { reason } = happened;
      const stalls = !expected.has(reason) && { stalledSince: feed.stalledSince ?? now };
      const wait = Math.min(longestWait, firstParked * 2 ** Math.min(feed.failures, 12));
      return { status: "parked", failures: feed.failures + 1, lastError: reason, retryAt: now + wait, ...stalls };
    }
  }
}

/** An operator paused the feed. What its visits met is kept. */
export const pausedByOperator = { status: "paused" } as const;

/** Back to work at once. A stall ends only with a visit that reads. */
export const resumed = {
  set: { status: "active", failures: 0 },
  remove: ["retryAt", "lastError", "instanceFailures"],
} as const;

function recovered({ status, failures, instanceFailures, retryAt, failingSince, stalledSince }: Feed): FeedTransition {
  const isHealthy = status === "active" && failures === 0 && retryAt === undefined;
  if (isHealthy && failingSince === undefined && stalledSince === undefined) return {};
  const healthy = { failingSince: undefined, stalledSince: undefined, lastError: undefined, retryAt: undefined };
  const noneInARow = instanceFailures !== undefined && { instanceFailures: undefined };
  return { status: "active", failures: 0, ...noneInARow, ...healthy };
}

/** Doubles per failure, half of it by chance: feeds that failed together don't come back together. */
function backoff(failures: number, jitter: number): number {
  return Math.min(longestBackoff, firstBackoff * 2 ** Math.min(failures, 12)) * (0.5 + jitter / 2);
}
