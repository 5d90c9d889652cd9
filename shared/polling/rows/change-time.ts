import { unixMs } from "../../kernel/instant.ts";
import { isJsonObject, type Json } from "../../kernel/json.ts";

/** Which of a record's times a list is ordered by: one of them, or `modified` and before the first change `created`. */
export type TimelineKey = "created" | "modified" | "changed";

/** Where a row stands in its timeline, in unix ms; undefined where the row doesn't show it. */
export function changeTimeOf(row: Json | undefined, key: TimelineKey): number | undefined {
  if (!isJsonObject(row)) return undefined;
  if (key !== "changed") return unixMs(row[key]);
  return unixMs(row["modified"]) ?? unixMs(row["created"]);
}

/** The form `since` is sent in: always UTC, since a `+` of an offset becomes a space in a query string (hazard 22). */
export function sinceParameter(ms: number): string {
  return new Date(ms).toISOString();
}
