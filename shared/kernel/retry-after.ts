/** Ms that a `Retry-After` asks to wait: seconds, or an HTTP date (one in the past asks for nothing); else undefined. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = httpDate(text);
  return at === undefined ? undefined : Math.max(at - now, 0);
}

/** Unix ms of a date as HTTP writes it, undefined for anything else: `Date.parse` alone would read "-5" as a year. */
export function httpDate(header: string | undefined): number | undefined {
  const text = header?.trim() ?? "";
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
