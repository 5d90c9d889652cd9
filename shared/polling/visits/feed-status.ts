import { isRecent } from "../../kernel/is-recent.ts";
import type { Timings } from "../../kernel/timings.ts";
import { classPolicies } from "../../schedule/budget/class-policy.ts";
import { withRead } from "../../schedule/feeds/complete-reads.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import { feedTransition, isStalled } from "../../schedule/feeds/feed-state.ts";
import type { FeedPatch, Leaving } from "../../schedule/feeds/feed-write.ts";
import { laterWidth } from "../../schedule/feeds/wheel-partition.ts";
import {
  type ChangeRate,
  isAhead,
  newChangeRate,
  type ObservedChanges,
  withObserved,
} from "../../schedule/rates/change-rate.ts";
import { type OwnerCaps, ownerLevel } from "../../schedule/rates/owner-levels.ts";
import type { PassEnd, VisitEnd } from "../feed-reader.ts";

type StatusInput = {
  readonly now: number;
  /** The shortest time (ms) between two writes of `polledAt` by polls that find nothing. */
  readonly polledAtGap: number;
  /** A feed that has failed for this long (ms) is stalled. */
  readonly stallAfter: number;
  /** Whether the visit took a step and didn't then end in an incomplete `opening` step. */
  readonly progressed: boolean;
  /** Whether the visit read something that no visit reads again. */
  readonly further?: boolean;
  /** Whether the visit needed a request and had none left. */
  readonly ranOut: boolean;
  /** Whether the failure belongs to the instance: other feeds also failed, or no request was left for a retry. */
  readonly ofInstance?: boolean;
  /** A number in [0, 1) that spreads the retries of feeds that failed at the same time. */
  readonly jitter: number;
};

/** More consecutive short visits wouldn't give the next visit more requests in any class. */
const mostShortVisits = 8;
/** Failed visits raise `shortVisits` only to this number: doubling the requests twice is enough for every retry. */
const mostForRepeats = 2;

export function statusPatch(feed: Feed, end: PassEnd, input: StatusInput): FeedPatch {
  return { ...transition(feed, end, input), ...shortVisitsPatch(feed, end, input) };
}

/**
 * Counts the consecutive visits that ran out of requests, so that the next visit gets more. A failed visit counts only
 * up to `mostForRepeats`, because more requests may only run into more faults. A visit that failed with requests left
 * doesn't change the count, because the visit doesn't show how many requests it needs.
 */
function shortVisitsPatch(
  { class: feedClass, shortVisits = 0 }: Feed,
  { outcome }: PassEnd,
  { ranOut }: StatusInput,
): FeedPatch {
  if (classPolicies[feedClass].mostRequested === undefined) return {};
  const failed = outcome === "failed" || outcome === "refused";
  const most = failed ? Math.max(shortVisits, mostForRepeats) : mostShortVisits;
  const isShort = ranOut && (failed || outcome === "yielded");
  const count = isShort ? Math.min(shortVisits + 1, most) : failed ? shortVisits : 0;
  if (count === shortVisits) return {};
  return { shortVisits: count === 0 ? undefined : count };
}

/**
 * The caller adds this patch only to a write that happens anyway (docs/architecture.md#idle-costs-only-reads). Without
 * such a write, nothing is lost, because a later visit's reading covers this one.
 */
export function readPatch(
  { class: feedClass, completeReads }: Feed,
  end: PassEnd,
  now: number,
  { heartbeatPeriod }: Pick<Timings, "heartbeatPeriod">,
): FeedPatch {
  if (end.outcome !== "done" || end.complete === undefined || feedClass === "owners") return {};
  const { from, ...rest } = end.complete;
  // The stored readings are this far apart, so that they reach back to the last heartbeat that publishing has seen.
  return {
    completeReads: [...withRead(completeReads, { ...rest, from: Math.floor(from), by: now }, heartbeatPeriod / 3)],
  };
}

