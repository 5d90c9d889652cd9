import type { Feed, FeedClass } from "../../schedule/feed.ts";
import type { FeedStatus } from "./status-schemas.ts";

/** What is known of an instance's feeds, class by class; the worst of a class is what it says. */
export function feedStatuses(feeds: readonly Feed[], now: number): { [name in FeedClass]?: FeedStatus } {
  const classes = Map.groupBy(feeds, ({ class: feedClass }) => feedClass);
  return Object.fromEntries([...classes].map(([name, members]) => [name, statusOf(members, now)]));
}

function statusOf(feeds: readonly Feed[], now: number): FeedStatus {
  const polls = feeds.flatMap(({ polledAt }) => polledAt ?? []);
  const isComplete = polls.length === feeds.length;
  return {
    status: worst(feeds),
    feeds: feeds.length,
    ...(polls.length === 0 ? {} : { lastPoll: new Date(Math.max(...polls)).toISOString() }),
    // A feed that was never read has no lag that a number could tell.
    ...(isComplete && polls.length > 0 ? { lagSeconds: Math.max(0, now - Math.min(...polls)) / 1_000 } : {}),
  };
}

function worst(feeds: readonly Feed[]): FeedStatus["status"] {
  if (feeds.some(({ status }) => status === "parked")) return "parked";
  if (feeds.some(({ status }) => status === "backing_off")) return "backing_off";
  return feeds.every(({ drained }) => drained) ? "active" : "connecting";
}
