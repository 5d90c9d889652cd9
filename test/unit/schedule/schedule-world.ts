import { expect } from "vitest";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import type { MetricName } from "../../../shared/kernel/metric-catalogue.ts";
import type { Table } from "../../../shared/kernel/ports/table.ts";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { defaultTimings, type Timings } from "../../../shared/kernel/timings.ts";
import { PressureGauge } from "../../../shared/schedule/budget/pressure-gauge.ts";
import { FeedStore } from "../../../shared/schedule/feeds/feed-store.ts";
import { toSlot } from "../../../shared/schedule/feeds/feed-write.ts";
import { ownerFeed } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { StalledOwners } from "../../../shared/schedule/feeds/stalled-owners.ts";
import { Heartbeats } from "../../../shared/schedule/tick/heartbeats.ts";
import { type PollMessage, pollMessage } from "../../../shared/schedule/tick/poll-message.ts";
import { Tick, type TickOutcome } from "../../../shared/schedule/tick/tick.ts";
import { DueFeeds } from "../../../shared/schedule/wheel/due-feeds.ts";
import { PlanStore } from "../../../shared/schedule/wheel/plan.ts";
import { InstanceRegistry } from "../../../shared/source/instance-registry.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { MemoryQueue } from "../../support/memory-queue.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { testContext } from "../../support/test-context.ts";

export type SentPoll = { readonly at: number; readonly message: PollMessage };

/** Throws before the nth write that goes through it, and from then on, as for a process that died there. */
export class Fuse {
  #left: number;

  constructor(left = Number.POSITIVE_INFINITY) {
    this.#left = left;
  }

  async write<T>(call: () => Promise<T>): Promise<T> {
    this.#left -= 1;
    return this.read(call);
  }

  async read<T>(call: () => Promise<T>): Promise<T> {
    if (this.burnt) throw new Error("crashed");
    return call();
  }

  /** Whether it has burnt: the run had that many writes. */
  get burnt(): boolean {
    return this.#left <= 0;
  }
}

type Connected = {
  readonly requestsPerSecond?: number;
  readonly rooms?: readonly string[];
  readonly owners?: number;
  /** How long (ms) the world has run. */
  readonly run?: number;
};

export async function connectedWorld(
  { requestsPerSecond, rooms, owners = 0, run = 0 }: Connected = {},
  timings: Partial<Timings> = {},
): Promise<ScheduleWorld> {
  const world = new ScheduleWorld(timings);
  await world.connect(requestsPerSecond, rooms);
  if (owners > 0) await world.addOwners(owners);
  if (run > 0) await world.run(run);
  return world;
}

/** An instance with feeds, a tick on virtual time, and a worker that visits the sent feeds. */
export class ScheduleWorld {
  readonly clock = new FakeClock();
  readonly timings: Timings;
  readonly feedsTable = new MemoryTable("feeds");
  readonly mirror = new MemoryTable("mirror");
  readonly subscriptions = new MemoryTable("subscriptions");
  readonly queue = new MemoryQueue();
  readonly logger = new SilentLogger();
  readonly store = new FeedStore(this.feedsTable);
  readonly plans = new PlanStore(this.feedsTable);
  readonly registry: InstanceRegistry;
  readonly sent: SentPoll[] = [];
  /** The recorded values of each metric. */
  readonly recorded: { readonly name: MetricName; readonly value: number; readonly instance: string | undefined }[] =
    [];

  constructor(timings: Partial<Timings> = {}) {
    this.timings = { ...defaultTimings, heartbeatLimit: 1e12, ...timings };
    const { clock, subscriptions: table } = this;
    const box = new SecretBox({
      table,
      keys: new FakeKeyWrapper(),
      clock,
      randomness: new SeededRandomness(),
      cacheMs: 1e6,
    });
    this.registry = new InstanceRegistry(table, box);
  }

  /**
   * The worlds that a tick of this one leaves when it crashes before each of its writes, and after the last. A crash
   * before a read leaves what a crash before the next write leaves.
   */
  async *crashes(): AsyncGenerator<{ readonly write: number; readonly world: ScheduleWorld }> {
    for (let write = 1; ; write += 1) {
      const world = await this.copy();
      const fuse = new Fuse(write);
      await world.tick(fuse).catch((error: unknown) => {
        expect(error).toMatchObject({ message: "crashed" });
      });
      yield { write, world };
      if (!fuse.burnt) return;
    }
  }

