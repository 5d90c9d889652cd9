import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import { type Instance, instanceName } from "../../source/instance.ts";
import type { InstanceRegistry } from "../../source/instance-registry.ts";
import { isBreak, type Pressure, type PressureGauge } from "../budget/pressure-gauge.ts";
import { emptyBucket, withGranted } from "../budget/token-bucket.ts";
import { feedKind } from "../feeds/feed.ts";
import { scheduledClasses } from "../feeds/feed-kinds.ts";
import type { FeedStore } from "../feeds/feed-store.ts";
import { feedsOfInstance, roomFeed } from "../feeds/feeds-of-instance.ts";
import type { StalledOwners } from "../feeds/stalled-owners.ts";
import type { DueFeeds } from "../wheel/due-feeds.ts";
import { type Plan, type PlanStore, wasSetBack, withoutFuture } from "../wheel/plan.ts";
import { costOfAll, type Grant } from "./class-dispatch.ts";
import type { Heartbeats } from "./heartbeats.ts";
import { pollMessagesOf, underWayUntil } from "./poll-message.ts";
import { refilledPlan } from "./refilled-plan.ts";
import { grantsOfClasses, probeOf, type TickGrants } from "./tick-grants.ts";
import { wakeFeeds, wakeStalledOwners } from "./wake-feeds.ts";

export const tickMessage = z.object({ instance: instanceName });
export type TickMessage = z.infer<typeof tickMessage>;

/**
 * - `idle`: nothing was due or affordable, publishing is behind, or the instance is paused, parked or held.
 * - `early`: the previous tick began less than a third of a tick ago, so the message is a duplicate.
 * - `busy`: another worker holds the plan.
 * - `late`: this tick held the plan for too long, and another worker may have taken the plan over.
 */
export type TickOutcome = "dispatched" | "idle" | "early" | "busy" | "late" | "unknown";

type Parts = Context & {
  readonly registry: Pick<InstanceRegistry, "find" | "roomsOf" | "formerRoomsOf">;
  readonly plans: PlanStore;
  readonly feeds: FeedStore;
  readonly stalledOwners: StalledOwners;
  readonly due: DueFeeds;
  readonly pressure: PressureGauge;
  readonly beats: Heartbeats;
  readonly poll: QueueSender;
};

/** If a claim isn't completed, a later tick repeats its work with a new budget. The claimed budget counts as spent. */
export class Tick {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async run({ instance: name }: TickMessage): Promise<TickOutcome> {
    const { registry, plans, pressure, clock, timings } = this.#parts;
    const [instance, stored, pressed] = await Promise.all([registry.find(name), plans.load(name), pressure.of(name)]);
    if (instance === undefined) return "unknown";
    const now = clock.now();
    const isSetBack = stored !== undefined && wasSetBack(stored, now, timings);
    const old = isSetBack ? withoutFuture(stored, now - timings.tick) : stored;
    if (old?.claimedUntil !== undefined && old.claimedUntil > now) return "busy";
    if (old !== undefined && old.claimedUntil === undefined && now - old.at < timings.tick / 3) return "early";

    // This happens before the claim, because a claimed plan no longer shows that the clock was set back.
    if (isSetBack) await this.#recallFromFuture(name, now, stored);
    const opened = refilledPlan(instance, old, pressed, now, timings);
    const claimedUntil = now + timings.claimLife;
    const claimed = await plans.save(name, { ...opened, tokenBucket: emptyBucket, claimedUntil }, old?.rev);
    if (claimed === undefined) return "busy";

    const kept = await this.#keptHouse(instance, opened, now);
    const { grants, plan } = await this.#grants(instance, kept, pressed, now);
    if (clock.now() >= claimedUntil) return this.#late(name);
    // Grants that are made during a hold start after it. A probe can start immediately, because its success ends the
    // hold.
    const isProbe = grants.some(({ probe }) => probe === true);
    const held = isProbe ? 0 : Math.max(0, (pressed?.holdUntil ?? 0) - now);
    // The start is rounded up to whole seconds, like the delays of messages. Without this, a requested feed's
    // `underWayUntil` would differ from the one that its message implies, and no visit would take the feed.
    const from = now + Math.ceil(held / 1_000) * 1_000;
    await this.#send(name, grants, { from, now }, plan.outcomes?.part);
    const settlement = withGranted(plan.settlement, costOfAll(grants));
    const completed = await plans.save(name, { ...plan, settlement, claimedUntil: undefined }, claimed.rev);
    if (completed === undefined) return this.#late(name);
    return grants.length === 0 ? "idle" : "dispatched";
  }

