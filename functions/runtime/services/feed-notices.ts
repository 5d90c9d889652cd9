import { utcHour } from "../../../shared/kernel/calendar.ts";
import type { Clock } from "../../../shared/kernel/ports/clock.ts";
import type { Metrics } from "../../../shared/kernel/ports/metrics.ts";
import type { OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import type { FeedNotices } from "../../../shared/polling/visits/feed-notices.ts";
import type { Feed } from "../../../shared/schedule/feeds/feed.ts";

/**
 * Tells of feeds that stand still and move again, once per stall. Owners' feeds are told together, per reason and hour: one
 * cause stops them by the thousand.
 */
export function feedNotices(operational: OperationalEvents, clock: Clock, metrics: Metrics): FeedNotices {
  const nameOf = ({ class: feedClass, feedId, instance }: Feed, detail: string): string =>
    feedClass === "owners" ? `${instance}:owners:${detail}:${utcHour(clock.now())}` : `${feedId}:${detail}`;
  return {
    stalled: async (feed, { reason, since }) => {
      const { instance, feedId, kind } = feed;
      const id = `feed_stalled:${nameOf(feed, feed.class === "owners" ? reason : String(since))}`;
      const data = { feed: feedId, kind, reason, since: new Date(since).toISOString() };
      metrics.record("polling.feeds_stalled", 1, instance);
      await operational.tell({ instance, type: "bridge.feed_stalled", id, data });
    },
    recovered: async (feed) => {
      const { instance, feedId, kind, stalledSince = 0, failingSince = stalledSince } = feed;
      const id = `feed_recovered:${nameOf(feed, feed.class === "owners" ? "any" : String(failingSince))}`;
      const data = { feed: feedId, kind, since: new Date(failingSince).toISOString() };
      await operational.tell({ instance, type: "bridge.feed_recovered", id, data });
    },
  };
}
