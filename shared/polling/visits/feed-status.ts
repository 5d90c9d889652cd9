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
  /** Whether the visit took a step and didn't then end in an incomplete `opening` step, which every visit reaches. */
  readonly progressed: boolean;
  /** Whether the visit read something that no visit reads again. */
  readonly further?: boolean;
  /** Whether the visit needed a request and had none left. */
  readonly ranOut: boolean;
  /**
   * Whether the failure belongs to the instance, because other feeds also failed, or because no request was left for a
   * retry.
   */
  readonly ofInstance?: boolean;
  /** A number in [0, 1) that spreads the retries of feeds that failed at the same time. */
  readonly jitter: number;
};

/**
 * The maximum number of consecutive short visits that are counted. Counting more of them wouldn't give the next visit
 * more requests in any class.
 */
const mostShortVisits = 8;
/**
 * The same limit for visits that failed with no requests left for retries. Doubling the requests twice is enough for
 * every retry.
 */
const mostForRepeats = 2;

/** Returns the fields of the feed that the end of a visit changes; empty if no change must be written. */
export function statusPatch(feed: Feed, end: PassEnd, input: StatusInput): FeedPatch {
  return { ...transition(feed, end, input), ...shortVisitsPatch(feed, end, input) };
}

/**
 * Counts the consecutive visits that ran out of requests, so that the next visit gets more. A visit that failed because
 * it had no requests left for retries counts only up to `mostForRepeats`, because more requests may only run into more
 * faults. A visit that failed for another reason doesn't change the count, because it doesn't show how many requests it
 * needs.
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
 * Returns the patch that records what the visit read completely, for a write that happens anyway
 * (docs/architecture.md#idle-costs-only-reads). If there is no such write, nothing is lost, because a later visit's
 * reading covers this one.
 */
export function readPatch(
  { class: feedClass, completeReads }: Feed,
  end: PassEnd,
  now: number,
  { heartbeatPeriod }: Pick<Timings, "heartbeatPeriod">,
): FeedPatch {
  if (end.outcome !== "done" || end.complete === undefined || feedClass === "owners") return {};
  const { from, ...rest } = end.complete;
  // The stored readings must reach back to the last heartbeat that publishing has seen, so they are kept this far
  // apart.
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
      // Each visit to an owner reads its journal again. So a visit made progress only if it read something that no
      // visit reads again.
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

/**
 * Returns where a feed of any class goes after a failure of its instance. The feed's slot may be hours away, but the
 * source may recover in seconds.
 */
export function soonAgain(retryAt: number, now: number, nowRevAtStart: number): Leaving {
  return retryAt - now < laterWidth ? { to: "now" } : { to: "later", until: retryAt, nowRevAtStart };
}

/**
 * Returns where a feed goes after a visit: to its slot, to the next tick if there is more to read, or to the end of its
 * backoff.
 */
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
  // The slot of a timeline that failed may pass just before its backoff ends, and the next one is a whole period later.
  // The same is true of any feed that hasn't been read completely yet.
  const isAwaited = feed.class === "timelines" || !feed.drained;
  if (isAwaited && end.outcome === "failed" && retryAt !== undefined) {
    return { to: "later", until: retryAt, nowRevAtStart };
  }
  if (!goesOn) return { to: "slot", level, nowRevAtStart };
  return end.outcome === "yielded" && end.ahead === true ? { to: "ahead" } : { to: "now" };
}

const nothing: ObservedChanges = { times: [], history: false };

/**
 * Returns the owner's change rate after a step, to be written together with the step. Undefined for other feeds, and if
 * the step found nothing, because quiet time counts without a write. The first step always sets a rate, and a rate that
 * was stored while our clock was ahead is corrected.
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

/** The wheel level of a feed after a visit. An owner's level is learned from its changes; other feeds keep theirs. */
export function levelAfter(feed: Feed, caps: OwnerCaps, now: number): number {
  if (feed.class !== "owners") return feed.level;
  return ownerLevel(feed.changeRate ?? newChangeRate(Math.min(now, feed.knownSince ?? now)), now, caps);
}

/**
 * `since` is when the stall's first failure occurred (unix ms). It identifies the stall, so that operators are notified
 * once.
 */
export type Stall = { readonly reason: string; readonly since: number };

/** Notifies operators when a feed stalls and when it is read again. */
export type FeedNotices = {
  stalled(feed: Feed, stall: Stall): Promise<void>;
  recovered(feed: Feed): Promise<void>;
};

/**
 * Notifies operators of the change that `patch` is about to make. The notice is sent before the write. If the write
 * came first, a crash in between would lose the notice. A notice that is sent twice is still one event.
 */
export async function notifyOfStall(notices: FeedNotices, feed: Feed, patch: FeedPatch, now: number): Promise<void> {
  if (!("stalledSince" in patch)) return;
  const { stalledSince, failingSince = feed.failingSince ?? now, lastError = "unknown" } = patch;
  if (isStalled({ stalledSince }) && !isStalled(feed)) {
    await notices.stalled(feed, { reason: lastError, since: failingSince });
  }
  if (!isStalled({ stalledSince }) && isStalled(feed)) await notices.recovered(feed);
}
