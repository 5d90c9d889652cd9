import { isoTime } from "../../kernel/instant.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { PressureGauge } from "../../schedule/budget/pressure-gauge.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import { isUnderWay, mustWait } from "../../schedule/feeds/feed-state.ts";
import type { FeedStore } from "../../schedule/feeds/feed-store.ts";
import { fixedFeeds } from "../../schedule/feeds/feeds-of-instance.ts";
import { restingPartitionOf } from "../../schedule/feeds/wheel-partition.ts";
import { gapOf } from "../../schedule/rates/owner-levels.ts";
import { type PollMessage, underWayUntil } from "../../schedule/tick/poll-message.ts";
import { Allowance } from "../../source/allowance.ts";
import type { ClockSkews } from "../../source/clock-skew.ts";
import type { Instance } from "../../source/instance.ts";
import { paceSpan } from "../../source/request-pace.ts";
import type { Source } from "../../source/source.ts";
import type { SourceOutages } from "../../source/source-outages.ts";
import type { Visit, VisitEnd } from "../feed-reader.ts";
import type { InstanceAccess } from "../instance-access.ts";
import { isSourceFault } from "./recent-visits.ts";
import { type VisitParts, visitFeed } from "./visit-feed.ts";

export type PollParts = VisitParts & {
  readonly registry: {
    find(name: string): Promise<Instance | undefined>;
    fixConnectedAt(name: string, serverMs: number): Promise<Instance>;
  };
  readonly sources: {
    open(instance: string, allowance: Allowance): Source;
    serverTimeOf(instance: string, localMs: number): number | undefined;
    /** Whether a request would wait a long time for its turn in this process. */
    isBehind(instance: string): boolean;
  };
  readonly budget: PressureGauge;
  readonly outages: SourceOutages;
  readonly clockSkews: ClockSkews;
  readonly access: InstanceAccess;
  /**
   * The ids of the feeds that this process is visiting; absent if other processes also visit feeds. The set spares each
   * long visit a stored mark, which would cost two writes.
   */
  readonly visiting?: Set<string> | undefined;
  /** Limits how many owners of an instance this process visits at a time. By far the most feeds belong to owners. */
  readonly inOwnerPlace: <T>(instance: string, work: () => Promise<T>) => Promise<T>;
};

/**
 * How many owners of an instance a process visits at a time: four times as many as the instance gets connections,
 * because some visits wait for a retry. Further visits would only wait for a connection. Meanwhile, what they have read
 * would fill the memory for young objects, and collecting garbage would take a fifth of the CPU time of polling.
 */
export const ownersAtOnce = 64;

