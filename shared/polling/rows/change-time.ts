import { isoTime, unixMs } from "../../kernel/instant.ts";
import { isJsonObject, type Json } from "../../kernel/json.ts";

/**
 * The time that orders a list of records: `created`, `modified`, or `changed`. The last is `modified` or, before the
 * first change, `created`.
 */
export type TimelineKey = "created" | "modified" | "changed";

/** The row's position in its timeline, in unix ms; undefined if the row doesn't show it. */
export function changeTimeOf(row: Json | undefined, key: TimelineKey): number | undefined {
  if (!isJsonObject(row)) return undefined;
  if (key !== "changed") return unixMs(row[key]);
  return unixMs(row["modified"]) ?? unixMs(row["created"]);
}

/**
 * Formats a time for `since`. It is always UTC: the `+` of an offset would become a space in a query string (hazard
 * 22).
 */
export function sinceParameter(ms: number): string {
  return isoTime(ms);
}
