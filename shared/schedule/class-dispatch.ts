import { type ClassPolicy, classPolicies, costOf } from "./class-policy.ts";
import type { DueFeed, DueFeeds } from "./due-feeds.ts";
import type { Feed, FeedClass } from "./feed.ts";
import type { Wheel } from "./wheel.ts";

/** Feeds to poll together, and what that may cost. Those with `wanted` are marked as sent. */
export type Grant = {
  readonly feedIds: readonly string[];
  readonly allowance: number;
  readonly wanted: readonly Feed[];
  /** Whether it may wait for its part of the tick; wishes go at once. */
  readonly spread: boolean;
};

export type ClassDispatch = { readonly grants: readonly Grant[]; readonly wheel: Wheel };

/** What one class sends in one tick, for at most `available` requests: its wheel's feeds and its wishes. */
export async function dispatchClass(
  due: DueFeeds,
  instance: string,
  name: FeedClass,
  wheel: Wheel,
  available: number,
  now: number,
): Promise<ClassDispatch> {
  const policy = classPolicies[name];
  const first = wheelFirst(policy, wheel.turns)
    ? await turnWheel(due, instance, name, wheel, available, now)
    : { grants: [], wheel };
  const wishes = await grantWishes(due, instance, name, available - costOfAll(first.grants), now);
  const before = [...first.grants, ...wishes];
  const last = wheelFirst(policy, wheel.turns)
    ? { grants: [], wheel: first.wheel }
    : await turnWheel(due, instance, name, wheel, available - costOfAll(before), now);
  const grants = [...before, ...last.grants];
  return { grants, wheel: grants.length === 0 ? last.wheel : { ...last.wheel, turns: last.wheel.turns + 1 } };
}

/**
 * Wishes come first, but not always: a storm of them must not stop the wheel. Where they take all that is left, the two
 * take turns.
 */
function wheelFirst({ perWanted }: ClassPolicy, turns: number): boolean {
  return perWanted === "rest" ? turns % 2 === 0 : turns % 4 === 3;
}

async function turnWheel(
  due: DueFeeds,
  instance: string,
  name: FeedClass,
  wheel: Wheel,
  available: number,
  now: number,
): Promise<ClassDispatch> {
  const policy = classPolicies[name];
  if (available < costOf(policy, 1)) return { grants: [], wheel };
  const found = await due.onWheel(instance, name, wheel, Math.floor(available / policy.perFeed) + 1, now);
  const grants: Grant[] = [];
  let left = available;
  let sent = 0;
  while (sent < found.due.length) {
    const feedIds = packOf(found.due.slice(sent, sent + policy.pack));
    const allowance = costOf(policy, feedIds.length);
    // Half a pack now would cost more requests than a whole one later.
    if (allowance > left) break;
    grants.push({ feedIds, allowance, wanted: [], spread: true });
    left -= allowance;
    sent += feedIds.length;
  }
  if (sent === found.due.length) return { grants, wheel: found.end };
  return { grants, wheel: found.due[sent - 1]?.wheel ?? wheel };
}

/** A fast wheel passes a feed more than once in a tick: its next visit belongs into a later message. */
function packOf(due: readonly DueFeed[]): readonly string[] {
  const feedIds = due.map(({ feedId }) => feedId);
  const repeated = feedIds.findIndex((feedId, position) => feedIds.indexOf(feedId) < position);
  return repeated < 0 ? feedIds : feedIds.slice(0, repeated);
}

async function grantWishes(
  due: DueFeeds,
  instance: string,
  name: FeedClass,
  available: number,
  now: number,
): Promise<readonly Grant[]> {
  const policy = classPolicies[name];
  const { perWanted, pack } = policy;
  if (perWanted === "rest") {
    const most = Math.floor(available / costOf(policy, 1));
    if (most < 1) return [];
    const wanted = await due.wanted(instance, name, most, now);
    const allowance = Math.floor(available / Math.max(1, wanted.length));
    return wanted.map((feed) => ({ feedIds: [feed.feedId], allowance, wanted: [feed], spread: false }));
  }
  if (available < costOf(policy, 1, perWanted)) return [];
  const wanted = await due.wanted(instance, name, Math.floor(available / perWanted) + 1, now);
  const grants: Grant[] = [];
  let left = available;
  for (let position = 0; position < wanted.length; position += pack) {
    const feeds = wanted.slice(position, position + pack);
    const allowance = costOf(policy, feeds.length, perWanted);
    if (allowance > left) break;
    grants.push({ feedIds: feeds.map(({ feedId }) => feedId), allowance, wanted: feeds, spread: false });
    left -= allowance;
  }
  return grants;
}

export const costOfAll = (grants: readonly Grant[]): number =>
  grants.reduce((sum, { allowance }) => sum + allowance, 0);
