const hourMs = 3_600_000;

/** The hour asked for last. Writing a date costs more than the rest of a key does, and keys come by the hour. */
let last = { hour: Number.NaN, text: "" };

/** `2026-11-21T09`, UTC. */
export function utcHour(ms: number): string {
  const hour = Math.floor(ms / hourMs);
  if (hour !== last.hour) last = { hour, text: new Date(ms).toISOString().slice(0, 13) };
  return last.text;
}

/** `2026-11-21`, UTC. */
export function utcDay(ms: number): string {
  return utcHour(ms).slice(0, 10);
}
