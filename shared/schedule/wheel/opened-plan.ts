import type { Timings } from "../../kernel/timings.ts";
import type { Instance } from "../../source/instance.ts";
import { adaptedRate } from "../budget/adapted-rate.ts";
import type { Pressure } from "../budget/pressure-gauge.ts";
import { refilled } from "../budget/purse.ts";
import { isTimed, scheduledClasses } from "../feeds/feed-class.ts";
import { shareWhilePublishing } from "../tick/beats.ts";
import { wound } from "./owners-wheel.ts";
import { newPlan, type Plan } from "./plan.ts";
import { allowed, newWheel } from "./wheel.ts";

/** A purse holds what comes in during this (ms) at least, however short the ticks are. */
const shortestWindow = 5_000;

/** For how long (ms) a purse saves: a late tick loses nothing, and a long pause makes no storm. */
export const purseWindow = ({ tick }: Pick<Timings, "tick">): number => Math.max(shortestWindow, 2 * tick);

/** The plan with the budget and the virtual ticks that came in since it was last claimed. */
export function openedPlan(
  instance: Instance,
  old: Plan | undefined,
  pressure: Pressure | undefined,
  now: number,
  timings: Timings,
): Plan {
  const window = purseWindow(timings);
  const granted = instance.requestsPerSecond;
  // A new instance starts with a full purse.
  const base = old ?? newPlan(now - window, granted);
  const { rate, ratedAt } = adaptedRate(base, pressure, granted, now);
  const elapsed = now - base.at;
  return {
    ...base,
    at: now,
    rate,
    ratedAt,
    purse: refilled(base.purse, rate * shareWhilePublishing(base, now, timings), elapsed, window),
    wheels: Object.fromEntries(
      scheduledClasses
        .filter(isTimed)
        .map((name) => [name, allowed(name, base.wheels[name] ?? newWheel(now), elapsed, timings)]),
    ),
    owners: wound(base.owners, elapsed, timings),
  };
}
