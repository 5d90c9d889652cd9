import * as z from "zod";
import { earlier, unixMs } from "../../kernel/instant.ts";
import { isRecent } from "../../kernel/is-recent.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import { changeTimeOf, recordRow, rowJson, type TimelineKey } from "../rows/record-row.ts";

/** Upper bounds of the buckets, in ms; the last bucket contains all later rows. */
const bounds = [0, 1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 450].map((second) => second * 1_000);
const halfLife = 7 * 86_400_000;
/** The counts decay once per hour: smaller steps would vanish in rounding. */
const fadeStep = 3_600_000;
/** With at least this many rows, the measured lateness is more reliable than the default. */
const enough = 200;
/** The longest overlap (ms) that a single, unusually late row can cause. The sweep finds rows that are later. */
const rareOverlap = 60_000;
/** A count below this is forgotten, which takes six weeks for a single row. Rounding keeps counts from reaching 0. */
const forgotten = 0.02;

/** A histogram of how far rows were behind the watermark when they became visible. Trailing zeros are left out. */
export const lateness = z.object({
  counts: z.array(z.number()).max(bounds.length + 1),
  /** When the counts last decayed, in unix ms of the server's clock. */
  at: z.int(),
});
export type Lateness = z.infer<typeof lateness>;

/** `late`: how far (ms) each row was behind the watermark when it became visible. */
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
 * How far behind the watermark the fast pass starts (ms): twice the lateness that 99.9 % of the rows stay within. Rare
 * later rows can raise the overlap, but only to `rareOverlap`. Fewer than `enough` rows can show that more than
 * `fastOverlap` is needed, but not that less is enough.
 */
export function overlapOf(
  measured: Lateness | undefined,
  { fastOverlap, fastOverlapMin, fastOverlapMax }: Timings,
): number {
  if (measured === undefined) return fastOverlap;
  const total = measured.counts.reduce((sum, count) => sum + count, 0);
  let reached = 0;
  const bucket = measured.counts.findIndex((count) => (reached += count) >= 0.999 * total);
  const latest = measured.counts.findLastIndex((count) => count >= forgotten);
  const twice = (place: number) => 2 * (bounds[place] ?? fastOverlapMax);
  const least = total < enough ? fastOverlap : Math.max(fastOverlapMin, Math.min(rareOverlap, twice(latest)));
  return Math.max(least, Math.min(fastOverlapMax, twice(bucket)));
}

function faded({ counts, at }: Lateness, now: number): Lateness {
  if (isRecent(at, fadeStep, now)) return { counts, at };
  // If the clock has been set back, the age of `at` is unknown, and the counts decay from now on.
  const factor = 0.5 ** (Math.max(0, now - at) / halfLife);
  return { counts: counts.map((count) => Math.round(count * factor * 10_000) / 10_000), at: now };
}

/**
 * Returns how far (ms) each row with an id in `news` was behind the watermark; 0 for a row that wasn't behind it. In a
 * timeline by `created`, a record that has since been modified keeps its old position, which says nothing about
 * lateness, so the record is left out.
 */
export function lateRows(
  rows: readonly unknown[],
  news: readonly string[] | undefined,
  key: TimelineKey,
  watermark: number,
): readonly number[] {
  const ids = new Set(news);
  return rows.flatMap((row) => {
    const record = recordRow(row);
    const position = changeTimeOf(rowJson(row), key);
    if (record === undefined || position === undefined || !ids.has(record.id)) return [];
    if (key === "created" && wasModified(record, position)) return [];
    return [Math.max(0, watermark - position)];
  });
}

/** The earliest change time of a row whose read by id is older than the row; `leftOut`: the ids of these rows. */
export function firstLagging(
  rows: readonly unknown[],
  leftOut: readonly string[] | undefined,
  key: TimelineKey,
): number | undefined {
  if (leftOut === undefined) return undefined;
  const ids = new Set(leftOut);
  return rows
    .filter((row) => ids.has(recordRow(row)?.id ?? ""))
    .map((row) => changeTimeOf(rowJson(row), key))
    .reduce(earlier, undefined);
}

function wasModified({ body }: RecordRow, created: number): boolean {
  return (unixMs(body["modified"]) ?? created) > created;
}
