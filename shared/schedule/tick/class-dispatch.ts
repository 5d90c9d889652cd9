import { classPolicies, costOf } from "../budget/class-policy.ts";
import type { FeedClass, RequestedFeed } from "../feeds/feed.ts";
import type { TimedClass } from "../feeds/feed-kinds.ts";
import type { Urgency } from "../feeds/wheel-partition.ts";
import type { DueFeed, DueFeeds, WheelPage } from "../wheel/due-feeds.ts";
import type { OwnersWheel } from "../wheel/owners-wheel.ts";
import type { Wheel } from "../wheel/wheel.ts";

/** Feeds to poll together, and what that may cost. Those with `wanted` are set aside until their visit ends. */
export type Grant = {
  readonly feedIds: readonly string[];
  readonly allowance: number;
  readonly wanted: readonly RequestedFeed[];
  /** Whether it may wait for its part of the tick; wishes go at once. */
  readonly spread: boolean;
};

export type ClassDispatch<W> = {
  readonly grants: readonly Grant[];
  readonly wheel: W;
  /** Feeds that the wheel could have sent with what was left for it. */
  readonly room: number;
};

/** `short`: somebody is due whom the rest doesn't pay for. What is left is saved for them, or dearer feeds would starve. */
type StepGrants = { readonly grants: readonly Grant[]; readonly short: boolean };

type Step = "wheel" | Urgency;

/** A class's wheel: how many times it sent something, and how its next feeds are found. */
type TurnOf<W> = (wheel: W, limit: number) => Promise<WheelPage<W>>;

type Turning<W> = {
  readonly due: DueFeeds;
  readonly instance: string;
  readonly name: FeedClass;
  readonly now: number;
  readonly turn: TurnOf<W>;
  /** Whether time lets the wheel move at all. */
  readonly isFree: (wheel: W) => boolean;
};

/**
 * Wishes come first, but not always: each step goes ahead at times, since one that finds more than it can pay for ends
 * the turn, and a storm of wishes would stop the wheel and the first visits for as long as it lasts.
 */
function stepsOf(name: FeedClass, turns: number): readonly Step[] {
  if (classPolicies[name].perWanted === "rest") return turns % 2 === 0 ? ["wheel", "now"] : ["now", "wheel"];
  if (name !== "owners") return turns % 4 === 3 ? ["wheel", "now"] : ["now", "wheel"];
  if (turns % 2 === 0) return ["now", "first", "wheel"];
  return turns % 4 === 1 ? ["first", "now", "wheel"] : ["wheel", "now", "first"];
}

/** What one class sends in one tick, for at most `available` requests: its wheel's feeds, its wishes, its first visits. */
export function dispatchClass(
  due: DueFeeds,
  instance: string,
  name: TimedClass,
  wheel: Wheel,
  available: number,
  now: number,
): Promise<ClassDispatch<Wheel>> {
  const turn: TurnOf<Wheel> = (from, limit) => due.onWheel(instance, name, from, limit, now);
  return dispatch({ due, instance, name, now, turn, isFree: ({ credit }) => credit >= 1 }, wheel, available);
}

/** The same for owners, whose levels differ. */
export function dispatchOwners(
  due: DueFeeds,
  instance: string,
  wheel: OwnersWheel,
  available: number,
  now: number,
): Promise<ClassDispatch<OwnersWheel>> {
  const turn: TurnOf<OwnersWheel> = (from, limit) => due.onOwnersWheel(instance, from, limit, now);
  return dispatch({ due, instance, name: "owners", now, turn, isFree: () => true }, wheel, available);
}

async function dispatch<W extends { readonly turns: number }>(
  turning: Turning<W>,
  wheel: W,
  available: number,
): Promise<ClassDispatch<W>> {
  const grants: Grant[] = [];
  let turned = wheel;
  let room = 0;
  for (const step of stepsOf(turning.name, wheel.turns)) {
    const left = available - costOfAll(grants);
    let done: StepGrants;
    if (step === "wheel") {
      const turn = await turnWheel(turning, turned, left);
      turned = turn.wheel;
      room = turn.room;
      done = turn;
    } else {
      done = await grantUrgent(turning, step, left);
    }
    grants.push(...done.grants);
    if (done.short) break;
  }
  return { grants, wheel: grants.length === 0 ? turned : { ...turned, turns: wheel.turns + 1 }, room };
}

async function turnWheel<W extends { readonly turns: number }>(
  { name, turn, isFree }: Turning<W>,
  wheel: W,
  available: number,
): Promise<ClassDispatch<W> & StepGrants> {
  const policy = classPolicies[name];
  if (available < costOf(policy, 1)) return { grants: [], wheel, room: 0, short: isFree(wheel) };
  const affordable = Math.floor(available / policy.perFeed);
  const found = await turn(wheel, affordable + 1);
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
  if (sent === found.due.length) return { grants, wheel: found.end, room: Math.max(sent, affordable), short: false };
  return { grants, wheel: found.due[sent - 1]?.wheel ?? wheel, room: sent, short: true };
}

/** A fast wheel passes a feed more than once in a tick: its next visit belongs into a later message. */
function packOf(due: readonly DueFeed<unknown>[]): readonly string[] {
  const feedIds = due.map(({ feedId }) => feedId);
  const repeated = feedIds.findIndex((feedId, position) => feedIds.indexOf(feedId) < position);
  return repeated < 0 ? feedIds : feedIds.slice(0, repeated);
}

async function grantUrgent(
  { due, instance, name, now }: Omit<Turning<unknown>, "turn" | "isFree">,
  urgency: Urgency,
  available: number,
): Promise<StepGrants> {
  const policy = classPolicies[name];
  const { perWanted, perFirst, perMessage, pack } = policy;
  const perFeed = perWanted === "rest" ? policy.perFeed : urgency === "first" ? perFirst : perWanted;
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
    const allowance = costOf(policy, feeds.length, perFeed);
    grants.push({ feedIds: feeds.map(({ feedId }) => feedId), allowance, wanted: feeds, spread: false });
    left -= allowance;
    sent += feeds.length;
  }
  return { grants, short: sent < urgent.length };
}

export const costOfAll = (grants: readonly Grant[]): number =>
  grants.reduce((sum, { allowance }) => sum + allowance, 0);
