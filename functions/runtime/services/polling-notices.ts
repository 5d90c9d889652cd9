import { isoTime, utcHour } from "../../../shared/kernel/instant.ts";
import type { Clock } from "../../../shared/kernel/ports/clock.ts";
import type { Metrics } from "../../../shared/kernel/ports/metrics.ts";
import type { OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import type { InstanceAccessParts } from "../../../shared/polling/instance-access.ts";
import type { RemovalGuardParts } from "../../../shared/polling/removals/removal-guard.ts";
import type { FeedNotices } from "../../../shared/polling/visits/feed-status.ts";
import type { Feed } from "../../../shared/schedule/feeds/feed.ts";
import type { StalledOwners } from "../../../shared/schedule/feeds/stalled-owners.ts";

/** The loss or the return of access is published at most once an hour, because several workers notice it. */
export function accessNotices(operational: OperationalEvents, clock: Clock): InstanceAccessParts["notices"] {
  const idOf = (what: string, instance: string): string => {
    const hour = utcHour(clock.now());
    return `${what}:${instance}:${hour}`;
  };
  return {
    unauthorized: (instance, reason) =>
      operational.report({
        instance,
        type: "bridge.instance_unauthorized",
        id: idOf("instance_unauthorized", instance),
        data: { reason },
      }),
    recovered: (instance) =>
      operational.report({
        instance,
        type: "bridge.instance_recovered",
        id: idOf("instance_recovered", instance),
        data: {},
      }),
  };
}

/**
 * A single cause can stall thousands of owners' feeds, so owners' feeds share one event per reason per hour when they
 * stall, and one per hour when they resume. Any other feed has one event per stall and one per recovery.
 */
export function feedNotices(
  operational: OperationalEvents,
  stalledOwners: StalledOwners,
  clock: Clock,
  metrics: Metrics,
): FeedNotices {
  const nameOf = ({ class: feedClass, feedId, instance }: Feed, detail: string): string =>
    feedClass === "owners" ? `${instance}:owners:${detail}:${utcHour(clock.now())}` : `${feedId}:${detail}`;
  return {
    stalled: async (feed, { reason, since }) => {
      const { instance, feedId, kind } = feed;
      const id = `feed_stalled:${nameOf(feed, feed.class === "owners" ? reason : String(since))}`;
      const data = { feed: feedId, kind, reason, since: isoTime(since) };
      metrics.record("polling.feeds_stalled", 1, instance);
      if (feed.class === "owners") await stalledOwners.note(feed, since);
      await operational.report({ instance, type: "bridge.feed_stalled", id, data });
    },
    recovered: async (feed) => {
      const { instance, feedId, kind, stalledSince = 0, failingSince = stalledSince } = feed;
      const id = `feed_recovered:${nameOf(feed, feed.class === "owners" ? "any" : String(failingSince))}`;
      const data = { feed: feedId, kind, since: isoTime(failingSince) };
      await operational.report({ instance, type: "bridge.feed_recovered", id, data });
      if (feed.class === "owners") await stalledOwners.forget(feed);
    },
  };
}

/** There is one event per hold, however often the walk is repeated. */
export function removalNotices(operational: OperationalEvents): RemovalGuardParts["notices"] {
  return {
    removalsHeld: (instance, { source, since, missing, known }) =>
      operational.report({
        instance,
        type: "bridge.removals_held",
        id: `removals_held:${instance}:${source}:${since}`,
        data: { source, since: isoTime(since), missing, known },
      }),
  };
}
