import type { Feed } from "../schedule/feeds/feed.ts";
import type { FeedPatch } from "../schedule/feeds/feed-store.ts";
import type { PassEnd } from "./feed-reader.ts";

export type StatusInput = {
  readonly now: number;
  /** An empty poll notes its time at most once per this (ms). */
  readonly polledAtGap: number;
  /** A number in [0, 1): feeds that failed together don't come back together. */
  readonly jitter: number;
};

const firstBackoff = 5_000;
const longestBackoff = 15 * 60_000;
/** A parked feed is tried again this often: access may have come back. */
const parkedRetry = 24 * 3_600_000;

/** What a visit's end changes in its feed; empty where nothing is worth a write. */
export function statusPatch(feed: Feed, end: PassEnd, { now, polledAtGap, jitter }: StatusInput): FeedPatch {
  switch (end.outcome) {
    case "yielded":
      return recovered(feed);
    case "waiting":
      return { ...recovered(feed), retryAt: end.until };
    case "done": {
      // Owners are too many for a note each; theirs is estimated from their wheel (architecture rule 6).
      const noted = feed.class !== "owners" && (feed.polledAt === undefined || now - feed.polledAt >= polledAtGap);
      return { ...recovered(feed), ...(noted && { polledAt: now }) };
    }
    case "failed":
      return failed(feed, end.reason, now + Math.max(end.retryAfterMs ?? 0, backoff(feed.failures, jitter)));
    case "refused":
      return failed(feed, end.by, now + backoff(feed.failures, jitter));
    case "parked":
      return { status: "parked", lastError: end.reason, retryAt: now + parkedRetry };
  }
}

/** Whether it is too early to ask the source: a backoff isn't over, or a walk awaits its second question. */
export function mustWait({ retryAt = 0 }: Feed, now: number): boolean {
  return retryAt > now;
}

function recovered({ status, failures, retryAt }: Feed): FeedPatch {
  if (status === "active" && failures === 0 && retryAt === undefined) return {};
  return { status: "active", failures: 0, retryAt: undefined, lastError: undefined };
}

function failed({ failures }: Feed, lastError: string, retryAt: number): FeedPatch {
  return { status: "backing_off", failures: failures + 1, lastError, retryAt: Math.round(retryAt) };
}

/** Doubles per failure, half of it by chance. */
function backoff(failures: number, jitter: number): number {
  return Math.min(longestBackoff, firstBackoff * 2 ** Math.min(failures, 12)) * (0.5 + jitter / 2);
}
