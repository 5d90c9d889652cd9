import type { Timings } from "../kernel/timings.ts";
import type { InstanceRegistry } from "../source/instance-registry.ts";
import type { Feed, FeedClass } from "./feed.ts";
import { scheduledClasses } from "./feed-class.ts";
import type { FeedStore } from "./feed-store.ts";
import { feedsOfInstance } from "./feeds-of-instance.ts";
import type { Plan, PlanStore } from "./plan.ts";
import { turnTime } from "./wheel.ts";

export type ClassStatus = {
  readonly class: FeedClass;
  readonly status: "active" | "backing_off" | "parked";
  /** Feeds of the class, where they are known one by one. */
  readonly feeds: number | undefined;
  /** Unix ms of the least recent last poll; undefined before the first. */
  readonly lastPollAt: number | undefined;
  /** Seconds since that poll: what happened before it is known. */
  readonly lagSeconds: number | undefined;
  /** True for owners: reckoned from the wheel's speed, since idle polls write nothing. */
  readonly estimated: boolean;
  /** Seconds of the last whole turn over all feeds, where it is slower than it should be. */
  readonly stretchedToSeconds: number | undefined;
  readonly lastErrors: readonly { readonly feedId: string; readonly error: string }[];
};

export type InstanceStatus = {
  readonly instance: string;
  readonly status: "active" | "parked";
  readonly requestsPerSecond: number;
  /** First contact with persons, companies, projects and activities was read to its end. */
  readonly baselineDone: boolean;
  /** Publishing is behind by more than `beatLimit`, so nothing is polled. */
  readonly paused: boolean;
  readonly classes: readonly ClassStatus[];
};

export type FeedStatusParts = {
  readonly registry: Pick<InstanceRegistry, "find" | "roomsOf">;
  readonly feeds: Pick<FeedStore, "loadAll">;
  readonly plans: Pick<PlanStore, "load">;
  readonly timings: Timings;
};

/** How an instance's feeds are doing, for `GET /v1/status`; undefined where it isn't registered. */
export async function instanceStatus(
  { registry, feeds, plans, timings }: FeedStatusParts,
  name: string,
  now: number,
): Promise<InstanceStatus | undefined> {
  const [instance, rooms, plan] = await Promise.all([registry.find(name), registry.roomsOf(name), plans.load(name)]);
  if (instance === undefined) return undefined;
  const expected = feedsOfInstance(name, rooms);
  const standing = await feeds.loadAll(expected.map(({ feedId }) => feedId));
  const [oldestBeat] = plan?.unseenBeats ?? [];
  return {
    instance: name,
    status: instance.status,
    requestsPerSecond: plan?.rate ?? instance.requestsPerSecond,
    baselineDone: isBaselineDone(expected, standing),
    paused: oldestBeat !== undefined && now - oldestBeat > timings.beatLimit,
    classes: scheduledClasses.map((feedClass) => {
      if (feedClass === "owners") return ownersStatus(plan, now, timings);
      return classStatus(
        feedClass,
        standing.filter((feed) => feed.class === feedClass),
        now,
      );
    }),
  };
}

/** A feed that isn't there yet hasn't been drained either. */
function isBaselineDone(expected: readonly Feed[], standing: readonly Feed[]): boolean {
  const drained = new Set(standing.filter((feed) => feed.drained).map(({ feedId }) => feedId));
  return expected.every((feed) => feed.class !== "timelines" || drained.has(feed.feedId));
}

function classStatus(feedClass: FeedClass, feeds: readonly Feed[], now: number): ClassStatus {
  const polls = feeds.flatMap(({ polledAt }) => (polledAt === undefined ? [] : [polledAt]));
  const lastPollAt = polls.length === 0 || polls.length < feeds.length ? undefined : Math.min(...polls);
  return {
    class: feedClass,
    status: worst(feeds),
    feeds: feeds.length,
    lastPollAt,
    lagSeconds: secondsSince(lastPollAt, now),
    estimated: false,
    stretchedToSeconds: undefined,
    lastErrors: feeds.flatMap(({ feedId, failures, lastError }) =>
      failures === 0 || lastError === undefined ? [] : [{ feedId, error: lastError }],
    ),
  };
}

/** Every owner was polled within the last whole turn, or since the one before the current turn began. */
function ownersStatus(plan: Plan | undefined, now: number, timings: Timings): ClassStatus {
  const wheel = plan?.wheels.owners;
  const lastPollAt = wheel?.lastTurn === undefined ? undefined : wheel.turnAt - wheel.lastTurn;
  const slow =
    wheel?.lastTurn !== undefined && wheel.lastTurn > Math.max(timings.ownerPeriod, turnTime("owners", timings));
  return {
    class: "owners",
    status: "active",
    feeds: undefined,
    lastPollAt,
    lagSeconds: secondsSince(lastPollAt, now),
    estimated: true,
    stretchedToSeconds: slow ? Math.round((wheel.lastTurn ?? 0) / 1_000) : undefined,
    lastErrors: [],
  };
}

function worst(feeds: readonly Feed[]): ClassStatus["status"] {
  if (feeds.some(({ status }) => status === "backing_off")) return "backing_off";
  return feeds.length > 0 && feeds.every(({ status }) => status === "parked") ? "parked" : "active";
}

const secondsSince = (at: number | undefined, now: number): number | undefined =>
  at === undefined ? undefined : Math.max(0, Math.round((now - at) / 1_000));
