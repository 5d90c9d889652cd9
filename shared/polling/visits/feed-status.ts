import type { Feed } from "../../schedule/feeds/feed.ts";
import type { FeedPatch } from "../../schedule/feeds/feed-store.ts";
import type { PassEnd } from "../feed-reader.ts";

export type StatusInput = {
  readonly now: number;
  /** An empty poll notes its time at most once per this (ms). */
  readonly polledAtGap: number;
  /** A feed that has failed for so long (ms) is stalled. */
  readonly stallAfter: number;
  /** The visit read something. */
  readonly progressed: boolean;
  /** A number in [0, 1): feeds that failed together don't come back together. */
  readonly jitter: number;
};

const firstBackoff = 5_000;
const longestBackoff = 15 * 60_000;
/** A parked feed is tried again: an owner may be there again, access may have come back. */
const firstParked = 15 * 60_000;
const longestParked = 24 * 3_600_000;
/** Consecutive failures that make a feed stalled, however fast they came. */
const mostFailures = 10;
/** Parked for good reason: told by events of their own, if there is anything to tell. */
const expected = new Set(["unreachable", "owner_gone"]);

/** What a visit's end changes in its feed; empty where nothing is worth a write. */
export function statusPatch(feed: Feed, end: PassEnd, input: StatusInput): FeedPatch {
  const { now, polledAtGap, progressed, jitter } = input;
  switch (end.outcome) {
    case "yielded":
      return progressed ? recovered(feed) : {};
    case "waiting":
      return { ...recovered(feed), retryAt: end.until };
    case "done": {
      // Owners are too many for a note each; theirs is estimated from their wheel
      // (docs/architecture.md#idle-costs-only-reads).
      const noted = feed.class !== "owners" && (feed.polledAt === undefined || now - feed.polledAt >= polledAtGap);
      return { ...recovered(feed), ...(noted && { polledAt: now }) };
    }
    case "failed":
      return failed(feed, end.reason, Math.max(end.retryAfterMs ?? 0, backoff(feed.failures, jitter)), input);
    case "refused":
      return failed(feed, end.by, backoff(feed.failures, jitter), input);
    case "parked": {
      const stalls = !expected.has(end.reason) && { stalledSince: feed.stalledSince ?? now };
      const wait = Math.min(longestParked, firstParked * 2 ** Math.min(feed.failures, 12));
      return { status: "parked", failures: feed.failures + 1, lastError: end.reason, retryAt: now + wait, ...stalls };
    }
  }
}

/** Whether it is too early to ask the source: a backoff isn't over, or a walk awaits its second question. */
export function mustWait({ retryAt = 0 }: Feed, now: number): boolean {
  return retryAt > now;
}

function recovered({ status, failures, retryAt, stalledSince }: Feed): FeedPatch {
  if (status === "active" && failures === 0 && retryAt === undefined && stalledSince === undefined) return {};
  const healthy = { failingSince: undefined, stalledSince: undefined, lastError: undefined, retryAt: undefined };
  return { status: "active", failures: 0, ...healthy };
}

function failed(feed: Feed, lastError: string, wait: number, { now, stallAfter }: StatusInput): FeedPatch {
  const failures = feed.failures + 1;
  const failingSince = feed.failingSince ?? now;
  const stalls = failures >= mostFailures || now - failingSince >= stallAfter;
  const stalledSince = feed.stalledSince ?? (stalls ? now : undefined);
  const retryAt = Math.round(now + wait);
  return { status: "backing_off", failures, failingSince, stalledSince, lastError, retryAt };
}

/** Doubles per failure, half of it by chance. */
function backoff(failures: number, jitter: number): number {
  return Math.min(longestBackoff, firstBackoff * 2 ** Math.min(failures, 12)) * (0.5 + jitter / 2);
}
