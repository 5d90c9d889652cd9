import type { Feed, FeedClass } from "../../schedule/feeds/feed.ts";
import { isStalled } from "../../schedule/feeds/feed-state.ts";
import { ownersEstimate } from "../../schedule/wheel/owners-estimate.ts";
import type { Plan } from "../../schedule/wheel/plan.ts";
import type { FeedStatus } from "./status-schemas.ts";

/** The state of an instance's feeds by class; each class has the state of its worst feed. */
export function feedStatuses(
  feeds: readonly Feed[],
  isParked: boolean,
  now: number,
): { [name in FeedClass]?: FeedStatus } {
  const classes = Map.groupBy(feeds, ({ class: feedClass }) => feedClass);
  return Object.fromEntries([...classes].map(([name, members]) => [name, statusOf(members, isParked, now)]));
}

function statusOf(feeds: readonly Feed[], isParked: boolean, now: number): FeedStatus {
  const polls = feeds.flatMap(({ polledAt }) => polledAt ?? []);
  const isComplete = polls.length === feeds.length;
  return {
    // A parked instance isn't read at all, whatever state its feeds had before.
    status: isParked ? "parked" : worst(feeds),
    feeds: feeds.length,
    stalled: feeds.filter(isStalled).length,
    // What only the scrub found shows how much the faster ways missed.
    ...(feeds.some(({ class: name }) => name === "scrubs") && {
      missed: feeds.reduce((sum, { stats }) => sum + (stats?.missed ?? 0), 0),
    }),
    ...(polls.length === 0 ? {} : { lastPoll: new Date(Math.max(...polls)).toISOString() }),
    // A feed that was never read has no lag.
    ...(isComplete && polls.length > 0 ? { lagSeconds: Math.max(0, now - Math.min(...polls)) / 1_000 } : {}),
  };
}

function worst(feeds: readonly Feed[]): FeedStatus["status"] {
  if (feeds.some(({ status }) => status === "parked")) return "parked";
  if (feeds.some(({ status }) => status === "backing_off")) return "backing_off";
  return feeds.every(({ drained }) => drained) ? "active" : "connecting";
}

/**
 * There are many owners, and their empty polls leave no trace. So their state is estimated from their wheel: how far
 * each level has come in its current round, and how long the last round took.
 */
export function ownersStatus(plan: Plan | undefined, isParked: boolean, now: number): FeedStatus | undefined {
  if (plan === undefined) return undefined;
  const { owners, dormant, lag, dormantLag, stretch } = ownersEstimate(plan.owners, now);
  const isUnread = lag === undefined && dormantLag === undefined;
  // The wheel turns before it reaches the first owner. Until then, no owner has been read.
  const lastPoll = isUnread ? {} : { lastPoll: new Date(plan.owners.movedAt).toISOString() };
  if (isParked) return { status: "parked", ...lastPoll, estimated: true };
  if (isUnread) return { status: "connecting", estimated: true };
  return {
    status: "active",
    feeds: owners,
    dormant,
    ...lastPoll,
    ...(lag !== undefined && { lagSeconds: lag / 1_000 }),
    ...(dormantLag !== undefined && { dormantLagSeconds: dormantLag / 1_000 }),
    stretch: Math.round(stretch * 100) / 100,
    estimated: true,
  };
}
