import { isRecent } from "../../kernel/is-recent.ts";
import { classPolicies } from "../../schedule/budget/class-policy.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import { feedTransition } from "../../schedule/feeds/feed-state.ts";
import type { FeedPatch } from "../../schedule/feeds/feed-write.ts";
import type { PassEnd } from "../feed-reader.ts";

export type StatusInput = {
  readonly now: number;
  /** An empty poll writes its time at most once per this time (ms). */
  readonly polledAtGap: number;
  /** A feed that has failed for this long (ms) is stalled. */
  readonly stallAfter: number;
  /** Whether the visit took a step and, if one was incomplete, got further than the last visit. */
  readonly progressed: boolean;
  /** Whether the visit read something that no visit reads again. */
  readonly further?: boolean;
  /** Whether the visit needed a request and had none left. */
  readonly ranOut: boolean;
  /**
   * Whether the failure belongs to the instance, because other feeds failed, too, or no request was left for a retry.
   */
  readonly ofInstance?: boolean;
  /** A number in [0, 1) that spreads the retries of feeds that failed together. */
  readonly jitter: number;
};

/** After this many short visits in a row, no class grants more. */
const mostShortVisits = 8;
/** The same for visits that failed for lack of retries: four times as many requests are enough to retry each. */
const mostForRepeats = 2;

/** The fields of the feed that the end of a visit changes; empty if no change must be written. */
export function statusPatch(feed: Feed, end: PassEnd, input: StatusInput): FeedPatch {
  return { ...transition(feed, end, input), ...shortVisitsPatch(feed, end, input) };
}

/**
 * Counts the short visits in a row, for which the next visit gets more requests. A visit that failed because it had no
 * requests left for retries counts only up to `mostForRepeats`, because many requests may only meet more faults. A
 * visit that failed for another reason doesn't change the count, because it doesn't show how many requests it needs.
 */
function shortVisitsPatch(
  { class: feedClass, shortVisits = 0 }: Feed,
  { outcome }: PassEnd,
  { ranOut }: Pick<StatusInput, "ranOut">,
): FeedPatch {
  if (classPolicies[feedClass].mostRequested === undefined) return {};
  const failed = outcome === "failed" || outcome === "refused";
  const most = failed ? Math.max(shortVisits, mostForRepeats) : mostShortVisits;
  const isShort = ranOut && (failed || outcome === "yielded");
  const count = isShort ? Math.min(shortVisits + 1, most) : failed ? shortVisits : 0;
  if (count === shortVisits) return {};
  return { shortVisits: count === 0 ? undefined : count };
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
      // There are too many owners to write the time of each poll, so it is estimated from their wheel
      // (docs/architecture.md#idle-costs-only-reads).
      const noted =
        feed.class !== "owners" && (feed.polledAt === undefined || !isRecent(feed.polledAt, polledAtGap, now));
      return { ...feedTransition(feed, { event: "read" }, input), ...(noted && { polledAt: now }) };
    }
    case "failed": {
      const { reason, retryAfterMs } = end;
      // Each visit to an owner reads its journal, so a visit got further than the last one only if it read something
      // that no visit reads again.
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
