const hourMs = 3_600_000;

/**
 * The hour that was formatted last. Formatting a date costs more than the rest of a key, and consecutive keys usually
 * share an hour.
 */
let last = { hour: Number.NaN, text: "" };

/** The hour of a moment (unix ms) in UTC, such as `2026-11-21T09`. */
export function utcHour(ms: number): string {
  const hour = Math.floor(ms / hourMs);
  if (hour !== last.hour) last = { hour, text: new Date(ms).toISOString().slice(0, 13) };
  return last.text;
}

/** The day of a moment (unix ms) in UTC, such as `2026-11-21`. */
export function utcDay(ms: number): string {
  return utcHour(ms).slice(0, 10);
}
