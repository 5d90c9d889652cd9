import { endBecauseOf, type PassEnd, stepTo } from "../../../../shared/polling/feed-reader.ts";
import { InstanceAccess } from "../../../../shared/polling/instance-access.ts";
import { PageSizes } from "../../../../shared/polling/rows/page-sizes.ts";
import { FeedTally } from "../../../../shared/polling/visits/feed-tally.ts";
import { pollFeeds } from "../../../../shared/polling/visits/poll-feeds.ts";
import { RecentVisits } from "../../../../shared/polling/visits/recent-visits.ts";
import { PressureGauge } from "../../../../shared/schedule/budget/pressure-gauge.ts";
import type { Reported } from "../../../../shared/schedule/budget/token-bucket.ts";
import type { Feed } from "../../../../shared/schedule/feeds/feed.ts";
import { FeedStore } from "../../../../shared/schedule/feeds/feed-store.ts";
import { toSlot } from "../../../../shared/schedule/feeds/feed-write.ts";
import { fixedFeeds, ownerFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import type { Allowance } from "../../../../shared/source/allowance.ts";
import { ClockSkews } from "../../../../shared/source/clock-skew.ts";
import type { Instance } from "../../../../shared/source/instance.ts";
import type { Source, SourceAnswer } from "../../../../shared/source/source.ts";
import { SourceOutages } from "../../../../shared/source/source-outages.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";
import { testContext } from "../../../support/test-context.ts";

/** An answer without rows. */
export const ok: SourceAnswer<never> = {
  outcome: "ok",
  value: { items: [] } as never,
  moment: { beganAt: 5, asOf: 5 },
};

/** An instance with its timelines, and polls of them that ask the source once each; `answer` says what comes of it. */
export async function polledInstance(answer: (path: string) => SourceAnswer<never> = () => ok, visiting?: Set<string>) {
  const clock = new FakeClock();
  const table = new MemoryTable("feeds");
  const feeds = new FeedStore(table);
  const standing = fixedFeeds("acme").filter((feed) => feed.class === "timelines");
  await feeds.putIfAbsent(standing);
  for (const feed of standing) await feeds.leave(feed, toSlot(feed));
  let instance: Instance | undefined = {
    name: "acme",
    registeredAt: clock.now() - 1_000,
    seqFloor: 1,
    requestsPerSecond: 5,
    status: "active",
    rev: 0,
  };
  const reported: string[] = [];
  const asked: string[] = [];
  /** The instance of each visit that got one of the places for owners. */
  const placed: string[] = [];
  const ends: PassEnd[] = [];
  const registry = {
    find: async () => instance,
    fixConnectedAt: async (_name: string, serverMs: number) => {
      instance = { ...instance!, connectedAt: instance!.connectedAt ?? serverMs };
      return instance;
    },
    park: async (_name: string, parkedReason: NonNullable<Instance["parkedReason"]>) => {
      instance = { ...instance!, status: "parked", parkedReason, onTrial: undefined };
      return instance;
    },
    resume: async () => {
      instance = { ...instance!, status: "active", parkedReason: undefined, onTrial: undefined };
      return instance;
    },
  };
  const logger = new SilentLogger();
  /** How far, in ms, the source's clock is ahead of ours. */
  const sourceClock = { ahead: 70 };
  const notices = {
    unauthorized: async (_name: string, reason: string) => void reported.push(reason),
    recovered: async () => void reported.push("recovered"),
  };
  const settled: Reported[] = [];
  const outcomes: { readonly visits: number | undefined; readonly faults: number | undefined }[] = [];
  let ended = 0;
  /** Whether other requests wait long for their turn, and how long (ms) a visit of an owner waits for its place. */
  const line = { isLong: false, waitForPlace: 0 };
  const spends: { allowance?: Allowance } = {};
  const source: Source = {
    page: async ({ path }) => {
      asked.push(path);
      spends.allowance?.spend();
      return answer(path);
    },
    one: async () => ok,
  };
  const reader = {
    // A reader that asks once and ends as the answer says.
    async *read({
      feed,
      source: bounded,
      connect,
    }: {
      feed: Feed;
      source: Source;
      connect: (asOf: number) => Promise<number>;
    }) {
      const given = await bounded.page({ path: `/${feed.kind}` });
      if (given.outcome === "ok") {
        await connect(given.moment.asOf);
        yield stepTo({ checkpoint: { read: true } });
        return { outcome: "done" as const };
      }
      if (given.outcome === "exhausted") return { outcome: "yielded" as const };
      const refused = given.outcome === "forbidden" || given.outcome === "revoked";
      return refused ? { outcome: "refused" as const, by: given.outcome } : endBecauseOf(given);
    },
  };
  const outages = new SourceOutages(table, clock);
  const parts = {
    ...testContext({ clock, logger }),
    feeds,
    readers: new Proxy({}, { get: () => reader }) as never,
    walks: { requestWalk: async () => undefined },
    hints: { learn: async () => undefined },
    tally: new FeedTally(),
    recent: new RecentVisits(clock),
    notices: { stalled: async () => undefined, recovered: async () => undefined },
    quarantine: { keep: async () => 0 },
    retryQuarantined: async () => ({ outcome: "done" }) as const,
    registry,
    sources: {
      open: (_name: string, granted: Allowance) => {
        spends.allowance = granted;
        return source;
      },
      serverTimeOf: (_name: string, localMs: number) => localMs + sourceClock.ahead,
      isBehind: () => line.isLong,
    },
    budget: faked(PressureGauge, {
      settle: async (
        _name: string,
        { visits, faults, ...reported }: Reported & { visits?: number; faults?: number },
      ) => {
        settled.push(reported);
        outcomes.push({ visits, faults });
      },
      endHold: async () => void (ended += 1),
    }),
    outages,
    clockSkews: new ClockSkews(table),
    pageSizes: new PageSizes(table, clock),
    access: new InstanceAccess({ ...testContext({ clock, logger }), registry, notices }),
    visiting,
    inOwnerPlace: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      placed.push(name);
      clock.advance(line.waitForPlace);
      return work();
    },
  };
  const feedIds = standing.map(({ feedId }) => feedId);
  const poll = (changed: { startBy?: number; feedIds?: readonly string[]; probe?: true } = {}) =>
    pollFeeds(parts, {
      instance: "acme",
      feedIds: [...feedIds],
      allowance: 50,
      startBy: clock.now() + 1,
      ...changed,
    } as never);
  const waiting = async () => (await feeds.loadAll(feedIds)).filter(({ wheel }) => wheel.includes("#now#")).length;
  /** Marks the feeds as the tick does that sent a message with them, whose visits end by this time. */
  const markSent = async (until: number) => {
    await feeds.requestPoll(feedIds);
    for (const feed of await feeds.loadAll(feedIds)) await feeds.noteSent(feed, until);
  };
  /** Feeds of these people, known from first contact on or not. */
  const addPeople = async (...people: readonly { readonly id: string; readonly knownSince?: number }[]) => {
    const added = people.map((person) => ownerFeed("acme", { type: "Person", ...person }));
    await feeds.putIfAbsent(added);
    return added.map(({ feedId }) => feedId);
  };
  const park = () => void (instance = { ...instance!, status: "parked", parkedReason: "forbidden" });
  const tryNew = () => void (instance = { ...instance!, status: "active", parkedReason: undefined, onTrial: true });
  return {
    poll,
    ...{ markSent, addPeople, park, tryNew },
    become: { parked: park, "on trial": tryNew },
    clock,
    table,
    outages,
    ...{ budget: parts.budget, recent: parts.recent, granted: () => spends.allowance },
    feeds,
    feedIds,
    reported,
    asked,
    placed,
    settled,
    outcomes,
    ended: () => ended,
    line,
    ends,
    waiting,
    logger,
    sourceClock,
    instance: () => instance,
    forget: () => (instance = undefined),
  };
}