function transition(feed: Feed, end: PassEnd, input: StatusInput): FeedPatch {
  const { now, polledAtGap, progressed, further = false, ofInstance = false, jitter } = input;
  switch (end.outcome) {
    case "yielded":
      return feedTransition(feed, { event: progressed ? "read" : "ran_out" }, input);
    case "waiting":
      return feedTransition(feed, { event: "waited", until: end.until }, input);
    case "done": {
      if (end.idle === true) return feedTransition(feed, { event: "read" }, input);
      // There are too many owners to write the time of each poll, so an owner's last poll is estimated from its wheel
      // (docs/architecture.md#idle-costs-only-reads).
      const noted =
        feed.class !== "owners" && (feed.polledAt === undefined || !isRecent(feed.polledAt, polledAtGap, now));
      return { ...feedTransition(feed, { event: "read" }, input), ...(noted && { polledAt: now }) };
    }
    case "failed": {
      const { reason, retryAfterMs } = end;
      // Each visit to an owner reads its journal again, which isn't progress.
      const gotFurther = feed.class === "owners" ? further : progressed;
      const failed = { event: "failed", reason, retryAfterMs, progressed: gotFurther, ofInstance, jitter } as const;
      return feedTransition(feed, failed, input);
    }
    case "refused":
      return feedTransition(feed, { event: "failed", reason: end.by, ofInstance, jitter }, input);
    case "parked":
      return feedTransition(feed, { event: "gave_up", reason: end.reason }, input);
  }
}

/** For a failure of the instance: the feed's slot may be hours away, but the source may recover in seconds. */
export function soonAgain(retryAt: number, now: number, nowRevAtStart: number): Leaving {
  return retryAt - now < laterWidth ? { to: "now" } : { to: "later", until: retryAt, nowRevAtStart };
}

export function leavingOf(
  feed: Feed,
  nowRevAtStart: number,
  end: VisitEnd,
  level: number,
  retryAt: number | undefined,
): Leaving {
  // A walk's slot comes only once a day, so after a fault the walk resumes as soon as its backoff is over.
  const faulty = end.outcome === "failed" || end.outcome === "refused" || end.outcome === "skipped";
  const goesOn = end.outcome === "yielded" || end.outcome === "waiting" || (feed.class === "walks" && faulty);
  // The slot of a failed timeline may pass just before its backoff ends, and the next slot is a whole period later. The
  // same is true of any feed that isn't drained.
  const isAwaited = feed.class === "timelines" || !feed.drained;
  if (isAwaited && end.outcome === "failed" && retryAt !== undefined) {
    return { to: "later", until: retryAt, nowRevAtStart };
  }
  if (!goesOn) return { to: "slot", level, nowRevAtStart };
  return end.outcome === "yielded" && end.ahead === true ? { to: "ahead" } : { to: "now" };
}

const nothing: ObservedChanges = { times: [], history: false };

/**
 * Returns undefined if there is nothing to write. Quiet time needs no write, because readers of the rate calculate its
 * decay. A rate that was stored while our clock was ahead is corrected.
 */
export function changeRateAfter(
  feed: Feed,
  found: ObservedChanges = nothing,
  beganAt: number,
  now: number,
): ChangeRate | undefined {
  if (feed.class !== "owners") return undefined;
  const { changeRate } = feed;
  if (changeRate !== undefined && found.times.length === 0 && !isAhead(changeRate, now)) return undefined;
  return withObserved(feed.changeRate ?? newChangeRate(Math.min(now, feed.knownSince ?? beganAt)), found, now);
}

export function levelAfter(feed: Feed, caps: OwnerCaps, now: number): number {
  if (feed.class !== "owners") return feed.level;
  return ownerLevel(feed.changeRate ?? newChangeRate(Math.min(now, feed.knownSince ?? now)), now, caps);
}

/** `since` (unix ms) is the time of the first failure. It identifies the stall, so that operators are notified once. */
export type Stall = { readonly reason: string; readonly since: number };

export type FeedNotices = {
  stalled(feed: Feed, stall: Stall): Promise<void>;
  recovered(feed: Feed): Promise<void>;
};

/**
 * Called before `patch` is written. If the write came first, a crash in between would lose the notice. A notice that is
 * sent twice is still one event.
 */
export async function notifyOfStall(notices: FeedNotices, feed: Feed, patch: FeedPatch, now: number): Promise<void> {
  if (!("stalledSince" in patch)) return;
  const { stalledSince, failingSince = feed.failingSince ?? now, lastError = "unknown" } = patch;
  if (isStalled({ stalledSince }) && !isStalled(feed)) {
    await notices.stalled(feed, { reason: lastError, since: failingSince });
  }
  if (!isStalled({ stalledSince }) && isStalled(feed)) await notices.recovered(feed);
}
