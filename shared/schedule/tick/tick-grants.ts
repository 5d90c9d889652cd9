import type { Timings } from "../../kernel/timings.ts";
import type { Instance } from "../../source/instance.ts";
import { availableTo, spent } from "../budget/purse.ts";
import { isTimed, scheduledClasses, type TimedClass } from "../feeds/feed-class.ts";
import { fixedFeeds } from "../feeds/feeds-of-instance.ts";
import type { DueFeeds } from "../wheel/due-feeds.ts";
import type { Plan } from "../wheel/plan.ts";
import { newWheel } from "../wheel/wheel.ts";
import { laterBucketOf } from "../wheel/wheel-partition.ts";
import { costOfAll, dispatchClass, dispatchOwners, type Grant } from "./class-dispatch.ts";
import { classPolicies, costOf } from "./class-policy.ts";

/** What a tick sends, and the plan once it was sent. */
export type TickGrants = { readonly grants: readonly Grant[]; readonly plan: Plan };

/** Grants class after class, in their order, what the purse allows. */
export async function grantsOfClasses(due: DueFeeds, instance: string, opened: Plan, now: number): Promise<TickGrants> {
  let plan = opened;
  const grants: Grant[] = [];
  for (const name of scheduledClasses) {
    const later = await due.recall(instance, name, plan.later[name] ?? laterBucketOf(now), now);
    const available = availableTo(name, plan.purse);
    const done = await (isTimed(name)
      ? classTurn(due, instance, name, plan, available, now)
      : ownersTurn(due, instance, plan, available, now));
    grants.push(...done.grants);
    plan = {
      ...plan,
      ...done.moved,
      later: { ...plan.later, [name]: later },
      purse: spent(name, costOfAll(done.grants), plan.purse),
    };
  }
  return { grants, plan };
}

type ClassTurn = { readonly grants: readonly Grant[]; readonly moved: Pick<Plan, "wheels"> | Pick<Plan, "owners"> };

async function classTurn(
  due: DueFeeds,
  instance: string,
  name: TimedClass,
  { wheels }: Plan,
  available: number,
  now: number,
): Promise<ClassTurn> {
  const { grants, wheel } = await dispatchClass(due, instance, name, wheels[name] ?? newWheel(now), available, now);
  return { grants, moved: { wheels: { ...wheels, [name]: wheel } } };
}

async function ownersTurn(
  due: DueFeeds,
  instance: string,
  { owners }: Plan,
  available: number,
  now: number,
): Promise<ClassTurn> {
  const { grants, wheel, room } = await dispatchOwners(due, instance, owners, available, now);
  return { grants, moved: { owners: { ...wheel, allowed: wheel.allowed + room } } };
}

/** A parked instance gets one small poll per `parkedProbe`: its answer tells whether our credentials are taken again. */
export function probeOf(instance: Instance, opened: Plan, now: number, { parkedProbe }: Timings): TickGrants {
  const [probed] = fixedFeeds(instance.name);
  const allowance = costOf(classPolicies.timelines, 1);
  const affordable = allowance <= availableTo("timelines", opened.purse);
  if (probed === undefined || !affordable || now - opened.probedAt < parkedProbe) return { grants: [], plan: opened };
  return {
    grants: [{ feedIds: [probed.feedId], allowance, wanted: [], spread: false }],
    plan: { ...opened, probedAt: now, purse: spent("timelines", allowance, opened.purse) },
  };
}
