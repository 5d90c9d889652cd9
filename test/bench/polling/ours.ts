import { defaultTimings, type Timings } from "../../../shared/kernel/timings.ts";
import { PressureGauge } from "../../../shared/schedule/budget/pressure-gauge.ts";
import { FeedStore } from "../../../shared/schedule/feeds/feed-store.ts";
import { toSlot } from "../../../shared/schedule/feeds/feed-write.ts";
import { StalledOwners } from "../../../shared/schedule/feeds/stalled-owners.ts";
import { slotPartition } from "../../../shared/schedule/feeds/wheel-partition.ts";
import { type ChangeRate, newChangeRate, withObserved } from "../../../shared/schedule/rates/change-rate.ts";
import { ownerLevel } from "../../../shared/schedule/rates/owner-levels.ts";
import { Heartbeats } from "../../../shared/schedule/tick/heartbeats.ts";
import { pollMessage } from "../../../shared/schedule/tick/poll-message.ts";
import { Tick } from "../../../shared/schedule/tick/tick.ts";
import { DueFeeds } from "../../../shared/schedule/wheel/due-feeds.ts";
import { newPlan, PlanStore } from "../../../shared/schedule/wheel/plan.ts";
import type { Instance } from "../../../shared/source/instance.ts";
import { RequestPace } from "../../../shared/source/request-pace.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { faked } from "../../support/faked.ts";
import { MemoryQueue } from "../../support/memory-queue.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { testContext } from "../../support/test-context.ts";
import { Delays } from "./delays.ts";
import type { Population } from "./population.ts";
import { feedIdOf, ownerOf, SlotTable } from "./slot-table.ts";

const name = "bench";
/** Publishing isn't part of this. */
export const timings: Timings = { ...defaultTimings, heartbeatPeriod: 1e12, heartbeatLimit: 1e12 };

export type Run = {
  readonly delays: Delays;
  readonly polls: number;
  readonly found: number;
  /** Per ms. */
  readonly pollRate: number;
  readonly stretch: number;
  readonly perTick: { readonly queries: number; readonly entries: number; readonly polls: number };
  /** The most Queries in any tick. */
  readonly mostQueries: number;
  /** The requests that the budget granted over the simulated time, and those that the visits spent. */
  readonly granted: number;
  readonly spent: number;
  /** The most requests in any 10 s, as a multiple of the budget's grant in that time. */
  readonly peak: number;
  /** Feed items written because a visit led to another level, per poll. */
  readonly writes: number;
};

export type RunOptions = {
  /** Requests per second. */
  readonly budget: number;
  /** The simulated time, and the part at its end in which changes no longer count but earlier ones are still found. */
  readonly time: number;
  readonly tail: number;
  /** Whether the journals' history is read at connect. */
  readonly history: boolean;
};

/** The real scheduler on a virtual clock: its tick, plan, wheel, rates and dispatch, and workers that only look. */
export class OurPolling {
  readonly #population: Population;
  readonly #options: RunOptions;
  readonly #clock = new FakeClock();
  readonly #table = new SlotTable();
  readonly #store = new FeedStore(this.#table);
  readonly #queue = new MemoryQueue();
  readonly #known: Float64Array;
  readonly #levels: Uint8Array;
  readonly #delays = new Delays();
  readonly #gauge = new PressureGauge(this.#table, this.#clock);
  readonly #pace = new RequestPace(defaultTimings.tick);
  /** The requests of each second. */
  readonly #seconds: Uint16Array;
  #found = 0;
  #spent = 0;

  constructor(population: Population, options: RunOptions) {
    this.#population = population;
    this.#options = options;
    this.#known = new Float64Array(5 * population.size);
    this.#levels = new Uint8Array(population.size);
    this.#seconds = new Uint16Array(options.time / 1_000 + 600);
  }

