import { plural } from "./plural.ts";

/** Largest first, in seconds. */
export const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** A duration in the largest unit of which it has at least two, or in seconds: `90 seconds`, `47 hours`, `3 days`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const [unit, length] = units.find(([, one]) => seconds / one >= 2) ?? (["second", 1] as const);
  return plural(Math.round(seconds / length), unit, `${unit}s`);
}
