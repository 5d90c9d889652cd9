import type { Timings } from "../../kernel/timings.ts";
import type { Feed } from "./feed.ts";

/**
 * The state of a feed. Four of the states are its stored `status`. A feed is `stalled` if its visits read nothing and
 * operators were notified; it stays stalled until a visit reads it again.
 * ```
 * from                         event                                             to
 * any but paused               read, waited                                      active
 * active, backing_off, parked  failed                                            backing_off
 * active, backing_off, parked  failed 10 times in a row, or for `stallAfter`     stalled
 * active, backing_off, parked  refused (403) after a failed visit                stalled
 * active, backing_off, parked  ran out without a read for `stallAfter`           stalled
 * active, backing_off, parked  gave_up because of `unreachable` or `owner_gone`  parked
 * active, backing_off, parked  gave_up for any other reason                      stalled
 * stalled                      failed, gave_up                                   stalled
 * any                          an operator pauses                                paused
 * paused                       an operator resumes                               stalled if it was, otherwise active
 * backing_off, parked          an operator resumes, or its instance changes      active
 * parked                       its owner is gone for good or exists again        active
 * backing_off                  the source responds again after an outage         active
 * ```
 * A failure of the instance counts only towards `stallAfter`: not towards the ten failures, and not as the failure
 * before a refusal. After each such failure, the feed waits for at most two seconds, unless the source asks for more.
 */
export type FeedState = Feed["status"] | "stalled";

export function feedState({ status, stalledSince }: Pick<Feed, "status" | "stalledSince">): FeedState {
  return status === "paused" || stalledSince === undefined ? status : "stalled";
}

/** Whether a feed waits because its last visit failed. */
export const isInTrouble = ({ status }: Pick<Feed, "status">): boolean =>
  status === "parked" || status === "backing_off";

/** Whether operators were notified that the feed is stalled, and no visit has read it since. */
export const isStalled = ({ stalledSince }: Pick<Feed, "stalledSince">): boolean => stalledSince !== undefined;

/**
 * The longest wait (ms) of a feed, whatever a source or a reader asks for. The feed is then tried again, which may lead
 * to another wait.
 */
const longestWait = 24 * 3_600_000;

/**
 * Whether it is too early to ask the source, because the feed is backing off or parked, or because its last visit set a
 * time for the next one (`waited`). A wait that exceeds `longestWait` comes from a clock that was ahead, and is
 * ignored.
 */
export function mustWait({ retryAt = 0 }: Pick<Feed, "retryAt">, now: number): boolean {
  // The clocks of workers may differ by seconds.
  return retryAt > now && retryAt - now < longestWait + 60_000;
}

/**
 * Whether a message with the feed is under way. Another visit would only conflict with that message's visit. An
 * `underWayUntil` that is too far ahead comes from a wrong clock, and is ignored.
 */
export function isUnderWay({ underWayUntil = 0 }: Pick<Feed, "underWayUntil">, now: number): boolean {
  return underWayUntil > now && underWayUntil - now < longestWait;
}

/** The result of a visit for its feed. `reason` is a stable code for operators. */
export type FeedEvent =
  | { readonly event: "read" }
  /** The feed was read, and must not be polled before `until` (unix ms). */
  | { readonly event: "waited"; readonly until: number }
  /**
   * A fault that may be temporary. `retryAfterMs`: the pause that the source asked for. `progressed`: the visit had
   * read something before the fault. `ofInstance`: other feeds also failed, so the failure says nothing about this
   * feed. `jitter` is a number in [0, 1).
   */
  | {
      readonly event: "failed";
      readonly reason: string;
      readonly jitter: number;
      readonly progressed?: boolean;
      readonly ofInstance?: boolean;
      readonly retryAfterMs?: number | undefined;
    }
  /** The visit ran out of requests or time before it read anything. */
  | { readonly event: "ran_out" }
  /** Another visit can't succeed until an operator acts or the source changes. */
  | { readonly event: "gave_up"; readonly reason: string };

/** The changes that an event makes to a feed; undefined removes an attribute. */
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
/**
 * How long (ms) a feed is parked after a first failure. Each further consecutive failure doubles this time, up to
 * `longestWait`. Parked feeds are tried again because an owner may exist again, or access may return.
 */
const firstParked = 15 * 60_000;
/** After this many consecutive failures, a feed is stalled, however quickly they followed each other. */
const mostFailures = 10;
/**
 * A feed is also stalled if the last of at least this many consecutive failures is a refusal, because a missing
 * permission needs an operator. A 403 with no failure before it may come from a proxy.
 */
const mostRefusals = 2;
const refusals = new Set(["forbidden", "unavailable_403"]);
/** Reasons for parking that aren't faults, so the feed doesn't stall: its room is unreachable, or its owner is gone. */
const expected = new Set(["unreachable", "owner_gone"]);

/**
 * Returns the changes that a visit's result makes to its feed; empty if nothing changes.
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
      // A feed with a lot to read may hit a fault in almost every visit. If its progress didn't count, its waits would
      // grow even though each visit reads further.
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
      const wait = Math.min(longestWait, firstParked * 2 ** feed.failures);
      return { status: "parked", failures: feed.failures + 1, lastError: reason, retryAt: now + wait, ...stalls };
    }
  }
}

/** An operator paused the feed. The results of its visits are kept. */
export const pausedByOperator = { status: "paused" } as const;

/** The changes that resume a feed immediately. A stall ends only when a visit reads the feed. */
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

/**
 * The wait (ms) doubles with each failure, up to `longestBackoff`. Half of it is random, so that feeds that failed at
 * the same time aren't retried at the same time.
 */
function backoff(failures: number, jitter: number): number {
  return Math.min(longestBackoff, firstBackoff * 2 ** failures) * (0.5 + jitter / 2);
}
