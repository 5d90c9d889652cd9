import type { Timings } from "../../kernel/timings.ts";
import { laterBucketOf } from "../feeds/wheel-partition.ts";
import type { Plan } from "./plan.ts";

/**
 * Whether the plan was written by a clock that was set back since. Clocks of several workers differ by less than a claim
 * lasts; without this a machine that started a day ahead would poll nothing for a day once its clock is right.
 */
export function wasSetBack({ at }: Pick<Plan, "at">, now: number, { claimLife }: Pick<Timings, "claimLife">): boolean {
  return at > now + claimLife;
}

/** The plan without anything that lies in the future: as if its last tick had ended now. */
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
    // Publishing was shown to work or not by a clock that was wrong: the next round shows it anew.
    unseenHeartbeats: plan.unseenHeartbeats.filter((beat) => beat <= now),
    wheels: Object.fromEntries(wheels),
    later: Object.fromEntries(later),
    owners: { ...owners, movedAt: Math.min(owners.movedAt, now), levels },
  };
}