  /** A separate copy of this world with the same state. */
  async copy(): Promise<ScheduleWorld> {
    const other = new ScheduleWorld(this.timings);
    other.clock.advance(this.clock.now() - other.clock.now());
    other.sent.push(...this.sent);
    for (const name of ["feedsTable", "mirror", "subscriptions"] as const) {
      await other[name].put(this[name].items.map((item) => ({ item })));
    }
    return other;
  }

  async connect(requestsPerSecond = 5, rooms: readonly string[] = []): Promise<void> {
    const credentials = { clientId: "id", clientSecret: "secret" };
    await this.registry.register({ name: "acme", credentials, requestsPerSecond, rooms, now: this.clock.now() });
  }

  async addOwners(count: number): Promise<readonly string[]> {
    const feeds = Array.from({ length: count }, (_, n) => ownerFeed("acme", { type: "Person", id: `p${n}` }));
    await this.store.putIfAbsent(feeds);
    return feeds.map(({ feedId }) => feedId);
  }

  /** `throttled`: an index query of this partition fails. */
  tickOver(fuse: Fuse = new Fuse(), throttled: (partition: string) => boolean = () => false): Tick {
    const sound = fused(this.feedsTable, fuse);
    const feeds: Table = {
      ...sound,
      queryIndex: async (query) => {
        if (throttled(query.partition)) throw new EngineUnavailableError("throttled");
        return sound.queryIndex(query);
      },
    };
    const store = new FeedStore(feeds);
    return new Tick({
      registry: this.registry,
      plans: new PlanStore(feeds),
      feeds: store,
      stalledOwners: new StalledOwners(feeds),
      due: new DueFeeds(feeds, store),
      pressure: new PressureGauge(feeds, this.clock),
      beats: new Heartbeats(fused(this.mirror, fuse), feeds, this.timings),
      poll: { send: (messages) => fuse.write(() => this.queue.send(messages)) },
      ...testContext({ clock: this.clock, logger: this.logger, timings: this.timings }),
      metrics: { record: (name, value, instance) => this.recorded.push({ name, value, instance }) },
    });
  }

  async tick(fuse?: Fuse, throttled?: (partition: string) => boolean): Promise<TickOutcome> {
    try {
      return await this.tickOver(fuse, throttled).run({ instance: "acme" });
    } finally {
      for (const body of this.queue.take()) this.sent.push({ at: this.clock.now(), message: pollMessage.parse(body) });
    }
  }

  /** Visits everything sent since `from` like a worker that finds nothing: the slot is the visit's last write. */
  async visit(from = 0): Promise<void> {
    for (const { message } of this.sent.slice(from)) {
      for (const feed of await this.store.loadAll(message.feedIds)) await this.store.leave(feed, toSlot(feed));
    }
  }

  /** Ticks and visits for `ms` of virtual time. */
  async run(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += this.timings.tick) {
      const before = this.sent.length;
      await this.tick();
      await this.visit(before);
      this.clock.advance(this.timings.tick);
    }
  }

  /** When each feed was sent, in ms of virtual time. */
  visitsOf(feedId: string): readonly number[] {
    return this.sent.filter(({ message }) => message.feedIds.includes(feedId)).map(({ at }) => at);
  }
}

function fused(table: Table, fuse: Fuse): Table {
  return {
    get: (...args) => fuse.read(() => table.get(...args)),
    getAll: (...args) => fuse.read(() => table.getAll(...args)),
    query: (...args) => fuse.read(() => table.query(...args)),
    queryIndex: (...args) => fuse.read(() => table.queryIndex(...args)),
    put: (...args) => fuse.write(() => table.put(...args)),
    update: (...args) => fuse.write(() => table.update(...args)),
    remove: (...args) => fuse.write(() => table.remove(...args)),
  };
}

/** The most that was granted and not yet covered by time, at a rate in requests per second. */
export function peakOutstanding(sent: readonly SentPoll[], rate: number): number {
  let outstanding = 0;
  let last = sent[0]?.at ?? 0;
  let peak = 0;
  for (const { at, message } of sent) {
    outstanding = Math.max(0, outstanding - (rate * (at - last)) / 1_000) + message.allowance;
    peak = Math.max(peak, outstanding);
    last = at;
  }
  return peak;
}
