import { expect, test } from "vitest";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { endBecauseOf, type PassEnd, stepTo } from "../../../shared/polling/feed-reader.ts";
import { InstanceAccess } from "../../../shared/polling/instance-access.ts";
import { pollFeeds } from "../../../shared/polling/poll-feeds.ts";
import { PageSizes } from "../../../shared/polling/rows/page-sizes.ts";
import { FeedTally } from "../../../shared/polling/visits/feed-tally.ts";
import type { Reported } from "../../../shared/schedule/budget/settlement.ts";
import type { Feed } from "../../../shared/schedule/feeds/feed.ts";
import { FeedStore } from "../../../shared/schedule/feeds/feed-store.ts";
import { fixedFeeds } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import type { Allowance } from "../../../shared/source/allowance.ts";
import { ClockSkews } from "../../../shared/source/clock-skew.ts";
import type { Instance } from "../../../shared/source/instance.ts";
import type { Source, SourceAnswer } from "../../../shared/source/source.ts";
import { SourceOutages } from "../../../shared/source/source-outages.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const ok: SourceAnswer<never> = { outcome: "ok", value: { items: [] } as never, moment: { beganAt: 5, asOf: 5 } };

async function setUp(answer: (path: string) => SourceAnswer<never> = () => ok) {
  const clock = new FakeClock();
  const table = new MemoryTable("feeds");
  const feeds = new FeedStore(table);
  const standing = fixedFeeds("acme").filter((feed) => feed.class === "timelines");
  await feeds.putIfAbsent(standing);
  for (const feed of standing) await feeds.restoreSlot(feed, 0);
  let instance: Instance | undefined = {
    name: "acme",
    registeredAt: clock.now() - 1_000,
    seqFloor: 1,
    requestsPerSecond: 5,
    status: "active",
    rev: 0,
  };
  const told: string[] = [];
  const asked: string[] = [];
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
    unauthorized: async (_name: string, reason: string) => void told.push(reason),
    recovered: async () => void told.push("recovered"),
  };
  const settled: Reported[] = [];
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
  const parts = {
    feeds,
    readers: new Proxy({}, { get: () => reader }) as never,
    walks: { requestWalk: async () => undefined },
    hints: { learn: async () => undefined },
    tally: new FeedTally(),
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
    },
    budget: {
      settle: async (_name: string, reported: Reported) => void settled.push(reported),
      endHold: async () => undefined,
    },
    outages: new SourceOutages(table, clock),
    clockSkews: new ClockSkews(table),
    pageSizes: new PageSizes(table, clock),
    access: new InstanceAccess({ registry, notices, clock, logger }),
    clock,
    randomness: new SeededRandomness(),
    logger,
    metrics: { record: () => undefined },
    timings: defaultTimings,
  };
  const feedIds = standing.map(({ feedId }) => feedId);
  const poll = (changed: { startBy?: number; feedIds?: readonly string[] } = {}) =>
    pollFeeds(parts, {
      instance: "acme",
      feedIds: [...feedIds],
      allowance: 50,
      startBy: clock.now() + 1,
      ...changed,
    } as never);
  const waiting = async () => (await feeds.loadAll(feedIds)).filter(({ wheel }) => wheel.includes("#now#")).length;
  return {
    poll,
    clock,
    feeds,
    feedIds,
    told,
    asked,
    settled,
    ends,
    waiting,
    logger,
    sourceClock,
    instance: () => instance,
    forget: () => (instance = undefined),
    tryNew: () => (instance = { ...instance!, status: "active", parkedReason: undefined, onTrial: true }),
  };
}

test("polls every feed of the message and fixes the connection at registration, by the server's clock", async () => {
  const { poll, asked, clock, instance, waiting } = await setUp();
  await poll();
  expect(asked).toHaveLength(6);
  expect(instance()?.connectedAt).toBe(clock.now() - 1_000 + 70);
  expect(await waiting()).toBe(0);
});

test("reports the requests that it spent, and those that it was granted and didn't spend", async () => {
  const { poll, settled, clock, asked } = await setUp();
  await poll();
  expect(asked).toHaveLength(6);
  expect(settled).toEqual([{ spent: 6, unspent: 44 }]);
  await poll({ startBy: clock.now() - 1 });
  expect(settled[1]).toEqual({ spent: 0, unspent: 50 });
});

test("past its start-by time a message asks for its feeds again instead of polling", async () => {
  const { poll, clock, asked, waiting } = await setUp();
  await poll({ startBy: clock.now() - 1 });
  expect(asked).toEqual([]);
  expect(await waiting()).toBe(6);
});

test("a message for an instance that is no longer registered is nothing", async () => {
  const { poll, asked, forget } = await setUp();
  forget();
  await poll();
  expect(asked).toEqual([]);
});

