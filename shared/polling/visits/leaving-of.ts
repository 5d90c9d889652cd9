import type { Feed } from "../../schedule/feeds/feed.ts";
import type { Leaving } from "../../schedule/feeds/feed-write.ts";
import { laterWidth } from "../../schedule/feeds/wheel-partition.ts";
import type { VisitEnd } from "../feed-reader.ts";

/**
 * Where a feed of any class goes after a failure of its instance. Its slot may come round only hours later, while the
 * source may recover in seconds.
 */
export function soonAgain(retryAt: number, now: number, nowRevAtStart: number): Leaving {
  return retryAt - now < laterWidth ? { to: "now" } : { to: "later", until: retryAt, nowRevAtStart };
}

/**
 * Where a feed goes after a visit: to its slot, to the next tick if there is more to read, or to the end of its
 * backoff.
 */
export function leavingOf(
  feed: Feed,
  nowRevAtStart: number,
  end: VisitEnd,
  level: number,
  retryAt: number | undefined,
): Leaving {
  // A walk's slot comes round only once a day, so after a fault the walk resumes as soon as its backoff is over.
  const faulty = end.outcome === "failed" || end.outcome === "refused" || end.outcome === "skipped";
  const goesOn = end.outcome === "yielded" || end.outcome === "waiting" || (feed.class === "walks" && faulty);
  // The slot of a timeline that failed may pass just before its backoff ends, and then come round only a whole period
  // later. The same is true for an owner whose first contact isn't done.
  const isAwaited = feed.class === "timelines" || !feed.drained;
  if (isAwaited && end.outcome === "failed" && retryAt !== undefined) {
    return { to: "later", until: retryAt, nowRevAtStart };
  }
  if (!goesOn) return { to: "slot", level, nowRevAtStart };
  return end.outcome === "yielded" && end.ahead === true ? { to: "ahead" } : { to: "now" };
}