  async run(): Promise<Run> {
    const { budget, time } = this.#options;
    const start = this.#clock.now();
    for (let owner = 0; owner < this.#population.size; owner += 1) this.#connect(owner, start);
    const requestsPerSecond = budget;
    const plans = new PlanStore(this.#table);
    await plans.save(name, { ...newPlan(start, requestsPerSecond), feedsOf: 1 }, undefined);
    const tick = this.#tickOf(plans, requestsPerSecond);
    let polls = 0;
    let ticks = 0;
    let mostQueries = 0;
    const countFrom = { queries: this.#table.queries, entries: this.#table.entries };
    for (; this.#clock.now() < start + time; ticks += 1) {
      this.#clock.advance(timings.tick);
      const before = this.#table.queries;
      await tick.run({ instance: name });
      mostQueries = Math.max(mostQueries, this.#table.queries - before);
      const until = start + time - this.#options.tail;
      for (const { body, delaySeconds = 0 } of this.#queue.sent.splice(0)) {
        const { feedIds, allowance } = pollMessage.parse(JSON.parse(body));
        polls += feedIds.length;
        let requests = 0;
        for (const feedId of feedIds) {
          const now = this.#clock.now() + delaySeconds * 1_000;
          const found = await this.#visit(feedId, now, start, until);
          // An idle visit reads the journal's end. Any policy has to spend what a change takes beyond that.
          const needed = Math.min(allowance - requests, found ? 2 : 1);
          for (let one = 0; one < needed; one += 1) this.#request(now, start, requestsPerSecond);
          requests += needed;
        }
        await this.#gauge.settle(name, { spent: requests, unspent: allowance - requests });
      }
    }
    const plan = await plans.load(name);
    return {
      delays: this.#delays,
      polls,
      found: this.#found,
      pollRate: polls / time,
      stretch: plan?.owners.stretch ?? 1,
      perTick: {
        queries: (this.#table.queries - countFrom.queries) / ticks,
        entries: (this.#table.entries - countFrom.entries) / ticks,
        polls: polls / ticks,
      },
      mostQueries,
      granted: (requestsPerSecond * time) / 1_000,
      spent: this.#spent,
      peak: peakOf(this.#seconds) / (10 * requestsPerSecond),
      writes: this.#table.writes / Math.max(1, polls),
    };
  }

  #request(now: number, start: number, perSecond: number): void {
    const wait = this.#pace.reserve(name, perSecond, now, Number.POSITIVE_INFINITY) ?? 0;
    const second = Math.floor((now + wait - start) / 1_000);
    this.#seconds[second] = (this.#seconds[second] ?? 0) + 1;
    this.#spent += 1;
  }

  #connect(owner: number, now: number): void {
    const { times, since } = this.#population.history(owner, now);
    const activity = this.#options.history
      ? withObserved(newChangeRate(since), { times, history: true }, now)
      : newChangeRate(now);
    this.#keep(owner, activity);
    const level = ownerLevel(activity, now, timings);
    this.#levels[owner] = level;
    this.#table.place(owner, slotPartition(name, "owners", level, feedIdOf(owner)));
  }

  /** Returns whether the visit found a change. */
  async #visit(feedId: string, now: number, from: number, until: number): Promise<boolean> {
    const owner = ownerOf(feedId);
    const times: number[] = [];
    this.#population.take(owner, now, (at) => times.push(at));
    for (const at of times) if (at >= from && at < until) this.#delays.add(now - at);
    let activity = this.#activity(owner);
    if (times.length > 0) {
      this.#found += 1;
      activity = withObserved(activity, { times, history: false }, now);
      this.#keep(owner, activity);
    }
    const level = ownerLevel(activity, now, timings);
    const standing = this.#levels[owner] ?? 0;
    if (level === standing) return times.length > 0;
    const wheel = this.#table.wheelOf(owner);
    const feed = {
      instance: name,
      feedId,
      class: "owners",
      level: standing,
      wheel,
      nowRev: 0,
      status: "active",
      drained: true,
    } as const;
    await this.#store.leave(feed, toSlot({ ...feed, level }));
    this.#levels[owner] = level;
    return times.length > 0;
  }

  #keep(owner: number, { moments, following, at, since, last = Number.NaN }: ChangeRate): void {
    this.#known.set([moments, following, at, since, last], 5 * owner);
  }

  #activity(owner: number): ChangeRate {
    const [moments = 0, following = 0, at = 0, since = 0, last = Number.NaN] = this.#known.subarray(
      5 * owner,
      5 * owner + 5,
    );
    return { moments, following, at, since, ...(Number.isNaN(last) ? {} : { last }) };
  }

  #tickOf(plans: PlanStore, requestsPerSecond: number): Tick {
    const instance: Instance = { name, registeredAt: 0, seqFloor: 0, requestsPerSecond, status: "active", rev: 1 };
    return new Tick({
      registry: { find: async () => instance, roomsOf: async () => [], formerRoomsOf: async () => [] },
      plans,
      feeds: this.#store,
      stalledOwners: faked(StalledOwners, { list: async () => ({ owners: [], more: false as const }) }),
      due: new DueFeeds(this.#table, this.#store),
      pressure: this.#gauge,
      beats: new Heartbeats(new MemoryTable("mirror"), new MemoryTable("feeds"), timings),
      poll: this.#queue,
      ...testContext({ clock: this.#clock, metrics: { record: () => undefined }, timings }),
    });
  }
}

/** The most requests in any ten consecutive seconds. */
function peakOf(seconds: Uint16Array): number {
  let [sum, most] = [0, 0];
  for (const [second, requests] of seconds.entries()) {
    sum += requests - (seconds[second - 10] ?? 0);
    most = Math.max(most, sum);
  }
  return most;
}
