import { type Feed, type FeedIdentity, feedIdOf } from "./feed.ts";
import { classOf } from "./feed-kinds.ts";
import { levelOfClass, requestedPartition } from "./wheel-partition.ts";

/**
 * A feed as it is first stored: polled at the next tick, then in its slot. There may be thousands of owners, so their
 * first visits have a queue of their own.
 */
export function newFeed(identity: FeedIdentity): Feed {
  const feedId = feedIdOf(identity);
  const feedClass = classOf(identity.kind);
  return {
    ...identity,
    feedId,
    class: feedClass,
    rev: 0,
    level: levelOfClass[feedClass],
    wheel: requestedPartition(identity.instance, feedClass, feedClass === "owners" ? "first" : "now", feedId),
    nowRev: 0,
    status: "active",
    drained: !hasFirstContact(identity),
    failures: 0,
  };
}

/**
 * First contact drains the timelines, those of persons and companies by `created` alone, and reads journals and
 * templates to their first end.
 */
export function hasFirstContact({ kind, query }: FeedIdentity): boolean {
  switch (classOf(kind)) {
    case "timelines":
      return query["key"] !== "modified";
    case "rooms":
    case "owners":
      return true;
    case "small":
      return kind === "company-template" || kind === "project-template";
    case "walks":
    case "scrubs":
      return false;
  }
}
