import type { Timings } from "../../kernel/timings.ts";
import { type ChangeRate, expectedRate } from "./change-rate.ts";

/**
 * In virtual ticks. Powers of two alone would be simpler, but rounding to them would lengthen the mean detection delay
 * by 4 %. Rounding to these periods lengthens the delay by 1 % (docs/scheduling.md).
 */
export const ownerPeriods = [
  1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
] as const;

/** The change rate (changes per ms) at which an owner is polled at every virtual tick: one change a minute. */
const fastest = 1 / 60_000;

/** At this level and above, fewer than one change in four months is expected, so the owner is dormant. */
export const dormantLevel = 17;

export type OwnerCaps = Pick<Timings, "ownerGap" | "ownerPeriod" | "dormantPeriod">;

/** The longest time (ms) between two visits to an owner, if the budget allows it. */
export const capOf = (level: number, { ownerPeriod, dormantPeriod }: OwnerCaps): number =>
  level >= dormantLevel ? dormantPeriod : ownerPeriod;

/**
 * The shortest time (ms) between two turns of an owner, however large the budget is. A requested poll doesn't wait for
 * it.
 */
export const gapOf = ({ ownerGap, ownerPeriod }: OwnerCaps): number => Math.max(1, Math.min(ownerGap, ownerPeriod));

const bounds = ownerPeriods.slice(1).map((period, level) => Math.sqrt(period * (ownerPeriods[level] ?? period)));

/**
 * Returns the level whose period is nearest to √(`fastest`/rate) (docs/scheduling.md). A level whose round would exceed
 * its cap even at full speed isn't used.
 */
export function ownerLevel(activity: ChangeRate, now: number, caps: OwnerCaps): number {
  const wanted = Math.sqrt(fastest / expectedRate(activity, now));
  const past = bounds.findIndex((bound) => wanted < bound);
  const level = past < 0 ? ownerPeriods.length - 1 : past;
  return Math.min(level, slowestLevel(level, caps));
}

function slowestLevel(level: number, caps: OwnerCaps): number {
  const most = capOf(level, caps) / gapOf(caps);
  return Math.max(
    0,
    ownerPeriods.findLastIndex((period) => period <= most),
  );
}
