import * as z from "zod";
import { definedJson } from "../../kernel/defined-json.ts";
import { formerNames, parseStored } from "../../kernel/parse.ts";
import { absent, type Item, type Key, type Table } from "../../kernel/ports/table.ts";
import type { Timings } from "../../kernel/timings.ts";
import { emptyBucket, newSettlement, settlement, tokenBucket } from "../budget/token-bucket.ts";
import { feedClass } from "../feeds/feed.ts";
import { isTimed, scheduledClasses } from "../feeds/feed-kinds.ts";
import { laterBucketOf } from "../feeds/wheel-partition.ts";
import { newOwnersWheel, ownersWheel } from "./owners-wheel.ts";
import { newWheel, wheel } from "./wheel.ts";

/**
 * Everything that a tick needs from earlier ticks of its instance. The item's size doesn't depend on the number of
 * feeds. Times are unix ms.
 */
export const plan = z.preprocess(
  formerNames({ purse: "tokenBucket", beatAt: "heartbeatAt", unseenBeats: "unseenHeartbeats" }),
  z.object({
    rev: z.int(),
    /** When the last tick claimed the plan. The token bucket and the wheels have advanced up to this time. */
    at: z.int(),
    /** Until this time, no other tick takes the plan; absent once the tick is complete. */
    claimedUntil: z.int().optional(),
    tokenBucket,
    wheels: z.partialRecord(feedClass, wheel),
    owners: ownersWheel,
    /** For each class, the first bucket that no tick has recalled yet (`DueFeeds.recall`). */
    later: z.partialRecord(feedClass, z.int()),
    /**
     * For each class, the last feed whose requested poll was granted, if other requests had to wait. The next tick
     * continues after this feed.
     */
    requestedAfter: z.partialRecord(feedClass, z.string()).optional(),
    /**
     * `rate`: how many requests per second the source can take at present. `ratedAt`: when pressure last lowered the
     * rate or kept it at its lower limit. `ratedFrom`: the rate to which it recovers in three minutes, usually the rate
     * before `ratedAt`.
     */
    rate: z.number(),
    ratedAt: z.int(),
    ratedFrom: z.number().optional(),
    /**
     * The time of the last pressure that a tick handled, by the clock of the worker that noted it. The same pressure
     * lowers the rate only once, even if a clock is set back.
     */
    pressedAt: z.number().optional(),
    settlement,
    /**
     * `visits`: how many visits had ended by the last tick. `faults`: how many of these visits failed because of the
     * source. `part`: the fraction of recent visits that failed because of the source.
     */
    outcomes: z.object({ visits: z.number(), faults: z.number(), part: z.number() }).optional(),
    /** The instance's `rev` when its feeds were last stored. */
    feedsOf: z.int(),
    /** Set while stalled owners are being woken. `after`: the last owner that was woken. */
    waking: z.object({ after: z.string().exactOptional() }).optional(),
    /** The number of kinds of feeds when the instance's feeds were last stored. A newer bridge may have more kinds. */
    kindsPut: z.int().optional(),
    heartbeatAt: z.int(),
    /** The times of the heartbeat rounds that publishing hasn't seen in every shard, oldest first. */
    unseenHeartbeats: z.array(z.int()),
    /** When the instance was last probed, because it was parked or had stopped responding. */
    probedAt: z.int(),
  }),
);
export type Plan = z.infer<typeof plan>;

/** Stores the plans (`feeds` table, pk `<instance>#plan`, sk `plan`). Each write is a compare-and-set. */
export class PlanStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async load(instance: string): Promise<Plan | undefined> {
    const item = await this.#table.get(keyOf(instance));
    return item === undefined ? undefined : parseStored(plan, item, `plan of ${instance}`);
  }

  /** Replaces the plan of revision `over`. Returns undefined if another worker was faster. */
  async save(instance: string, next: Plan, over: number | undefined): Promise<Plan | undefined> {
    const saved: Plan = { ...next, rev: (over ?? 0) + 1 };
    const when = over === undefined ? absent : [{ attribute: "rev", is: "equal" as const, value: over }];
    const [outcome] = await this.#table.put([{ item: itemOf(instance, saved), when }]);
    return outcome === "written" ? saved : undefined;
  }
}

export function newPlan(now: number, rate: number): Plan {
  const onTime = scheduledClasses.filter(isTimed);
  const wheels = Object.fromEntries(onTime.map((name) => [name, newWheel(now)]));
  const later = Object.fromEntries(scheduledClasses.map((name) => [name, laterBucketOf(now)]));
  const never = { feedsOf: -1, heartbeatAt: 0, unseenHeartbeats: [], probedAt: 0 };
  return {
    rev: 0,
    at: now,
    tokenBucket: emptyBucket,
    wheels,
    owners: newOwnersWheel(now),
    later,
    rate,
    ratedAt: 0,
    settlement: newSettlement,
    ...never,
  };
}

const keyOf = (instance: string): Key => ({ pk: `${instance}#plan`, sk: "plan" });

function itemOf(instance: string, saved: Plan): Item {
  return { ...definedJson(saved), ...keyOf(instance) };
}

/**
 * Whether the plan was written before our clock was set back. Such a plan is ahead of our clock by more than
 * `claimLife`, while workers' clocks differ by less. Without this check, a machine that started with its clock a day
 * ahead would poll nothing for a day after the clock was corrected.
 */
export function wasSetBack({ at }: Pick<Plan, "at">, now: number, { claimLife }: Timings): boolean {
  return at > now + claimLife;
}

/** Returns the plan without times in the future, as if its last tick had ended now. */
export function withoutFuture(plan: Plan, now: number): Plan {
  const { owners } = plan;
  const wheels = Object.entries(plan.wheels).map(
    ([name, one]) => [name, { ...one, turnAt: Math.min(one.turnAt, now) }] as const,
  );
  const bucket = laterBucketOf(now);
  const later = Object.entries(plan.later).map(([name, next]) => [name, Math.min(next, bucket)] as const);
  const levels = owners.levels.map((one) => ({ ...one, turnAt: Math.min(one.turnAt, now) }));
  return {
    ...plan,
    at: now,
    claimedUntil: undefined,
    ratedAt: Math.min(plan.ratedAt, now),
    probedAt: Math.min(plan.probedAt, now),
    heartbeatAt: Math.min(plan.heartbeatAt, now),
    // A heartbeat in the future was written by a wrong clock. The next round shows whether publishing works.
    unseenHeartbeats: plan.unseenHeartbeats.filter((beat) => beat <= now),
    wheels: Object.fromEntries(wheels),
    later: Object.fromEntries(later),
    owners: { ...owners, movedAt: Math.min(owners.movedAt, now), levels },
  };
}
