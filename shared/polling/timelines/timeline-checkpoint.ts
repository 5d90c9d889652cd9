import * as z from "zod";
import type { Json } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import { lateness } from "./lateness.ts";

/** Where a pass through a timeline stands. All times are unix ms of the server's clock. */
export const timelinePosition = z.object({
  /** Lower bound of the pass; absent at first contact, which reads everything. */
  since: z.int().optional(),
  cursor: z.string().optional(),
  /** When the pass began; absent before its first page. */
  beganAt: z.int().optional(),
  /** Read completely up to here. */
  reached: z.int().optional(),
  /** Names the last page, to notice that it comes again. */
  mark: z.string().optional(),
  /** Page size of the next request alone: a larger one, to get past more equal times than a page holds. */
  wide: z.int().optional(),
  /** The millisecond for which that was tried. */
  widened: z.int().optional(),
});
export type TimelinePosition = z.infer<typeof timelinePosition>;

export const timelineCheckpoint = z.object({
  /** Page size, once the source refused the larger ones. */
  limit: z.int().optional(),
  watermark: z.int().optional(),
  drained: z.boolean(),
  /** A pass of the fast lane that isn't complete. */
  fast: timelinePosition.optional(),
  /** A pass of the sweep lane that isn't complete. */
  sweep: timelinePosition.optional(),
  /** When the last completed sweep began. */
  sweptAt: z.int().optional(),
  /** When the last sweep that reached a day back began. */
  deepSweptAt: z.int().optional(),
  /** How late rows come, from which the fast lane's overlap follows. */
  lateness: lateness.optional(),
  /** Milliseconds whose rows didn't fit on a page and are left to the walk: it is asked for once each. */
  ties: z.array(z.int()).max(8),
});
export type TimelineCheckpoint = z.infer<typeof timelineCheckpoint>;

export function timelineCheckpointOf(stored: Json | undefined, feedId: string): TimelineCheckpoint {
  if (stored === undefined) return { drained: false, ties: [] };
  return parseStored(timelineCheckpoint, stored, `checkpoint of ${feedId}`);
}
