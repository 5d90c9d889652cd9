import type { Feed } from "../../schedule/feeds/feed.ts";
import { isStalled } from "../../schedule/feeds/feed-state.ts";
import { partitionAt, requestedPartitionsOf } from "../../schedule/feeds/wheel-partition.ts";
import { dormantLevel } from "../../schedule/rates/owner-levels.ts";
import { ownersEstimate, slotsByWait, visitEstimate } from "../../schedule/wheel/owners-estimate.ts";
import type { Plan } from "../../schedule/wheel/plan.ts";
import type { ApiServices } from "../api-services.ts";
import { listFeeds } from "./list-feeds.ts";

const shown = 10;
/** More than `shown`, because some owners may be gone. */
const wanted = 3 * shown;
/** If an instance has at most this many owners, all are read: they would be hard to find on an almost empty wheel. */
const fewOwners = 200;
const mostSlots = 60;
const slotsAtOnce = 10;
const mostStalled = 100;

/**
 * Returns first the owners that were never completely read. Then come the owners that failed longest or whose slots the
 * wheel passed longest ago, and finally the dormant owners. The work is bounded for any number of owners.
 */
export async function slowestOwners(
  services: ApiServices,
  instance: string,
  plan: Plan | undefined,
  now: number,
): Promise<readonly Feed[]> {
  const found = await Promise.all([
    unreadOwners(services, instance),
    stalledOwners(services, instance),
    longestUnvisited(services, instance, plan),
  ]);
  const feeds = [...new Map(found.flat().map((feed) => [feed.feedId, feed])).values()];
  return feeds
    .filter(isToBeRead)
    .map((feed) => ({ feed, ...waitOf(feed, plan, now) }))
    .sort((one, other) => one.rank - other.rank || one.readAt - other.readAt)
    .slice(0, shown)
    .map(({ feed }) => feed);
}

/** A paused feed doesn't wait for a visit, and neither does the feed of an owner that is gone or unreachable. */
const isToBeRead = (feed: Feed): boolean => feed.status !== "paused" && (feed.status !== "parked" || isStalled(feed));

/** `readAt`: the time (unix ms) since which the owner has waited. */
function waitOf(feed: Feed, plan: Plan | undefined, now: number): { readonly rank: number; readonly readAt: number } {
  const { drained, failingSince, level, feedId } = feed;
  if (!drained) return { rank: 0, readAt: failingSince ?? now };
  if (failingSince !== undefined) return { rank: 1, readAt: failingSince };
  const cursor = plan?.owners.levels[level];
  const polledAt = plan && visitEstimate(plan.owners, level, feedId, now).polledAt;
  return { rank: level < dormantLevel ? 1 : 2, readAt: polledAt ?? cursor?.turnAt ?? now };
}

async function unreadOwners({ feeds, feedTable }: ApiServices, instance: string): Promise<readonly Feed[]> {
  const partitions = requestedPartitionsOf(instance, "owners", "first");
  const pages = partitions.map((partition) => feedTable.queryIndex({ index: "wheel", partition, limit: shown }));
  const ids = (await Promise.all(pages)).flatMap(({ items }) => items.map(({ pk }) => pk));
  return feeds.loadAll(ids, { consistent: false });
}

/** Stalled owners are found through `StalledOwners`, because a feed that waits for a retry may not be in its slot. */
async function stalledOwners({ feeds, stalledOwners: noted }: ApiServices, instance: string): Promise<readonly Feed[]> {
  const { owners } = await noted.list(instance, mostStalled);
  const oldest = owners.toSorted((one, other) => one.since - other.since).slice(0, 2 * shown);
  const standing = await feeds.loadAll(
    oldest.map(({ feedId }) => feedId),
    { consistent: false },
  );
  return standing.filter(isStalled);
}

async function longestUnvisited(
  services: ApiServices,
  instance: string,
  plan: Plan | undefined,
): Promise<readonly Feed[]> {
  if (plan !== undefined && ownersEstimate(plan.owners, plan.at).owners > fewOwners)
    return fromWheel(services, instance, plan);
  const asked = { instance, rooms: [], class: "owners", after: undefined, limit: fewOwners } as const;
  const { items, next } = await listFeeds(services, asked);
  // If `next` is set, there are more than `fewOwners` owners. The estimate is lower because it counts only owners that
  // the schedule has reached.
  return next === undefined || plan === undefined ? items : fromWheel(services, instance, plan);
}

async function fromWheel(
  { feeds, feedTable }: ApiServices,
  instance: string,
  { owners }: Plan,
): Promise<readonly Feed[]> {
  const slots = slotsByWait(owners).slice(0, mostSlots);
  const ids: string[] = [];
  for (let from = 0; from < slots.length && ids.length < wanted; from += slotsAtOnce) {
    const pages = slots.slice(from, from + slotsAtOnce).map(({ level, slot }) => {
      const partition = partitionAt(instance, "owners", level, slot);
      return feedTable.queryIndex({ index: "wheel", partition, limit: shown });
    });
    ids.push(...(await Promise.all(pages)).flatMap(({ items }) => items.map(({ pk }) => pk)));
  }
  return feeds.loadAll(ids, { consistent: false });
}
