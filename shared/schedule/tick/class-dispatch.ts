import { classPolicies, costOf, moreRequests } from "../budget/class-policy.ts";
import type { FeedClass, RequestedFeed } from "../feeds/feed.ts";
import type { TimedClass } from "../feeds/feed-kinds.ts";
import type { RequestQueue } from "../feeds/wheel-partition.ts";
import type { DueFeed, DueFeeds, WheelPage } from "../wheel/due-feeds.ts";
import type { OwnersWheel } from "../wheel/owners-wheel.ts";
import type { Wheel } from "../wheel/wheel.ts";

/** Feeds to poll together, and how many requests that may cost. Those in `requested` are set aside until their visit ends. */
export type Grant = {
  readonly feedClass: FeedClass;
  readonly feedIds: readonly string[];
  readonly allowance: number;
  readonly requested: readonly RequestedFeed[];
  /** Whether it may wait for its part of the tick, and share a message; requested polls go at once. */
  readonly spread: boolean;
  /** Asks whether an instance that didn't answer does again. */
  readonly probe?: true;
};

export type ClassDispatch<W> = {
  readonly grants: readonly Grant[];
  readonly wheel: W;
  /** Feeds that the wheel could have sent with what was left for it. */
  readonly room: number;
};

/** `short`: a feed is due that the rest doesn't pay for. What is left is saved for it, or dearer feeds would starve. */
type StepGrants = { readonly grants: readonly Grant[]; readonly short: boolean };

type Step = "wheel" | RequestQueue;

/** Finds the next feeds of a wheel. */
type NextOf<W> = (wheel: W, limit: number) => Promise<WheelPage<W>>;

type Dispatching<W> = {
  readonly due: DueFeeds;
  readonly instance: string;
  readonly name: FeedClass;
  readonly now: number;
  readonly next: NextOf<W>;
};

/**
 * Poll requests come first, but not always: each step goes first at times. One that finds more than it can pay for ends
 * the class's tick, so a storm of poll requests would else stop the wheel and the first visits for as long as it lasts.
 */
function stepsOf(name: FeedClass, turns: number): readonly Step[] {
  if (classPolicies[name].perRequested === "rest") return turns % 2 === 0 ? ["wheel", "now"] : ["now", "wheel"];
  if (name !== "owners") return turns % 4 === 3 ? ["wheel", "now"] : ["now", "wheel"];
  if (turns % 2 === 0) return ["now", "first", "wheel"];
  return turns % 4 === 1 ? ["first", "now", "wheel"] : ["wheel", "now", "first"];
}

/** What one class sends in one tick, for at most `available` requests: its wheel's feeds, requested polls, first visits. */
export function dispatchClass(
  due: DueFeeds,
  instance: string,
  name: TimedClass,
  wheel: Wheel,
  available: number,
  now: number,
): Promise<ClassDispatch<Wheel>> {
  const next: NextOf<Wheel> = (from, limit) => due.onWheel(instance, name, from, limit, now);
  return dispatch({ due, instance, name, now, next }, wheel, available);
}

/** The same for owners, whose levels differ. */
export function dispatchOwners(
  due: DueFeeds,
  instance: string,
  wheel: OwnersWheel,
  available: number,
  now: number,
): Promise<ClassDispatch<OwnersWheel>> {
  const next: NextOf<OwnersWheel> = (from, limit) => due.onOwnersWheel(instance, from, limit, now);
  return dispatch({ due, instance, name: "owners", now, next }, wheel, available);
}

async function dispatch<W extends { readonly turns: number }>(
  dispatching: Dispatching<W>,
  wheel: W,
  available: number,
): Promise<ClassDispatch<W>> {
  const grants: Grant[] = [];
  let moved = wheel;
  let room = 0;
  for (const step of stepsOf(dispatching.name, wheel.turns)) {
    const left = available - costOfAll(grants);
    let done: StepGrants;
    if (step === "wheel") {
      const granted = await grantDue(dispatching, moved, left);
      moved = granted.wheel;
      room = granted.room;
      done = granted;
    } else {
      done = await grantRequested(dispatching, step, left);
    }
    grants.push(...done.grants);
    if (done.short) break;
  }
  return { grants, wheel: grants.length === 0 ? moved : { ...moved, turns: wheel.turns + 1 }, room };
}