test("a revoked credential parks the instance and notifies the operators", async () => {
  const { poll, told, instance } = await setUp(() => ({ outcome: "revoked" }));
  await poll();
  expect(instance()).toMatchObject({ status: "parked", parkedReason: "invalid_client" });
  expect(told).toEqual(["invalid_client"]);
});

test("hazard 62: refusals park the instance only when two more routes are refused", async () => {
  const one = await setUp((path) => (path === "/person-timeline" ? { outcome: "forbidden" } : ok));
  await one.poll();
  expect(one.instance()?.status).toBe("active");
  expect(await one.feeds.load(one.feedIds[0]!)).toMatchObject({ status: "backing_off", lastError: "forbidden" });
  const all = await setUp(() => ({ outcome: "forbidden" }));
  await all.poll();
  expect(all.instance()).toMatchObject({ status: "parked", parkedReason: "forbidden" });
  expect(all.asked.slice(-2)).toEqual(["/company", "/project"]);
});

test("a fault while the other routes are asked parks nothing", async () => {
  const { poll, instance } = await setUp((path) =>
    path === "/company" ? { outcome: "unavailable", status: 500, retryAfterMs: undefined } : { outcome: "forbidden" },
  );
  await poll();
  expect(instance()?.status).toBe("active");
});

test("a parked instance is probed instead of polled, and resumes by itself", async () => {
  let refuse = true;
  const { poll, told, asked, waiting, instance } = await setUp(() => (refuse ? { outcome: "revoked" } : ok));
  await poll();
  asked.length = 0;
  await poll();
  expect(asked).toEqual(["/company"]);
  expect(instance()?.status).toBe("parked");
  refuse = false;
  await poll();
  expect(instance()?.status).toBe("active");
  expect(told).toEqual(["invalid_client", "recovered"]);
  expect(await waiting()).toBe(6);
});

test("past the poll's deadline no request is sent and the feeds go on at the next tick", async () => {
  const { poll, clock, asked, waiting } = await setUp();
  const now = clock.now.bind(clock);
  let calls = 0;
  // The first reading of the clock begins the poll; the worker then hangs for longer than its deadline.
  clock.now = () => now() + (calls++ === 0 ? 0 : defaultTimings.pollDeadline);
  await poll({ startBy: now() + 1 });
  expect(asked).toEqual([]);
  clock.now = now;
  expect(await waiting()).toBe(6);
});

test("an instance that the source doesn't know is parked once a feed has met that repeatedly, and the notice says why", async () => {
  const unknown = { outcome: "unavailable", status: 404, retryAfterMs: undefined } as const;
  const lost = await setUp(() => unknown);
  for (let visit = 0; visit < 2; visit += 1) {
    await lost.poll();
    lost.clock.advance(15 * 60_000);
  }
  expect(lost.instance()?.status).toBe("active");
  await lost.poll();
  expect(lost.instance()).toMatchObject({ status: "parked", parkedReason: "unknown_instance" });
  expect(lost.told).toEqual(["unknown_instance"]);
});

test("a 404 on one route, while another one answers, says nothing about the instance", async () => {
  const notFound = { outcome: "notFound", problem: true, moment: { beganAt: 5, asOf: 5 } } as const;
  const { poll, clock, instance } = await setUp((path) => (path === "/project" ? ok : notFound));
  for (let visit = 0; visit < 5; visit += 1) {
    await poll();
    clock.advance(15 * 60_000);
  }
  expect(instance()?.status).toBe("active");
});

test("hazard 61: new credentials are tried at once; the event of the recovery comes when they are taken", async () => {
  let refuse = true;
  const { poll, told, instance, tryNew, asked } = await setUp(() => (refuse ? { outcome: "revoked" } : ok));
  await poll();
  tryNew();
  asked.length = 0;
  await poll();
  expect(asked).toEqual(["/company"]);
  expect(instance()).toMatchObject({ status: "parked", parkedReason: "invalid_client" });
  tryNew();
  refuse = false;
  await poll();
  expect(instance()?.status).toBe("active");
  expect(told.at(-1)).toBe("recovered");
});

test("clocks that are apart are warned of at the first poll, and once", async () => {
  const { poll, logger, sourceClock, clock } = await setUp();
  sourceClock.ahead = -45_000;
  for (let visit = 0; visit < 3; visit += 1) {
    await poll();
    clock.advance(15 * 60_000);
  }
  const warnings = logger.lines.filter(({ event }) => event === "clock.apart");
  expect(warnings).toEqual([
    { level: "warn", event: "clock.apart", fields: { instance: "acme", sourceAheadSeconds: -45 } },
  ]);
});
