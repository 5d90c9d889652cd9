import type { Timings } from "../../kernel/timings.ts";
import type { Feed } from "./feed.ts";

/**
 * A feed is `stalled` if its visits don't succeed and operators were notified. The feed stays stalled until a visit
 * succeeds. docs/architecture.md#poll-from-a-checkpoint-to-observations shows the main transitions. A failure of the
 * instance counts towards `stallAfter`, but not towards `mostFailures` or `mostRefusals`.
 */
export type FeedState = Feed["status"] | "stalled";

export function feedState({ status, stalledSince }: Pick<Feed, "status" | "stalledSince">): FeedState {
  return status === "paused" || stalledSince === undefined ? status : "stalled";
}

export const isInTrouble = ({ status }: Pick<Feed, "status">): boolean =>
  status === "parked" || status === "backing_off";

export const isStalled = ({ stalledSince }: Pick<Feed, "stalledSince">): boolean => stalledSince !== undefined;

/** The longest wait (ms) of a feed, whatever a source or a reader asks for. */
const longestWait = 24 * 3_600_000;

/** A wait that exceeds `longestWait` was set by a wrong clock, and is ignored. */
export function mustWait({ retryAt = 0 }: Pick<Feed, "retryAt">, now: number): boolean {
  // Workers' clocks may differ by seconds.
  return retryAt > now && retryAt - now < longestWait + 60_000;
}

/** Whether a message with the feed may be under way. A time too far ahead was set by a wrong clock, and is ignored. */
export function isUnderWay({ underWayUntil = 0 }: Pick<Feed, "underWayUntil">, now: number): boolean {
  return underWayUntil > now && underWayUntil - now < longestWait;
}

/** `reason` is a stable code for operators. */
export type FeedEvent =
  | { readonly event: "read" }
  /** The feed was read, and must not be polled before `until` (unix ms). */
  | { readonly event: "waited"; readonly until: number }
  /**
   * A fault that may be temporary. `progressed`: the visit made progress before the fault. `ofInstance`: other feeds
   * also failed, or no request was left for a retry, so the failure says nothing about this feed.
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

/** Undefined removes the attribute. */
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

/**
 * After a failure of the instance, the wait (ms) is random between these limits, unless the source asks for a longer
 * one.
 */
const instanceWait = { least: 500, most: 2_000 } as const;
const firstBackoff = 5_000;
const longestBackoff = 15 * 60_000;
/**
 * How long (ms) a feed is parked after a first failure. Parked feeds are tried again, because an owner may exist again,
 * or access may return.
 */
const firstParked = 15 * 60_000;
/** After this many consecutive failures, a feed is stalled, however quickly they followed each other. */
const mostFailures = 10;
/**
 * If the last failure is a refusal, this many failures in a row stall a feed, because a missing permission needs an
 * operator. A 403 with no failure before it may come from a proxy.
 */
const mostRefusals = 2;
const refusals = new Set(["forbidden", "unavailable_403"]);
/** Reasons for parking that aren't faults, so the feed doesn't stall: its room is unreachable, or its owner is gone. */
const expected = new Set(["unreachable", "owner_gone"]);

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

export const pausedByOperator = { status: "paused" } as const;

/** Resuming doesn't end a stall. Only a visit that succeeds does. */
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

/** In ms. Half of the wait is random, so that feeds that failed at the same time aren't retried at the same time. */
function backoff(failures: number, jitter: number): number {
  return Math.min(longestBackoff, firstBackoff * 2 ** failures) * (0.5 + jitter / 2);
}
