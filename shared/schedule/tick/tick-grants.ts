import type { Instance } from "../../source/instance.ts";
import { classPolicies, costOf } from "../budget/class-policy.ts";
import { availableTo, spent } from "../budget/token-bucket.ts";
import type { FeedClass } from "../feeds/feed.ts";
import { isTimed, scheduledClasses, type TimedClass } from "../feeds/feed-kinds.ts";
import { fixedFeeds } from "../feeds/feeds-of-instance.ts";
import { laterBucketOf } from "../feeds/wheel-partition.ts";
import type { DueFeeds } from "../wheel/due-feeds.ts";
import type { Plan } from "../wheel/plan.ts";
import { newWheel } from "../wheel/wheel.ts";
import { type ClassDispatch, costOfAll, dispatchClass, dispatchOwners, type Grant } from "./class-dispatch.ts";

/** The grants of a tick, and the plan after they were sent. */
export type TickGrants = { readonly grants: readonly Grant[]; readonly plan: Plan };

/** The classes for which our own engine failed, with its errors. */
type Failures = readonly { readonly name: FeedClass; readonly error: unknown }[];

/**
 * Grants what the token bucket allows, class by class in their order. If the engine fails for a class, that class keeps
 * its place and its part of the bucket, and the others continue. If the whole tick failed instead, each tick would have
 * more to read while an index is throttled. Throws if the engine fails for all of them.
 */
export async function grantsOfClasses(
  due: DueFeeds,
  instance: string,
  opened: Plan,
  now: number,
): Promise<TickGrants & { readonly failures: Failures }> {
  let plan = opened;
  const grants: Grant[] = [];
  const failures: { name: FeedClass; error: unknown }[] = [];
  for (const name of scheduledClasses) {
    try {
      const done = await grantsOf(due, instance, name, plan, now);
      grants.push(...done.grants);
      plan = { ...plan, ...done.moved, tokenBucket: spent(name, costOfAll(done.grants), plan.tokenBucket) };
    } catch (error) {
      failures.push({ name, error });
    }
  }
  if (failures.length === scheduledClasses.length) throw failures[0]?.error;
  return { grants, plan, failures };
}

type ClassGrants = {
  readonly grants: readonly Grant[];
  readonly moved: Pick<Plan, "later" | "requestedAfter"> & (Pick<Plan, "wheels"> | Pick<Plan, "owners">);
};

async function grantsOf(
  due: DueFeeds,
  instance: string,
  name: FeedClass,
  plan: Plan,
  now: number,
): Promise<ClassGrants> {
  const recalled = await due.recall(instance, name, plan.later[name] ?? laterBucketOf(now), now);
  const later = { ...plan.later, [name]: recalled };
  const available = availableTo(name, plan.tokenBucket);
  const { grants, moved, requestedAfter } = await (isTimed(name)
    ? grantsOfTimed(due, instance, name, plan, available, now)
    : grantsOfOwners(due, instance, plan, available, now));
  return { grants, moved: { ...moved, later, requestedAfter: { ...plan.requestedAfter, [name]: requestedAfter } } };
}

type WheelGrants = Pick<ClassDispatch<unknown>, "grants" | "requestedAfter"> & {
  readonly moved: Pick<Plan, "wheels"> | Pick<Plan, "owners">;
};

async function grantsOfTimed(
  due: DueFeeds,
  instance: string,
  name: TimedClass,
  plan: Plan,
  available: number,
  now: number,
): Promise<WheelGrants> {
  const { wheels, requestedAfter } = plan;
  const before = wheels[name] ?? newWheel(now);
  const { wheel, ...done } = await dispatchClass(due, instance, name, before, available, now, requestedAfter?.[name]);
  return { ...done, moved: { wheels: { ...wheels, [name]: wheel } } };
}

async function grantsOfOwners(
  due: DueFeeds,
  instance: string,
  plan: Plan,
  available: number,
  now: number,
): Promise<WheelGrants> {
  const { owners, requestedAfter } = plan;
  const done = await dispatchOwners(due, instance, owners, available, now, requestedAfter?.owners);
  const { wheel, room } = done;
  return { ...done, moved: { owners: { ...wheel, allowed: wheel.allowed + room } } };
}

/**
 * Gives an instance that is parked or stopped responding one small poll per `gap` (ms). The poll shows whether the
 * source responds again and accepts our credentials. The timelines take turns.
 */
export function probeOf(instance: Instance, opened: Plan, now: number, gap: number): TickGrants {
  const timelines = fixedFeeds(instance.name).filter((feed) => feed.class === "timelines");
  const probed = timelines[Math.floor(now / Math.max(1, gap)) % timelines.length];
  const allowance = costOf(classPolicies.timelines, 1);
  const affordable = allowance <= availableTo("timelines", opened.tokenBucket);
  if (probed === undefined || !affordable || now - opened.probedAt < gap) return { grants: [], plan: opened };
  return {
    grants: [
      { feedClass: "timelines", feedIds: [probed.feedId], allowance, requested: [], spread: false, probe: true },
    ],
    plan: { ...opened, probedAt: now, tokenBucket: spent("timelines", allowance, opened.tokenBucket) },
  };
}