  /** Ends waits that a wrong clock set. With a clock an hour ahead, each wait would last an hour longer. */
  async #recallFromFuture(name: string, now: number, { at: until, later }: Plan): Promise<void> {
    const { registry, feeds, due, pressure, logger } = this.#parts;
    logger.warn("clock.set_back", { instance: name, byMs: until - now });
    // Without this, a hold that has ended would begin again.
    await pressure.endHold(name);
    await feeds.endWaits(feedsOfInstance(name, await registry.roomsOf(name)).map(({ feedId }) => feedId));
    for (const feedClass of scheduledClasses) await due.recallFromFuture(name, feedClass, now, until, later[feedClass]);
  }

  /**
   * Writes heartbeats. If the instance's registration or the kinds of feeds have changed, also stores missing feeds and
   * removes those of former rooms. Such a change may have removed the cause of failures, so failing feeds become due.
   * Without this, a parked feed would wait for up to a day. Stalled owners are woken over several ticks.
   */
  async #keptHouse(instance: Instance, opened: Plan, now: number): Promise<Plan> {
    const { registry, feeds, stalledOwners, beats } = this.#parts;
    const { name, rev } = instance;
    const kindsPut = feedKind.options.length;
    let { waking } = opened;
    if (opened.feedsOf !== rev || opened.kindsPut !== kindsPut) {
      const [rooms, former] = await Promise.all([registry.roomsOf(name), registry.formerRoomsOf(name)]);
      const own = feedsOfInstance(name, rooms);
      await feeds.putIfAbsent(own);
      for (const roomId of former) await feeds.drop(roomFeed(name, roomId).feedId);
      if (instance.paused !== true && instance.status === "active") {
        const ids = own.map(({ feedId }) => feedId);
        await wakeFeeds(feeds, ids);
        waking = {};
      }
    }
    if (waking !== undefined) waking = await wakeStalledOwners(feeds, stalledOwners, name, waking);
    return { ...opened, feedsOf: rev, kindsPut, waking, ...(await beats.beat(name, opened, now)) };
  }

  async #grants(instance: Instance, plan: Plan, pressed: Pressure | undefined, now: number): Promise<TickGrants> {
    const { due, beats, logger, metrics, timings } = this.#parts;
    const { name } = instance;
    if (!beats.isPublishing(plan, now)) {
      logger.error("tick.paused", "publishing is behind", { instance: name, oldestBeat: plan.unseenHeartbeats[0] });
      metrics.record("schedule.paused", 1, name);
      return { grants: [], plan };
    }
    if (instance.paused === true) return { grants: [], plan };
    // A hold that ends within a tick only delays what is granted. If it stopped the tick, an instance whose source
    // often asks for a pause of a few seconds would lose whole ticks.
    if (pressed !== undefined && pressed.holdUntil - now >= timings.tick)
      return isBreak(pressed) && instance.status !== "parked"
        ? probeOf(instance, plan, now, timings.tick)
        : { grants: [], plan };
    if (instance.status === "parked") return probeOf(instance, plan, now, timings.parkedProbe);
    if (plan.owners.stretch > 1) metrics.record("schedule.caps_stretched", 1, name);
    const { failures, ...granted } = await grantsOfClasses(due, name, plan, now);
    for (const { name: failed, error } of failures)
      logger.error("tick.class_failed", error, { instance: name, class: failed });
    return granted;
  }

  async #send(
    name: string,
    grants: readonly Grant[],
    { from, now }: { readonly from: number; readonly now: number },
    failingPart: number | undefined,
  ): Promise<void> {
    const { poll, feeds, timings, logger, metrics } = this.#parts;
    if (grants.length === 0) return;
    const messages = pollMessagesOf(name, grants, { from, now }, timings, failingPart);
    await poll.send(messages);
    // Requested feeds are hidden after the messages are sent. After a crash in between, a later tick sends the polls
    // again. In the other order, a crash would leave a feed hidden without a poll.
    const sentUntil = underWayUntil(from + timings.startBy, timings);
    const requested = grants.flatMap((grant) => grant.requested);
    const outcomes = await Promise.allSettled(requested.map((feed) => feeds.noteSent(feed, sentUntil)));
    for (const outcome of outcomes)
      if (outcome.status === "rejected") logger.error("tick.not_set_aside", outcome.reason, { instance: name });
    const requests = costOfAll(grants);
    const feedCount = grants.reduce((sum, { feedIds }) => sum + feedIds.length, 0);
    logger.info("tick.done", { instance: name, messages: messages.length, feeds: feedCount, requests });
    metrics.record("schedule.requests_granted", requests, name);
  }

  #late(name: string): TickOutcome {
    this.#parts.logger.warn("tick.late", { instance: name });
    return "late";
  }
}
