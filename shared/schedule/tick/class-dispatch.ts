import type { FeedClass, WantedFeed } from "../feeds/feed.ts";
import type { DueFeed, DueFeeds } from "../wheel/due-feeds.ts";
import type { Wheel } from "../wheel/wheel.ts";
import type { Urgency } from "../wheel/wheel-partition.ts";
import { classPolicies, costOf } from "./class-policy.ts";

/** Feeds to poll together, and what that may cost. Those with `wanted` are marked as sent. */
export type Grant = {
  readonly feedIds: readonly string[];
  readonly allowance: number;
  readonly wanted: readonly WantedFeed[];
  /** Whether it may wait for its part of the tick; wishes go at once. */
  readonly spread: boolean;
};

export type ClassDispatch = { readonly grants: readonly Grant[]; readonly wheel: Wheel };

/** `short`: somebody is due whom the rest doesn't pay for. What is left is saved for them, or dearer feeds would starve. */
type StepGrants = { readonly grants: readonly Grant[]; readonly short: boolean };

type Step = "wheel" | Urgency;

/**
 * Wishes come first, but not always: a storm of them must not stop the wheel, nor must a great many first visits. Where
 * wishes take all that is left, they and the wheel take turns.
 */
function stepsOf(name: FeedClass, turns: number): readonly Step[] {
  if (classPolicies[name].perWanted === "rest") return turns % 2 === 0 ? ["wheel", "now"] : ["now", "wheel"];
  if (name !== "owners") return turns % 4 === 3 ? ["wheel", "now"] : ["now", "wheel"];
  if (turns % 4 === 3) return ["wheel", "now", "first"];
  return turns % 2 === 0 ? ["now", "first", "wheel"] : ["now", "wheel", "first"];
}

/** What one class sends in one tick, for at most `available` requests: its wheel's feeds, its wishes, its first visits. */
export async function dispatchClass(
  due: DueFeeds,
  instance: string,
  name: FeedClass,
  wheel: Wheel,
  available: number,
  now: number,
): Promise<ClassDispatch> {
  const grants: Grant[] = [];
  let turned = wheel;
  for (const step of stepsOf(name, wheel.turns)) {
    const left = available - costOfAll(grants);
    let done: StepGrants;
    if (step === "wheel") {
      const turn = await turnWheel(due, instance, name, turned, left, now);
      turned = turn.wheel;
      done = turn;
    } else {
      done = await grantUrgent(due, instance, name, step, left, now);
    }
    grants.push(...done.grants);
    if (done.short) break;
  }
  return { grants, wheel: grants.length === 0 ? turned : { ...turned, turns: wheel.turns + 1 } };
}

async function turnWheel(
  due: DueFeeds,
  instance: string,
  name: FeedClass,
  wheel: Wheel,
  available: number,
  now: number,
): Promise<ClassDispatch & StepGrants> {
  const policy = classPolicies[name];
  if (available < costOf(policy, 1)) return { grants: [], wheel, short: wheel.credit >= 1 };
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
  if (sent === found.due.length) return { grants, wheel: found.end, short: false };
  return { grants, wheel: found.due[sent - 1]?.wheel ?? wheel, short: true };
}

/** A fast wheel passes a feed more than once in a tick: its next visit belongs into a later message. */
function packOf(due: readonly DueFeed[]): readonly string[] {
  const feedIds = due.map(({ feedId }) => feedId);
  const repeated = feedIds.findIndex((feedId, position) => feedIds.indexOf(feedId) < position);
  return repeated < 0 ? feedIds : feedIds.slice(0, repeated);
}

async function grantUrgent(
  due: DueFeeds,
  instance: string,
  name: FeedClass,
  urgency: Urgency,
  available: number,
  now: number,
): Promise<StepGrants> {
  const policy = classPolicies[name];
  const { perWanted, perMessage, pack } = policy;
  const perFeed = perWanted === "rest" ? policy.perFeed : perWanted;
  const affordable = (requests: number) => Math.max(0, Math.min(pack, Math.floor((requests - perMessage) / perFeed)));
  // One more than can be paid for tells whether somebody is left over.
  const limit = perWanted === "rest" ? Math.floor(available / costOf(policy, 1)) : Math.floor(available / perFeed);
  const urgent = await due.urgent(instance, name, urgency, limit + 1, now);
  if (perWanted === "rest") {
    const paid = urgent.slice(0, limit);
    const allowance = Math.floor(available / Math.max(1, paid.length));
    const grants = paid.map((feed) => ({ feedIds: [feed.feedId], allowance, wanted: [feed], spread: false }));
    return { grants, short: urgent.length > 0 };
  }
  const grants: Grant[] = [];
  let left = available;
  let sent = 0;
  while (sent < urgent.length && affordable(left) >= 1) {
    const feeds = urgent.slice(sent, sent + affordable(left));
    const allowance = costOf(policy, feeds.length, perWanted);
    grants.push({ feedIds: feeds.map(({ feedId }) => feedId), allowance, wanted: feeds, spread: false });
    left -= allowance;
    sent += feeds.length;
  }
  return { grants, short: sent < urgent.length };
}

export const costOfAll = (grants: readonly Grant[]): number =>
  grants.reduce((sum, { allowance }) => sum + allowance, 0);
