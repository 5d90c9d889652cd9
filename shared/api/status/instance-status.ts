import { isoTime } from "../../kernel/instant.ts";
import type { Pressure } from "../../schedule/budget/pressure-gauge.ts";
import type { Feed, FeedClass } from "../../schedule/feeds/feed.ts";
import { isStalled } from "../../schedule/feeds/feed-state.ts";
import { feedsOfInstance } from "../../schedule/feeds/feeds-of-instance.ts";
import type { SubOwnerAnswer } from "../../schedule/feeds/sub-owners.ts";
import { ownersEstimate } from "../../schedule/wheel/owners-estimate.ts";
import type { Plan } from "../../schedule/wheel/plan.ts";
import type { Instance } from "../../source/instance.ts";
import type { SourceOutage } from "../../source/source-outages.ts";
import type { ApiServices } from "../api-services.ts";
import { instanceStatus } from "../instances/instance-schemas.ts";
import { budgetView } from "./budget-view.ts";
import { firstContactOf } from "./first-contact.ts";
import type { FeedStatus, StatusAnswer } from "./status-schemas.ts";

type InstanceAnswer = StatusAnswer["instances"][number];

export async function statusOfInstance(one: Instance, services: ApiServices): Promise<InstanceAnswer> {
  const { instances, feeds, plans, pressure, clock, outages, clockSkews, subOwners } = services;
  const { name, status } = one;
  const wanted = feedsOfInstance(name, await instances.roomsOf(name));
  const now = clock.now();
  const isParked = status === "parked";
  const [plan, pressed, outage, skew] = await Promise.all([
    plans.load(name),
    pressure.of(name),
    outages.of(name),
    clockSkews.of(name),
  ]);
  const owners = ownersStatus(plan, isParked, now);
  const { activity, phase } = await subOwners.answers(name);
  const standing = await feeds.loadAll(wanted.map(({ feedId }) => feedId));
  const firstContact = await firstContactOf(one, { wanted, standing, pressed }, services);
  return {
    name,
    status: instanceStatus(one),
    health: healthOf(one, outage, standing),
    ...(outage !== undefined && { unreachable: outageView(outage, pressed, standing, clock.now()) }),
    ...(skew !== undefined && { sourceClockAheadSeconds: Math.round(skew.offset / 1_000) }),
    parkedReason: one.parkedReason,
    baselineDone: firstContact === undefined,
    ...(firstContact !== undefined && { firstContact }),
    connectedAt: isoTime(one.connectedAt),
    subOwners: { activities: subOwnerState(activity), phases: subOwnerState(phase) },
    ...(plan !== undefined && { budget: budgetView(one, plan, pressed) }),
    feeds: { ...feedStatuses(standing, isParked, now), ...(owners === undefined ? {} : { owners }) },
  };
}

function subOwnerState(answer: SubOwnerAnswer | undefined) {
  if (answer === undefined) return "unknown";
  return answer.resolves ? "polled" : "not_resolved";
}

function healthOf(
  { status, paused }: Instance,
  outage: SourceOutage | undefined,
  standing: readonly Feed[],
): InstanceAnswer["health"] {
  if (paused === true) return "paused";
  if (status === "parked") return "parked";
  if (outage !== undefined) return "source_unreachable";
  return standing.some(isStalled) ? "stalled" : "ok";
}

/**
 * Estimates the next try: when the earliest `retryAt` of a feed and the instance's `holdUntil` have both passed. A tick
 * can send a probe earlier.
 */
function outageView(
  { since, lastAt, asked, fault }: SourceOutage,
  pressed: Pressure | undefined,
  standing: readonly Feed[],
  now: number,
): NonNullable<InstanceAnswer["unreachable"]> {
  const retries = standing.flatMap(({ retryAt }) => retryAt ?? []);
  const nextTry = Math.max(now, pressed?.holdUntil ?? 0, retries.length === 0 ? 0 : Math.min(...retries));
  return { since: isoTime(since), asked, fault, lastTry: isoTime(lastAt), nextTry: isoTime(nextTry) };
}

function feedStatuses(feeds: readonly Feed[], isParked: boolean, now: number): { [name in FeedClass]?: FeedStatus } {
  const classes = Map.groupBy(feeds, ({ class: feedClass }) => feedClass);
  return Object.fromEntries([...classes].map(([name, members]) => [name, statusOf(members, isParked, now)]));
}

function statusOf(feeds: readonly Feed[], isParked: boolean, now: number): FeedStatus {
  const polls = feeds.flatMap(({ polledAt }) => polledAt ?? []);
  const isComplete = polls.length === feeds.length;
  return {
    // Feedhook doesn't read a parked instance, whatever its feeds' states.
    status: isParked ? "parked" : worst(feeds),
    feeds: feeds.length,
    stalled: feeds.filter(isStalled).length,
    // The changes that only the scrub found show how much the faster feeds missed.
    ...(feeds.some(({ class: name }) => name === "scrubs") && {
      missed: feeds.reduce((sum, { stats }) => sum + (stats?.missed ?? 0), 0),
    }),
    ...(polls.length === 0 ? {} : { lastPoll: isoTime(Math.max(...polls)) }),
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
 * Owners' empty polls leave no trace, so the owners' state is estimated from their wheel: how far each level is in its
 * current round, and how long the last round took.
 */
export function ownersStatus(plan: Plan | undefined, isParked: boolean, now: number): FeedStatus | undefined {
  if (plan === undefined) return undefined;
  const { owners, dormant, lag, dormantLag, stretch } = ownersEstimate(plan.owners, now);
  const isUnread = lag === undefined && dormantLag === undefined;
  // The wheel also moves before it reaches the first owner, and such a move isn't a poll.
  const lastPoll = isUnread ? {} : { lastPoll: isoTime(plan.owners.movedAt) };
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
