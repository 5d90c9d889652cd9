import type { Timings } from "../../kernel/timings.ts";
import type { Instance } from "../../source/instance.ts";
import { adaptedRate } from "../budget/adapted-rate.ts";
import type { Pressure } from "../budget/pressure-gauge.ts";
import { returnable } from "../budget/settlement.ts";
import { refilled } from "../budget/token-bucket.ts";
import { isTimed, scheduledClasses } from "../feeds/feed-kinds.ts";
import { advancedBy } from "../wheel/owners-wheel.ts";
import { newPlan, type Plan } from "../wheel/plan.ts";
import { allowed, newWheel } from "../wheel/wheel.ts";
import { shareWhilePublishing } from "./heartbeats.ts";

/** A token bucket holds at least the income of this time (ms), however short the ticks are. */
const shortestWindow = 5_000;

/** For how long (ms) a token bucket saves requests: a late tick loses nothing, and a long pause causes no storm. */
export const bucketWindow = ({ tick }: Pick<Timings, "tick">): number => Math.max(shortestWindow, 2 * tick);

/** Returns the plan with the budget and the virtual ticks that have accrued since it was last claimed. */
export function refilledPlan(
  instance: Instance,
  old: Plan | undefined,
  pressure: Pressure | undefined,
  now: number,
  timings: Timings,
): Plan {
  const window = bucketWindow(timings);
  const granted = instance.requestsPerSecond;
  // A new instance starts with a full token bucket.
  const base = old ?? newPlan(now - window, granted);
  const adapted = adaptedRate(base, pressure, granted, now);
  const elapsed = now - base.at;
  const income = adapted.rate * shareWhilePublishing(base, now, timings);
  const givenBack = returnable(base.settlement, pressure ?? { spent: 0, unspent: 0 });
  return {
    ...base,
    at: now,
    ...adapted,
    outcomes: withReported(base.outcomes, pressure),
    settlement: { ...base.settlement, returned: base.settlement.returned + givenBack },
    tokenBucket: refilled(base.tokenBucket, income, elapsed, window, givenBack),
    wheels: Object.fromEntries(
      scheduledClasses
        .filter(isTimed)
        .map((name) => [name, allowed(name, base.wheels[name] ?? newWheel(now), elapsed, timings)]),
    ),
    owners: advancedBy(base.owners, elapsed, timings),
  };
}

/** The number of visits over which the failing fraction is averaged; older visits count less and less. */
const recentVisits = 50;

function withReported(before: Plan["outcomes"], pressure: Pressure | undefined): Plan["outcomes"] {
  const { visits = 0, faults = 0 } = pressure ?? {};
  const { visits: visitsBefore, faults: faultsBefore, part } = before ?? { visits, faults, part: 0 };
  const ended = visits - visitsBefore;
  if (visits === 0 || ended < 0) return before;
  const weight = Math.min(1, ended / recentVisits);
  const now = ended === 0 ? part : part + ((faults - faultsBefore) / ended - part) * weight;
  return { visits, faults, part: Math.round(now * 1_000) / 1_000 };
}
