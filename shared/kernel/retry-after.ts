/**
 * Returns how long (ms) a `Retry-After` header asks us to wait. The header contains seconds or an HTTP date. Returns 0
 * for a date in the past, and undefined for anything else.
 */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = httpDate(text);
  return at === undefined ? undefined : Math.max(at - now, 0);
}

/**
 * Reads an HTTP date (unix ms). Undefined for anything else, including "-5", which `Date.parse` alone would read as a
 * date.
 */
export function httpDate(header: string | undefined): number | undefined {
  const text = header?.trim() ?? "";
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
