import type { Timings } from "../../kernel/timings.ts";
import type { Instance } from "../../source/instance.ts";
import { availableTo, spent } from "../budget/purse.ts";
import { scheduledClasses } from "../feeds/feed-class.ts";
import { fixedFeeds } from "../feeds/feeds-of-instance.ts";
import type { DueFeeds } from "../wheel/due-feeds.ts";
import type { Plan } from "../wheel/plan.ts";
import { newWheel } from "../wheel/wheel.ts";
import { costOfAll, dispatchClass, type Grant } from "./class-dispatch.ts";
import { classPolicies, costOf } from "./class-policy.ts";

/** What a tick sends, and the plan once it was sent. */
export type TickGrants = { readonly grants: readonly Grant[]; readonly plan: Plan };

/** Grants class after class, in their order, what the purse allows. */
export async function grantsOfClasses(due: DueFeeds, instance: string, opened: Plan, now: number): Promise<TickGrants> {
  let plan = opened;
  const grants: Grant[] = [];
  for (const name of scheduledClasses) {
    const wheel = plan.wheels[name] ?? newWheel(now);
    const done = await dispatchClass(due, instance, name, wheel, availableTo(name, plan.purse), now);
    grants.push(...done.grants);
    plan = {
      ...plan,
      purse: spent(name, costOfAll(done.grants), plan.purse),
      wheels: { ...plan.wheels, [name]: done.wheel },
    };
  }
  return { grants, plan };
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
