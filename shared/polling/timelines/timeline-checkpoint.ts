import * as z from "zod";
import { defined } from "../../kernel/defined.ts";
import { earlier } from "../../kernel/instant.ts";
import type { Json } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Timings } from "../../kernel/timings.ts";
import { lateness, overlapOf } from "./lateness.ts";

/** The position of a pass through a timeline. All times are unix ms of the server's clock. */
export const timelinePosition = z.object({
  /** The lower bound of the pass; absent if the pass reads the whole timeline, as first contact usually does. */
  since: z.int().optional(),
  cursor: z.string().optional(),
  /** When the pass began; absent before its first page. */
  beganAt: z.int().optional(),
  /** The time up to which the pass has read everything. */
  reached: z.int().optional(),
  /** Identifies the last page, so that a repeated page is noticed. */
  mark: z.string().optional(),
  /** A larger page size for the next request only, because more rows share a time than fit on a page. */
  wide: z.int().optional(),
  /** The millisecond for which a larger page was tried. */
  widened: z.int().optional(),
  /** For a sweep that rereads every row since `laggingFrom`: the sweep's first lower bound. */
  sweptFrom: z.int().optional(),
  /** The earliest change time of a row of this pass whose read by id lagged behind the row. */
  lagging: z.int().optional(),
});
export type TimelinePosition = z.infer<typeof timelinePosition>;

export const timelineCheckpoint = z.object({
  watermark: z.int().optional(),
  drained: z.boolean(),
  /** The unfinished pass of each kind. */
  fast: timelinePosition.optional(),
  sweep: timelinePosition.optional(),
  /** When the last completed sweep started. */
  sweptAt: z.int().optional(),
  /** When the last deep sweep, which reaches back more than a day, started. That sweep might not be complete yet. */
  deepSweptAt: z.int().optional(),
  lateness: lateness.optional(),
  /**
   * The longest lateness (ms) at which no pass would have missed a change: `since` covers the passes since the last
   * completed sweep began, and `sweeping` those since the running sweep began. 0 after a pass that took too long.
   * Absent in checkpoints of older versions, until a sweep reads a page.
   */
  tolerates: z.object({ since: z.int(), sweeping: z.int().exactOptional() }).exactOptional(),
  /**
   * When the last fast pass began, if reads by id lagged behind its rows. Once those reads agree with the
   * rows, everything that the source showed at this time is in the mirror, even if reads of other rows have begun to
   * lag.
   */
  laggedFrom: z.int().optional(),
  /**
   * The earliest change time of a row that the mirror lacks because its read by id lagged behind. The fast pass no
   * longer reads that row, so a sweep whose lower bound is at or before this time rereads it.
   */
  laggingFrom: z.int().optional(),
  /**
   * Milliseconds whose rows didn't fit on a page. Their rows are left to the walk, which is requested once for each of
   * these milliseconds.
   */
  ties: z.array(z.int()).max(8),
});
export type TimelineCheckpoint = z.infer<typeof timelineCheckpoint>;

export function timelineCheckpointOf(stored: Json | undefined, feedId: string): TimelineCheckpoint {
  if (stored === undefined) return { drained: false, ties: [] };
  return parseStored(timelineCheckpoint, stored, `checkpoint of ${feedId}`);
}

type PassLag = {
  readonly lagging: number | undefined;
  readonly sweptFrom: number | undefined;
  readonly beganAt: number | undefined;
};

/**
 * A row lags while its read by id is older than the row. An unfinished pass keeps the lag that it found. When a pass
 * ends, the lagging rows that the fast pass won't read again are left to a sweep (`laggingFrom`). Until a sweep has
 * read them again, the timeline doesn't count as completely read.
 */
export function withLag(
  checkpoint: TimelineCheckpoint,
  name: "fast" | "sweep",
  { lagging, sweptFrom, beganAt }: PassLag,
  timings: Timings,
): TimelineCheckpoint {
  const { laggingFrom: before, laggedFrom, sweep, ...rest } = checkpoint;
  const unfinished = checkpoint[name];
  if (unfinished !== undefined) return { ...checkpoint, [name]: { ...unfinished, ...defined({ lagging, sweptFrom }) } };
  const readAgain = (checkpoint.watermark ?? 0) - overlapOf(checkpoint.lateness, timings);
  const left = lagging !== undefined && lagging < readAgain ? lagging : undefined;
  const isReleased = name === "sweep" && before !== undefined && sweptFrom !== undefined && sweptFrom <= before;
  // A sweep under way may already have passed the rows that the fast pass leaves to it.
  const swept = sweep && { ...sweep, ...defined({ lagging: earlier(sweep.lagging, left) }) };
  const passed = name === "fast" ? { laggedFrom: lagging === undefined ? undefined : beganAt } : { laggedFrom };
  const laggingFrom = earlier(isReleased ? undefined : before, left);
  return { ...rest, ...defined({ ...passed, sweep: swept, laggingFrom }) };
}
