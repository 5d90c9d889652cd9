import type { Timings } from "../../kernel/timings.ts";
import { laterBucketOf } from "../feeds/wheel-partition.ts";
import type { Plan } from "./plan.ts";

/**
 * Whether the plan was written before our clock was set back. Clocks of workers differ by less than the life of a
 * claim. Without this check, a machine that started with its clock a day ahead would poll nothing for a day after the
 * clock was corrected.
 */
export function wasSetBack({ at }: Pick<Plan, "at">, now: number, { claimLife }: Pick<Timings, "claimLife">): boolean {
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
    // These heartbeats were written by a wrong clock; the next round shows whether publishing works.
    unseenHeartbeats: plan.unseenHeartbeats.filter((beat) => beat <= now),
    wheels: Object.fromEntries(wheels),
    later: Object.fromEntries(later),
    owners: { ...owners, movedAt: Math.min(owners.movedAt, now), levels },
  };
}
