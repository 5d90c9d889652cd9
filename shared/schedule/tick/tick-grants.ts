import type { Instance } from "../../source/instance.ts";
import { classPolicies, costOf } from "../budget/class-policy.ts";
import { availableTo, spent } from "../budget/token-bucket.ts";
import type { FeedClass } from "../feeds/feed.ts";
import { isTimed, scheduledClasses } from "../feeds/feed-kinds.ts";
import { fixedFeeds } from "../feeds/feeds-of-instance.ts";
import { laterBucketOf } from "../feeds/wheel-partition.ts";
import type { DueFeeds } from "../wheel/due-feeds.ts";
import type { OwnersWheel } from "../wheel/owners-wheel.ts";
import type { Plan } from "../wheel/plan.ts";
import { newWheel, type Wheel } from "../wheel/wheel.ts";
import { costOfAll, dispatchClass, type Grant } from "./class-dispatch.ts";

export type TickGrants = { readonly grants: readonly Grant[]; readonly plan: Plan };

type Failures = readonly { readonly name: FeedClass; readonly error: unknown }[];

/**
 * If the database fails for a class, that class keeps its position and its part of the bucket, and the other classes
 * continue. If the whole tick failed instead, each later tick would have more to read while an index is throttled.
 * Throws if the database fails for all classes.
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

async function grantsOf(due: DueFeeds, instance: string, name: FeedClass, plan: Plan, now: number) {
  const recalled = await due.recall(instance, name, plan.later[name] ?? laterBucketOf(now), now);
  const later = { ...plan.later, [name]: recalled };
  const available = availableTo(name, plan.tokenBucket);
  const turn = { due, instance, name, now, requestedAfter: plan.requestedAfter?.[name] };
  const after = (requestedAfter: string | undefined) => ({ ...plan.requestedAfter, [name]: requestedAfter });
  if (isTimed(name)) {
    const next = (wheel: Wheel, limit: number) => due.onWheel(instance, name, wheel, limit, now);
    const done = await dispatchClass({ ...turn, next }, plan.wheels[name] ?? newWheel(now), available);
    const wheels = { ...plan.wheels, [name]: done.wheel };
    return { grants: done.grants, moved: { later, requestedAfter: after(done.requestedAfter), wheels } };
  }
  const next = (wheel: OwnersWheel, limit: number) => due.onOwnersWheel(instance, wheel, limit, now);
  const { grants, wheel, room, requestedAfter } = await dispatchClass({ ...turn, next }, plan.owners, available);
  const owners = { ...wheel, allowed: wheel.allowed + room };
  return { grants, moved: { later, requestedAfter: after(requestedAfter), owners } };
}

/**
 * Gives a parked or silent instance one small poll per `gap` (ms), which shows whether the source responds again and
 * accepts our credentials. The timelines take turns.
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
