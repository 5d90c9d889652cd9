import type { Pressure } from "./pressure-gauge.ts";

/**
 * Pressure that began within this (ms) of the last lowering still comes from the former rate: the polls of two ticks were
 * granted by it. One episode of refusals therefore lowers the rate once.
 */
const settling = 20_000;
/** The part of the rate that an episode takes away, as in TCP CUBIC (RFC 9438). */
const lowering = 0.3;
/** Ms after which the rate is back where the source last refused; from there on it rises faster and faster. */
const recovery = 3 * 60_000;
const lowest = 1 / 32;
/** Slowness and failures often have another reason than our rate: by themselves they don't lower it below this. */
const lowestBySymptoms = 1 / 2;

/**
 * Requests per second that the source bears at the moment, when that was last lowered (unix ms), and from which rate.
 * `pressedAt` is the latest pressure that was looked at: it lowers the rate once, though the clock be set back. All of this is
 * part of the plan.
 */
export type AdaptedRate = {
  readonly rate: number;
  readonly ratedAt: number;
  readonly ratedFrom?: number | undefined;
  readonly pressedAt?: number | undefined;
};

/**
 * The rate after the pressure that workers reported (hazard 64). It follows TCP CUBIC rather than a steady rise: back
 * quickly, then carefully around the rate that was last refused, then quickly up to `granted`, the operator's limit
 * (requests per second).
 *
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
  // A slow or failing stretch that began before the rate was lowered says nothing about the lower rate.
  const pressedAt = Math.max(pressure?.throttledAt ?? 0, pressure?.slowAt ?? 0, pressure?.failingAt ?? 0);
  const least = granted * lowest;
  // The rate recovers from the lowest rate at least: it rises by a part of itself, and from almost nothing it would rise for hours.
  const risen = ratedFrom === undefined ? granted : recovered(Math.max(ratedFrom, least), now - ratedAt);
  const current = Math.min(granted, Math.max(risen, least));
  if (pressedAt !== lookedAt && pressedAt >= ratedAt + settling) {
    const isRefused = pressedAt === pressure?.throttledAt;
    const rate = Math.max(current * (1 - lowering), isRefused ? least : granted * lowestBySymptoms);
    // Where the rate is at its bound, it rises from there.
    if (isRefused || rate < current) return { rate, ratedAt: now, ratedFrom: rate / (1 - lowering), pressedAt };
  }
  return { rate: current, ratedAt, ratedFrom: current < granted ? ratedFrom : undefined, pressedAt };
}

/** The rate that has risen for `elapsed` ms since it was lowered from `before`. */
function recovered(before: number, elapsed: number): number {
  const distance = (Math.max(0, elapsed) - recovery) / recovery;
  return before * (1 + lowering * distance ** 3);
}