async function grantDue<W extends { readonly turns: number }>(
  { name, next }: Dispatching<W>,
  wheel: W,
  available: number,
): Promise<ClassDispatch<W> & StepGrants> {
  const policy = classPolicies[name];
  // No other feed of the class costs less.
  if (available < costOf(policy, 1)) return { grants: [], wheel, room: 0, short: true };
  const affordable = Math.floor(available / policy.perFeed);
  const found = await next(wheel, affordable + 1);
  const grants: Grant[] = [];
  let left = available;
  let sent = 0;
  while (sent < found.due.length) {
    const feedIds = packOf(found.due.slice(sent, sent + policy.pack));
    const allowance = costOf(policy, feedIds.length);
    // Half a pack now would cost more requests than a whole one later.
    if (allowance > left) break;
    grants.push({ feedClass: name, feedIds, allowance, requested: [], spread: true });
    left -= allowance;
    sent += feedIds.length;
  }
  if (sent === found.due.length) {
    return { grants, wheel: found.end, room: Math.max(sent, affordable), short: false };
  }
  return { grants, wheel: found.due[sent - 1]?.wheel ?? wheel, room: sent, short: true };
}

/** A fast wheel passes a feed more than once in a tick: its next visit belongs into a later message. */
function packOf(due: readonly DueFeed<unknown>[]): readonly string[] {
  const feedIds = due.map(({ feedId }) => feedId);
  const repeated = feedIds.findIndex((feedId, position) => feedIds.indexOf(feedId) < position);
  return repeated < 0 ? feedIds : feedIds.slice(0, repeated);
}

async function grantRequested(
  { due, instance, name, now }: Omit<Dispatching<unknown>, "next">,
  queue: RequestQueue,
  available: number,
): Promise<StepGrants> {
  const policy = classPolicies[name];
  const { perRequested, perFirst, perMessage, pack } = policy;
  const perFeed = perRequested === "rest" ? policy.perFeed : queue === "first" ? perFirst : perRequested;
  const affordable = (requests: number) => Math.max(0, Math.min(pack, Math.floor((requests - perMessage) / perFeed)));
  // One more than can be paid for shows whether a feed is left over.
  const limit = perRequested === "rest" ? Math.floor(available / costOf(policy, 1)) : Math.floor(available / perFeed);
  const requested = await due.requested(instance, name, queue, limit + 1, now);
  if (perRequested === "rest") {
    const paid = requested.slice(0, limit);
    const allowance = Math.floor(available / Math.max(1, paid.length));
    const grants = paid.map((feed) => ({
      ...{ feedClass: name, feedIds: [feed.feedId], allowance },
      ...{ requested: [feed], spread: false },
    }));
    return { grants, short: requested.length > 0 };
  }
  const grants: Grant[] = [];
  let left = available;
  let sent = 0;
  while (sent < requested.length && affordable(left) >= 1) {
    const feeds = requested.slice(sent, sent + affordable(left));
    const allowance = costOf(policy, feeds.length, perFeed);
    const feedIds = feeds.map(({ feedId }) => feedId);
    grants.push({ feedClass: name, feedIds, allowance, requested: feeds, spread: false });
    left -= allowance;
    sent += feeds.length;
  }
  return { grants: withMore(grants, name, Math.floor(left / 2)), short: sent < requested.length };
}

/** Shares out up to `more` requests among feeds whose last visits ran out of them. The rest stays for what else is due. */
function withMore(grants: readonly Grant[], name: FeedClass, more: number): readonly Grant[] {
  let left = more;
  return grants.map((grant) => {
    const wished = grant.requested.map(({ shortVisits }) => moreRequests(classPolicies[name], shortVisits));
    const given = Math.min(
      left,
      wished.reduce((sum, requests) => sum + requests, 0),
    );
    left -= given;
    return { ...grant, allowance: grant.allowance + given };
  });
}

export const costOfAll = (grants: readonly Grant[]): number =>
  grants.reduce((sum, { allowance }) => sum + allowance, 0);
