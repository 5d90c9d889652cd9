import { defined } from "../../kernel/defined.ts";
import { earlier } from "../../kernel/instant.ts";
import type { Timings } from "../../kernel/timings.ts";
import { changeTimeOf, recordRow, rowJson, type TimelineKey } from "../rows/record-row.ts";
import { overlapOf } from "./lateness.ts";
import type { TimelineCheckpoint } from "./timeline-checkpoint.ts";

export type PassLag = {
  readonly lagging: number | undefined;
  readonly sweptFrom: number | undefined;
  readonly beganAt: number | undefined;
};

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

/**
 * A row lags while its read by id is older than the row. An unfinished pass keeps the lag that it found. When a pass
 * ends, the lagging rows that the fast lane won't read again are left to a sweep (`laggingFrom`). Until a sweep has
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
  // A sweep under way may already have passed the rows that the fast lane leaves to it.
  const swept = sweep && { ...sweep, ...defined({ lagging: earlier(sweep.lagging, left) }) };
  const passed = name === "fast" ? { laggedFrom: lagging === undefined ? undefined : beganAt } : { laggedFrom };
  const laggingFrom = earlier(isReleased ? undefined : before, left);
  return { ...rest, ...defined({ ...passed, sweep: swept, laggingFrom }) };
}
