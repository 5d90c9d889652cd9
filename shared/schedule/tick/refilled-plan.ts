import type { Timings } from "../../kernel/timings.ts";
import type { Instance } from "../../source/instance.ts";
import type { Pressure } from "../budget/pressure-gauge.ts";
import { refilled, returnable } from "../budget/token-bucket.ts";
import { isTimed, scheduledClasses } from "../feeds/feed-kinds.ts";
import { advancedBy } from "../wheel/owners-wheel.ts";
import { newPlan, type Plan } from "../wheel/plan.ts";
import { allowed, newWheel } from "../wheel/wheel.ts";
import { shareWhilePublishing } from "./heartbeats.ts";

/** A token bucket can hold at least what accrues in this time (ms), however short the ticks are. */
const shortestWindow = 5_000;

/**
 * A token bucket usually saves up to this many milliseconds of income: enough for a late tick, too little for a storm
 * after a pause.
 */
export const bucketWindow = ({ tick }: Timings): number => Math.max(shortestWindow, 2 * tick);

export function refilledPlan(
  instance: Instance,
  old: Plan | undefined,
  pressure: Pressure | undefined,
  now: number,
  timings: Timings,
): Plan {
  const window = bucketWindow(timings);
  const granted = instance.requestsPerSecond;
  // A new instance starts with the income of one window.
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

/** The fraction of failed visits is averaged over this many visits. */
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

/**
 * Pressure that begins within this time (ms) of the last reduction still comes from polls granted at the former rate.
 * So one episode of refusals lowers the rate once.
 */
const settling = 20_000;
/** An episode lowers the rate by this fraction, as in TCP CUBIC (RFC 9438). */
const lowering = 0.3;
/** After this time (ms), the rate is back at the value that the source last refused. Then it rises ever faster. */
const recovery = 3 * 60_000;
const lowest = 1 / 32;
/**
 * Slowness and failures alone never lower the rate below this fraction of the granted rate, because they often have
 * other causes.
 */
const lowestBySymptoms = 1 / 2;

export type AdaptedRate = {
  readonly rate: number;
  readonly ratedAt: number;
  readonly ratedFrom?: number | undefined;
  readonly pressedAt?: number | undefined;
};

/**
 * New pressure lowers the rate (hazard 64). Without new pressure, the rate rises as in TCP CUBIC: quickly at first,
 * slowly near the rate that was last refused, and then quickly to `granted`, the operator's limit in requests per
 * second.
 * ```
 *  rate        granted ................................__/
 *                                                   __/
 *  ratedFrom --------.              ______----------
 *                    |        __---'       (slow where it was refused)
 *  0.7 × ratedFrom   '------''
 *                    ratedAt               + 3 min
 * ```
 */
export function adaptedRate(
  { ratedAt, ratedFrom, pressedAt: lookedAt }: Omit<AdaptedRate, "rate">,
  pressure: Pressure | undefined,
  granted: number,
  now: number,
): AdaptedRate {
  // `slowAt` and `failingAt` are the times at which runs of requests began. A run that began before the rate was
  // lowered says nothing about the lower rate.
  const pressedAt = Math.max(pressure?.throttledAt ?? 0, pressure?.slowAt ?? 0, pressure?.failingAt ?? 0);
  const least = granted * lowest;
  // The rate rises in proportion to `ratedFrom`. If a recovery started below the lowest rate, it would take hours.
  const risen = ratedFrom === undefined ? granted : recovered(Math.max(ratedFrom, least), now - ratedAt);
  const current = Math.min(granted, Math.max(risen, least));
  if (pressedAt !== lookedAt && pressedAt >= ratedAt + settling) {
    const isRefused = pressedAt === pressure?.throttledAt;
    const rate = Math.max(current * (1 - lowering), isRefused ? least : granted * lowestBySymptoms);
    // A refusal at the lowest rate begins a new recovery from there.
    if (isRefused || rate < current) return { rate, ratedAt: now, ratedFrom: rate / (1 - lowering), pressedAt };
  }
  return { rate: current, ratedAt, ratedFrom: current < granted ? ratedFrom : undefined, pressedAt };
}

/** The rate `elapsed` ms after it was lowered from `before`. */
function recovered(before: number, elapsed: number): number {
  const distance = (Math.max(0, elapsed) - recovery) / recovery;
  return before * (1 + lowering * distance ** 3);
}
