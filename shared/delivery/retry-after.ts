/**
 * How long (ms) a `Retry-After` asks to wait: seconds, or an HTTP date; at most `cap`. Undefined where it isn't either;
 * a date in the past asks for nothing.
 */
export function retryAfterMs(value: string, now: number, cap: number): number | undefined {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, cap);
  // Only dates as HTTP writes them: `Date.parse` alone would read "-5" as a year.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date - now, 0), cap);
}
