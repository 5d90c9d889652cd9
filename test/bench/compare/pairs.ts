import { median } from "../median.ts";
import type { Memory } from "./process-usage.ts";

export type Side = "now" | "against";

/** What one run of an arm cost. */
export type Pass = { readonly units: number; readonly cpuSeconds: number; readonly memory: Memory };
export type Pair = { readonly now: Pass; readonly against: Pass };

/** Now, then, then, now, now, then …: a machine that becomes slower or faster affects both sides the same. */
export function turnsOf(pairs: number): readonly (readonly [Side, Side])[] {
  return Array.from({ length: pairs }, (_, n) => (n % 2 === 0 ? ["now", "against"] : ["against", "now"]));
}

export type Spread = { readonly median: number; readonly least: number; readonly most: number };

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
});

/** Milliseconds of CPU for each unit of work. */
export const costOf = ({ cpuSeconds, units }: Pass): number => (1_000 * cpuSeconds) / units;

/** How often the cost of the other code fits into that of today's, pair by pair. Below 1, today's code is faster. */
export const ratiosOf = (pairs: readonly Pair[]): Spread =>
  spreadOf(pairs.map(({ now, against }) => costOf(now) / costOf(against)));

/** A sentence for each arm that is too slow now. */
export function tooSlow(
  arms: readonly { readonly name: string; readonly pairs: readonly Pair[] }[],
  most: number,
): readonly string[] {
  return arms.flatMap(({ name, pairs }) => {
    const { median: ratio } = ratiosOf(pairs);
    if (ratio <= most) return [];
    return [`${name} needs ${ratio.toFixed(2)} times the CPU time that it needed there; at most ${most} is allowed.`];
  });
}