/** Polls the feeds of a message concurrently, with one shared allowance. Throws only if our own engine fails. */
export async function pollFeeds(parts: PollParts, message: PollMessage): Promise<void> {
  const { feeds, registry, sources, access, visiting, inOwnerPlace, clock, logger, metrics, timings } = parts;
  const { instance: name, feedIds, startBy } = message;
  const beganAt = clock.now();
  if (beganAt > startBy) {
    // The message's allowance belongs to an old tick, so its polls are requested again and get a new allowance.
    await requestAgain(parts, message);
    logger.info("poll.late", { instance: name, feeds: feedIds.length });
    await settle(parts, name, new Allowance(message.allowance));
    return;
  }
  const instance = await registry.find(name);
  if (instance === undefined) {
    logger.warn("poll.unknown_instance", { instance: name });
    return;
  }
  const lastStart = beganAt + timings.pollDeadline;
  const allowance = new Allowance(message.allowance, lastStart + timings.sourceTimeout, instance.requestsPerSecond);
  const source = boundedSource(sources.open(name, allowance), clock, lastStart);
  if (instance.status === "parked" || instance.onTrial === true) {
    if ((await access.probe(instance, source)) === "resumed") await requestAgain(parts, message);
    else await keepRequested(parts, feedIds);
    await reportOutage(parts, { instance: name, feedIds, beganAt });
    await settle(parts, name, allowance);
    return;
  }

  const sentUntil = underWayUntil(startBy, timings);
  // This time is later than `sentUntil`, so that only one of two copies of a message takes the feed.
  const latestEnd = Math.max(lastStart + timings.sourceTimeout, sentUntil + 1);
  // This read may return old states. That is safe: a visit that begins with an old state can't save anything, because
  // the stored feed has a newer revision.
  const standing = await feeds.loadAll(feedIds, { consistent: false });
  const connection = connectionOf(parts, instance);
  const takeUntil = visiting === undefined && mayLast(parts, message, beganAt) ? latestEnd : undefined;
  const taking = { now: beganAt, sentUntil, takeUntil };
  // The longest time (ms) until a visit of an owner got a place.
  let waited = 0;
  const visits = await Promise.all(
    standing.map(async (read) => {
      const skipped = { end: { outcome: "skipped" } as const, failures: read.failures };
      // A requested feed isn't skipped, because the tick would then hide it until the message's time is up.
      if (visiting?.has(read.feedId) === true && read.underWayUntil === undefined && isInSlot(read)) return skipped;
      // Added before anything is awaited, so that another message can't begin a visit to the same feed meanwhile.
      visiting?.add(read.feedId);
      try {
        const feed = await takenFeed(feeds, read, taking);
        if (feed === undefined) return skipped;
        const visit: Visit = {
          feed,
          source,
          beganAt,
          connectedAt: instance.connectedAt,
          rewind: instance.rewind,
          failingPart: message.failingPart,
          ...connection,
        };
        const end = await (feed.class === "owners"
          ? inOwnerPlace(name, () => {
              waited = Math.max(waited, clock.now() - beganAt);
              return visitFeed(parts, visit);
            })
          : visitFeed(parts, visit));
        return { end, failures: feed.failures + (feed.instanceFailures ?? 0) };
      } finally {
        visiting?.delete(read.feedId);
      }
    }),
  );
  metrics.record("source.requests", allowance.spent, name);
  await access.judge(name, visits, source);
  const ends = visits.map(({ end }) => end).filter(({ outcome }) => outcome !== "skipped" && outcome !== "conflict");
  const faults = ends.filter(isSourceFault).length;
  await settle(parts, name, allowance, { visits: ends.length, faults }, waited);
  if (message.probe === true && ends.length > 0 && faults === 0) await parts.budget.endHold(name);
  await reportOutage(parts, { instance: name, feedIds, beganAt });
  await warnOfClock(parts, name);
  logger.info("poll.done", { instance: name, requests: allowance.spent, ...countsOf(visits.map(({ end }) => end)) });
}

/**
 * Whether this message's visits could still be running at their feeds' next turn, when another worker could visit the
 * same feeds. If so, each visit takes its feed with a write.
 */
function mayLast(
  { sources, recent, timings }: PollParts,
  { instance, startBy }: PollMessage,
  beganAt: number,
): boolean {
  const soon = gapOf(timings) / 2;
  const isLate = beganAt - (startBy - timings.startBy) > soon;
  return isLate || sources.isBehind(instance) || recent.longest(instance) > soon;
}

/** Makes a message's unvisited feeds due at the next tick, rather than when the message's time is up. */
async function requestAgain({ feeds, timings }: PollParts, { feedIds, startBy }: PollMessage): Promise<void> {
  await feeds.endUnderWay(feedIds, underWayUntil(startBy, timings));
  await feeds.requestPoll(feedIds);
}

/**
 * Makes a message's unvisited feeds due when their backoff ends. The tick has hidden them until the message's time is
 * up. Without this, they would still be hidden when the instance resumes.
 */
async function keepRequested({ feeds, clock }: PollParts, feedIds: readonly string[]): Promise<void> {
  const now = clock.now();
  const unvisited = (await feeds.loadAll(feedIds)).filter(({ status }) => status !== "paused");
  await Promise.all(unvisited.map((feed) => feeds.waitFor(feed, Math.max(now, feed.retryAt ?? 0), feed.nowRev)));
}

/** Never throws: after an error, the message would be delivered again, and all its feeds would be polled twice. */
async function settle(
  { budget, sources, tally, logger }: PollParts,
  instance: string,
  { spent, left }: Allowance,
  outcomes: { readonly visits?: number; readonly faults?: number } = {},
  waited = 0,
): Promise<void> {
  // While requests wait for their turn, or visits for a place, unspent requests aren't given back. The tick already
  // grants as many requests as can be sent. If unspent ones were granted again, the queue would never shrink.
  const unspent = sources.isBehind(instance) || waited > paceSpan ? 0 : left;
  const documentPages = tally.takeDocumentPages(instance);
  try {
    await budget.settle(instance, { spent, unspent, ...(documentPages > 0 && { documentPages }), ...outcomes });
  } catch (error) {
    logger.error("poll.not_settled", error, { instance, spent, unspent });
  }
}

function connectionOf(
  { registry, sources }: PollParts,
  { name, registeredAt, connectedAt }: Instance,
): Pick<Visit, "connect"> {
  let fixed = connectedAt;
  return {
    async connect(asOf) {
      if (fixed !== undefined) return fixed;
      const serverMs = sources.serverTimeOf(name, registeredAt) ?? asOf;
      const instance = await registry.fixConnectedAt(name, Math.floor(serverMs));
      fixed = instance.connectedAt ?? serverMs;
      return fixed;
    },
  };
}

