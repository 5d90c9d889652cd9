import * as z from "zod";
import type { Timings } from "../../kernel/timings.ts";

/** Upper bounds of the buckets, in ms; the last bucket holds what is later still. */
const bounds = [0, 1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 450].map((second) => second * 1_000);
const halfLife = 7 * 86_400_000;
/** The counts fade in steps of an hour: smaller ones would vanish in rounding. */
const fadeStep = 3_600_000;
/** From so many rows on, their measured lateness is worth more than the default. */
const enough = 200;

/** How late rows were: how many came into sight at most so long behind the watermark. Trailing zeros are left out. */
export const lateness = z.object({
  counts: z.array(z.number()).max(bounds.length + 1),
  /** Unix ms of the server's clock when the counts faded last. */
  at: z.int(),
});
export type Lateness = z.infer<typeof lateness>;

/** Adds rows that came into sight at `now`, each so many ms behind the watermark. */
export function withLate(before: Lateness | undefined, late: readonly number[], now: number): Lateness | undefined {
  if (late.length === 0) return before;
  const { counts, at } = faded(before ?? { counts: [], at: now }, now);
  const sums = Array.from({ length: bounds.length + 1 }, (_, bucket) => counts[bucket] ?? 0);
  for (const ms of late) {
    const bucket = bounds.findIndex((bound) => ms <= bound);
    const place = bucket < 0 ? bounds.length : bucket;
    sums[place] = (sums[place] ?? 0) + 1;
  }
  return { counts: sums.slice(0, sums.findLastIndex((count) => count > 0) + 1), at };
}

/**
 * How far behind the watermark the fast lane begins, in ms: twice the lateness that one row in a thousand exceeds. Few
 * rows can show that more is needed, not that less is enough.
 */
export function overlapOf(
  measured: Lateness | undefined,
  { fastOverlap, fastOverlapMin, fastOverlapMax }: Pick<Timings, "fastOverlap" | "fastOverlapMin" | "fastOverlapMax">,
): number {
  if (measured === undefined) return fastOverlap;
  const total = measured.counts.reduce((sum, count) => sum + count, 0);
  let reached = 0;
  const bucket = measured.counts.findIndex((count) => (reached += count) >= 0.999 * total);
  const least = total < enough ? fastOverlap : fastOverlapMin;
  return Math.max(least, Math.min(fastOverlapMax, 2 * (bounds[bucket] ?? fastOverlapMax)));
}

function faded({ counts, at }: Lateness, now: number): Lateness {
  if (now - at < fadeStep) return { counts, at };
  const factor = 0.5 ** ((now - at) / halfLife);
  return { counts: counts.map((count) => Math.round(count * factor * 10_000) / 10_000), at: now };
}
