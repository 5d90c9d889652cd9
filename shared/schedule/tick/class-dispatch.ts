import { classPolicies, costOf, moreRequests, perMessage } from "../budget/class-policy.ts";
import type { FeedClass, RequestedFeed } from "../feeds/feed.ts";
import type { RequestQueue } from "../feeds/wheel-partition.ts";
import type { DueFeed, DueFeeds, WheelPage } from "../wheel/due-feeds.ts";

/**
 * Feeds to poll together, with at most `allowance` requests. `requested`: the feeds whose polls were requested. Later
 * ticks don't see these feeds until their visits end.
 */
export type Grant = {
  readonly feedClass: FeedClass;
  readonly feedIds: readonly string[];
  readonly allowance: number;
  readonly requested: readonly RequestedFeed[];
  /** Whether the grant can be delayed within the tick and can share a message. Requested polls are sent immediately. */
  readonly spread: boolean;
  /** Set if the grant probes an instance that is parked or has stopped responding. */
  readonly probe?: true;
};

type ClassDispatch<W> = {
  readonly grants: readonly Grant[];
  readonly wheel: W;
  /** The number of feeds that the wheel could have sent with its part of the budget. */
  readonly room: number;
  readonly requestedAfter: string | undefined;
};

/**
 * The grants of one step. `short`: no requests are left for the next step, because this step granted them all or saves
 * them for a feed that needs more. Without saving, expensive feeds would starve.
 */
type StepGrants = Pick<ClassDispatch<unknown>, "grants" | "requestedAfter"> & { readonly short: boolean };

type Step = "wheel" | RequestQueue;

type ClassTurn<W> = {
  readonly due: DueFeeds;
  readonly instance: string;
  readonly name: FeedClass;
  readonly now: number;
  readonly requestedAfter: string | undefined;
  readonly next: (wheel: W, limit: number) => Promise<WheelPage<W>>;
};

/**
 * A step that finds more than it can pay for ends the class's turn. So if poll requests always came first, a storm of
 * them would stop the wheel and the first visits.
 */
function stepsOf(name: FeedClass, turns: number): readonly Step[] {
  if (classPolicies[name].perRequested === "rest") return turns % 2 === 0 ? ["wheel", "now"] : ["now", "wheel"];
  if (name !== "owners") return turns % 4 === 3 ? ["wheel", "now"] : ["now", "wheel"];
  if (turns % 2 === 0) return ["now", "first", "wheel"];
  return turns % 4 === 1 ? ["first", "now", "wheel"] : ["wheel", "now", "first"];
}

export async function dispatchClass<W extends { readonly turns: number }>(
  turn: ClassTurn<W>,
  wheel: W,
  available: number,
): Promise<ClassDispatch<W>> {
  const grants: Grant[] = [];
  let moved = wheel;
  let room = 0;
  let { requestedAfter } = turn;
  for (const step of stepsOf(turn.name, wheel.turns)) {
    const left = available - costOfAll(grants);
    let done: Omit<StepGrants, "requestedAfter">;
    if (step === "wheel") {
      const granted = await grantDue(turn, moved, left);
      moved = granted.wheel;
      room = granted.room;
      done = granted;
    } else {
      const granted = await grantRequested(turn, step, left);
      if (step === "now") requestedAfter = granted.requestedAfter;
      done = granted;
    }
    grants.push(...done.grants);
    if (done.short) break;
  }
  return { grants, wheel: grants.length === 0 ? moved : { ...moved, turns: wheel.turns + 1 }, room, requestedAfter };
}

async function grantDue<W extends { readonly turns: number }>(
  { name, next }: ClassTurn<W>,
  wheel: W,
  available: number,
): Promise<Omit<ClassDispatch<W> & StepGrants, "requestedAfter">> {
  const policy = classPolicies[name];
  if (available < costOf(policy, 1)) return { grants: [], wheel, room: 0, short: true };
  const affordable = Math.floor(available / policy.perFeed);
  const found = await next(wheel, affordable + 1);
  const grants: Grant[] = [];
  let left = available;
  let sent = 0;
  while (sent < found.due.length) {
    const feedIds = packOf(found.due.slice(sent, sent + policy.pack));
    const allowance = costOf(policy, feedIds.length);
    // Sending half a pack now would cost more requests per feed than a full one later.
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

/**
 * Returns the feeds before the first repeated one. A fast wheel may pass a feed twice, and each visit needs its own
 * message.
 */
function packOf(due: readonly DueFeed<unknown>[]): readonly string[] {
  const feedIds = due.map(({ feedId }) => feedId);
  const repeated = feedIds.findIndex((feedId, position) => feedIds.indexOf(feedId) < position);
  return repeated < 0 ? feedIds : feedIds.slice(0, repeated);
}

async function grantRequested(
  { due, instance, name, now, requestedAfter }: Omit<ClassTurn<unknown>, "next">,
  queue: RequestQueue,
  available: number,
): Promise<StepGrants> {
  const policy = classPolicies[name];
  const { perRequested, perFirst, perFeed, pack } = policy;
  const takesRest = perRequested === "rest";
  const usual = takesRest ? perFeed : queue === "first" ? perFirst : perRequested;
  const needs = (feed: RequestedFeed) => (isRetry(feed) ? perFeed : usual);
  // Reads one feed more than can be paid for, to see whether any feed is left over.
  const limit = Math.floor(available / (takesRest ? costOf(policy, 1) : usual)) + 1;
  const after = queue === "now" ? requestedAfter : undefined;
  const requested = await due.requested(instance, name, queue, limit, now, after);
  const grants: Grant[] = [];
  let left = available;
  let sent = 0;
  while (sent < requested.length) {
    const feeds: RequestedFeed[] = [];
    let cost = perMessage;
    for (const feed of requested.slice(sent, sent + (takesRest ? 1 : pack))) {
      if (Math.ceil(cost + needs(feed)) > left) break;
      cost += needs(feed);
      feeds.push(feed);
    }
    if (feeds.length === 0) break;
    const allowance = Math.ceil(cost);
    const feedIds = feeds.map(({ feedId }) => feedId);
    grants.push({ feedClass: name, feedIds, allowance, requested: feeds, spread: false });
    left -= allowance;
    sent += feeds.length;
  }
  const short = sent < requested.length;
  const last = requested[sent - 1]?.feedId ?? after;
  const place = { requestedAfter: short || requested.length === limit ? last : undefined };
  if (!takesRest) return { grants: withMore(grants, name, Math.floor(left / 2)), short, ...place };
  const reading = grants.filter(({ requested: [feed] }) => feed !== undefined && !isRetry(feed));
  const more = Math.floor(left / Math.max(1, reading.length));
  const all = grants.map((grant) =>
    reading.includes(grant) ? { ...grant, allowance: grant.allowance + more } : grant,
  );
  return { grants: all, short: short || reading.length > 0, ...place };
}

/** A feed that failed after its first contact may have nothing new, so it gets no more requests than a due feed. */
const isRetry = ({ status, drained }: RequestedFeed): boolean => status === "backing_off" && drained;

/**
 * Distributes up to `more` extra requests in total among grants with feeds whose last visits ran out of requests,
 * beginning with the first grant.
 */
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