/**
 * Warns early if the source's clock and ours differ, because receivers refuse our signatures if our clock is off by
 * minutes.
 */
async function warnOfClock({ clockSkews, sources, clock, logger }: PollParts, instance: string): Promise<void> {
  const now = clock.now();
  const serverTime = sources.serverTimeOf(instance, now);
  const skew = await clockSkews.settle(instance, serverTime === undefined ? undefined : serverTime - now, now);
  if (skew !== undefined) logger.warn("clock.apart", { instance, sourceAheadSeconds: Math.round(skew.offset / 1_000) });
}

function countsOf(ends: readonly VisitEnd[]): { readonly [outcome: string]: number } {
  const counts: { [outcome: string]: number } = {};
  for (const { outcome } of ends) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/**
 * The returned source behaves as if the allowance were spent once `deadline` (unix ms) has passed. So readers stop at
 * their next request, and each visit saves its last position. A worker that is stopped at its time limit can't save it.
 */
function boundedSource(source: Source, clock: Clock, deadline: number): Source {
  const inTime = (): boolean => clock.now() < deadline;
  return {
    page: async (request) => (inTime() ? source.page(request) : { outcome: "exhausted" }),
    one: async (request) => (inTime() ? source.one(request) : { outcome: "exhausted" }),
  };
}

type OutageParts = Pick<PollParts, "feeds" | "budget" | "logger"> & { readonly outages: Pick<SourceOutages, "settle"> };

/**
 * Logs when an instance's source stops responding, when the fault changes, and when the source responds again. After an
 * outage, makes the instance's lists due immediately. Without this, each might wait for another quarter of an hour.
 * Also ends the instance's hold, so that the next outage begins with a short pause again.
 */
export async function reportOutage(
  { outages, feeds, budget, logger }: OutageParts,
  {
    instance,
    feedIds,
    beganAt,
  }: { readonly instance: string; readonly feedIds: readonly string[]; readonly beganAt: number },
): Promise<void> {
  const change = await outages.settle(instance, beganAt);
  if (change.outcome === "none" || change.outcome === "goesOn") return;
  const { since, lastAt, asked, fault } = change.outage;
  const fields = { instance, since: isoTime(since) };
  if (change.outcome === "over") {
    logger.info("source.answers_again", { ...fields, fault });
    const lists = fixedFeeds(instance).map(({ feedId }) => feedId);
    await feeds.endBackoff(lists);
    await budget.endHold(instance);
    return;
  }
  const retries = (await feeds.loadAll(feedIds)).flatMap(({ retryAt }) => retryAt ?? []);
  const nextTry = retries.length === 0 ? lastAt : Math.max(lastAt, Math.min(...retries));
  logger.warn("source.unreachable", { ...fields, asked, fault, nextTry: isoTime(nextTry) });
}

const isInSlot = (feed: Feed): boolean => feed.wheel === restingPartitionOf(feed, feed.level);

/** Times in unix ms. */
type Taking = {
  readonly now: number;
  /** The `underWayUntil` that the tick set on the message's requested feeds. */
  readonly sentUntil: number;
  /** Set if the visit could still be running when another message with the feed arrives. */
  readonly takeUntil: number | undefined;
};

/**
 * Returns undefined while another message's visit is under way, if other workers keep taking the feed, or if it no
 * longer exists. A quick visit to a feed that is due on its wheel sets no mark, because an idle poll writes nothing
 * (docs/architecture.md#idle-costs-only-reads).
 */
export async function takenFeed(
  feeds: Pick<FeedStore, "take" | "load">,
  read: Feed,
  { now, sentUntil, takeUntil }: Taking,
): Promise<Feed | undefined> {
  let feed: Feed | undefined = read;
  // The tick may mark the feed between our read and our write.
  for (let tries = 0; tries < 3 && feed !== undefined; tries += 1) {
    if (isUnderWay(feed, now) && feed.underWayUntil !== sentUntil) return undefined;
    if (takeUntil === undefined || mustWait(feed, now) || feed.status === "paused") {
      return isInSlot(feed) ? feed : { ...feed, underWayUntil: feed.underWayUntil ?? sentUntil };
    }
    if (await feeds.take(feed, takeUntil)) return { ...feed, underWayUntil: takeUntil };
    feed = await feeds.load(feed.feedId);
  }
  return undefined;
}
