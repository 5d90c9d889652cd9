import { unixMs } from "../../kernel/instant.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import { changeTimeOf, type TimelineKey } from "../rows/change-time.ts";
import { recordRow, rowJson } from "../rows/record-row.ts";

/**
 * How far (ms) behind the watermark each new or changed row was; 0 if it wasn't behind. In a timeline by `created`, a
 * record that was modified since keeps its old position, which says nothing about lateness.
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

function wasModified({ body }: RecordRow, created: number): boolean {
  return (unixMs(body["modified"]) ?? created) > created;
}
