import { isJsonObject, type Json } from "../kernel/json.ts";

/** Which of a record's times a list is ordered by: one of them, or `modified` and before the first change `created`. */
export type TimelineKey = "created" | "modified" | "changed";

const instant = /^(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/;

/** Unix ms of an ISO 8601 date-time with offset, what is below a millisecond cut off; undefined for anything else. */
export function unixMs(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const [, second, fraction = "", offset] = instant.exec(text) ?? [];
  if (second === undefined || offset === undefined) return undefined;
  const ms = Date.parse(`${second}${offset.toUpperCase()}`);
  return Number.isNaN(ms) ? undefined : ms + Number(fraction.padEnd(3, "0").slice(0, 3));
}

/** Where a row stands in its timeline, in unix ms; undefined where the row doesn't show it. */
export function positionOf(row: Json | undefined, key: TimelineKey): number | undefined {
  if (!isJsonObject(row)) return undefined;
  if (key !== "changed") return unixMs(row[key]);
  return unixMs(row["modified"]) ?? unixMs(row["created"]);
}

/** The form `since` is sent in: always UTC, since a `+` of an offset becomes a space in a query string (hazard 22). */
export function sinceParameter(ms: number): string {
  return new Date(ms).toISOString();
}
